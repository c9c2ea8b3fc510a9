import {
  childPath,
  type EndpointSlice,
  type FieldPath,
  type ObjectMeta,
  objectNamespace,
  readObject,
  readString,
  readStringMap,
  SERVICE_NAME_LABEL,
  type Service,
} from '@kubesem/core';

/** A slice of a Service. */
export interface OwnSlice {
  readonly slice: EndpointSlice;
  readonly path: FieldPath;
  readonly metadata: ObjectMeta;
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * Finds the slices of a Service: those in its namespace with its name in their label.
 *
 * @param service - the Service, or its Endpoints
 * @param slices - EndpointSlices of any Service, with their indexes
 */
export function* ownSlices(
  service: Pick<Service, 'metadata'>,
  slices: Iterable<readonly [number, EndpointSlice]>,
): Generator<OwnSlice> {
  const namespace = objectNamespace(service);
  const namePath = childPath(childPath(undefined, 'metadata'), 'name');
  const name = readString(readObject(service, undefined)?.metadata?.name, namePath);
  for (const [index, given] of slices) {
    const path = childPath(undefined, index);
    const slice = readObject(given, path) ?? {};
    const metadataPath = childPath(path, 'metadata');
    const metadata = readObject(slice.metadata, metadataPath) ?? {};
    const labels = readStringMap(metadata.labels, childPath(metadataPath, 'labels'));
    if (
      name !== '' &&
      objectNamespace(slice) === namespace &&
      labels.get(SERVICE_NAME_LABEL) === name
    ) {
      yield { slice, path, metadata, labels };
    }
  }
}
