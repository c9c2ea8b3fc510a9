import {
  type EndpointSlice,
  type Fields,
  fields,
  type ObjectMeta,
  objectNamespace,
  SERVICE_NAME_LABEL,
  type Service,
  THROW,
} from '@kubesem/core';

/** A slice of a Service. */
export interface OwnSlice {
  readonly slice: Fields<EndpointSlice>;
  readonly metadata: Fields<ObjectMeta>;
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * Finds the slices of a Service: those in its namespace with its name in their label.
 *
 * @param service - the Service, or its Endpoints
 * @param slices - EndpointSlices of any Service
 */
export function* ownSlices(
  service: Pick<Service, 'metadata'>,
  slices: Iterable<Fields<EndpointSlice>>,
): Generator<OwnSlice> {
  const namespace = objectNamespace(service);
  const name = fields(service, THROW).at('metadata').text('name');
  for (const slice of slices) {
    const metadata = slice.at('metadata');
    const labels = metadata.map('labels');
    if (
      name !== '' &&
      objectNamespace(slice.value) === namespace &&
      labels.get(SERVICE_NAME_LABEL) === name
    ) {
      yield { slice, metadata, labels };
    }
  }
}
