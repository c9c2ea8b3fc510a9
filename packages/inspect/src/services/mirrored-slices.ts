// EndpointSlices that mirror Endpoints.
import {
  attempt,
  type EndpointSlice,
  type Endpoints,
  identityOf,
  objectNamespace,
  type Service,
} from '@kubesem/core';
import { ABSENT, fields, SERVICE_NAME_LABEL } from '@kubesem/core/internal';
import { type MirroredEndpoints, mirroredEndpoints } from '@kubesem/service';

/** Endpoints, and what the mirroring controller writes for them. */
export interface Mirroring {
  /** Index of the Endpoints. */
  readonly index: number;
  readonly changes: MirroredEndpoints;
  /** Whether the files have slices of these Endpoints already. */
  readonly isStored: boolean;
}

/**
 * Computes what the mirroring controller writes for Endpoints, by `namespace/name` of their Service.
 *
 * @param services - the Services
 * @param endpoints - the Endpoints; those that cannot be read are skipped
 * @param stored - the EndpointSlices in the files
 */
export function mirrorings(
  services: readonly Service[],
  endpoints: readonly Endpoints[],
  stored: readonly EndpointSlice[],
): ReadonlyMap<string, Mirroring> {
  const found = new Map<string, Mirroring>();
  if (endpoints.length === 0) {
    return found;
  }
  const byName = new Map(services.map((service) => [keyOf(service), service]));
  const slices = slicesByService(stored.filter(isMirrored));
  for (const [index, each] of endpoints.entries()) {
    const key = keyOf(each);
    const own = slices.get(key) ?? [];
    const { value } = attempt(() =>
      mirroredEndpoints(byName.get(key), each, { endpointSlices: own }),
    );
    if (value !== undefined) {
      found.set(key, { index, changes: value, isStored: own.length > 0 });
    }
  }
  return found;
}

/** The slices of Endpoints whose slices are not in the files. */
export function mirroredSlices(
  services: readonly Service[],
  endpoints: readonly Endpoints[],
  stored: readonly EndpointSlice[],
): readonly EndpointSlice[] {
  return [...mirrorings(services, endpoints, stored).values()].flatMap(({ changes, isStored }) =>
    isStored ? [] : changes.create,
  );
}

function keyOf(object: Service | Endpoints): string {
  const { namespace, name } = identityOf(object);
  return `${namespace}/${name}`;
}

/** The slices of each Service, by its namespace and name. */
export function slicesByService(
  slices: readonly EndpointSlice[],
): ReadonlyMap<string, readonly EndpointSlice[]> {
  const lists = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const key = `${objectNamespace(slice)}/${labelOf(slice, SERVICE_NAME_LABEL)}`;
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    list.push(slice);
  }
  return lists;
}

/** Reports whether a slice is not in the files, but added by {@link mirroredSlices}. */
export function isAdded(slice: EndpointSlice): boolean {
  return isMirrored(slice) && identityOf(slice).name === '';
}

/** Reports whether the mirroring controller writes a slice. */
function isMirrored(slice: EndpointSlice): boolean {
  const manager = labelOf(slice, 'endpointslice.kubernetes.io/managed-by');
  return manager === 'endpointslicemirroring-controller.k8s.io';
}

function labelOf(slice: EndpointSlice, label: string): string {
  return fields(slice, ABSENT).at('metadata').at('labels').text(label);
}
