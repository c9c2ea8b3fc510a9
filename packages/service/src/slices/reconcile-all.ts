import { type ClusterLists, clusterLists, type Pod, readList, type Service } from '@kubesem/core';
import { PodIndex } from '../pods/pod-index.js';
import { readSelection } from '../pods/selected.js';
import {
  type EndpointSliceChanges,
  type EndpointSliceOptions,
  readContext,
  reconcileSelected,
} from './reconcile.js';
import { indexSlices } from './stored-slice.js';

/**
 * Computes for many Services which EndpointSlices the controller creates, updates and deletes.
 *
 * The same as {@link reconcileEndpointSlices} for each Service. Labels are indexed, so the time grows with the number of
 * endpoints and not with Services times Pods.
 *
 * @param services - Services of any namespace
 * @param cluster - Pods of any namespace, all nodes, and EndpointSlices of any Service
 * @param options - the size of the slices
 * @returns the changes for each Service, in their order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if one of the Pods is an object of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `DUPLICATE_NAME` if two slices of a Service have one name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if hints depend on cpu that is not a
 *   quantity
 *
 * @example
 * ```ts
 * import { reconcileAllEndpointSlices } from '@kubesem/service';
 *
 * const service = (name: string) => ({ metadata: { name }, spec: { selector: { app: name }, ipFamilies: ['IPv4'] } });
 * const changes = reconcileAllEndpointSlices([service('web'), service('api')], { pods: [], nodes: [], endpointSlices: [] });
 * changes.map(({ create }) => create[0]?.metadata?.generateName) // => ['web-', 'api-']
 * ```
 *
 * Source: see {@link reconcileEndpointSlices}.
 */
export function reconcileAllEndpointSlices(
  services: readonly Service[],
  cluster: ClusterLists<'pods' | 'nodes' | 'endpointSlices'>,
  options: EndpointSliceOptions = {},
): readonly EndpointSliceChanges[] {
  const { pods, nodes, endpointSlices } = clusterLists(cluster, 'pods', 'nodes', 'endpointSlices');
  const context = readContext(nodes, options);
  const listed = readList(services, undefined);
  const selections = listed.map(readSelection);
  const index = new PodIndex(pods, selections);
  const slicesOf = indexSlices(endpointSlices);
  return listed.map((service, at) => {
    const selection = selections[at] as (typeof selections)[number];
    const selected = index.selected(selection).map((pod) => pods[pod] as Pod);
    return reconcileSelected(service, selection, selected, slicesOf(service), context);
  });
}
