import type { ClusterLists, EndpointSlice, Service } from '@kubesem/core';
import { type EndpointSliceOptions, reconcileEndpointSlices } from './reconcile.js';

/**
 * Builds the EndpointSlices that the controller creates for a new Service.
 *
 * @param service - the Service as it is stored
 * @param cluster - Pods of any namespace, whose order the endpoints keep, and all nodes
 * @param options - the size of the slices
 * @returns the slices, without names; empty for a Service without a selector, of type `ExternalName`, or that is being
 *   deleted
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { buildEndpointSlices } from '@kubesem/service';
 *
 * const spec = { selector: { app: 'web' }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] };
 * const [slice] = buildEndpointSlices({ metadata: { name: 'web' }, spec }, { pods: [], nodes: [] });
 * slice?.metadata?.generateName // => 'web-'
 * slice?.endpoints // => []
 * ```
 *
 * Source: see {@link reconcileEndpointSlices}.
 */
export function buildEndpointSlices(
  service: Service,
  cluster: ClusterLists<'pods' | 'nodes'>,
  options: EndpointSliceOptions = {},
): readonly EndpointSlice[] {
  return reconcileEndpointSlices(service, { ...cluster, endpointSlices: [] }, options).create;
}
