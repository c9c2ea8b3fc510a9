import type { Node, Pod, PodLike } from '@kubesem/core';
import { atPlace } from '../allocation/problems.js';
import { readNode } from '../allocation/read-node.js';
import { compareFit, type FitOptions, FittedNode, type NodeFit, requestsOf } from './fit.js';
import { sumsOnNode } from './sums.js';

/**
 * Reports whether a node has the resources that a Pod requests, as the scheduler's `NodeResourcesFit` plugin does.
 *
 * Pods count if their `spec.nodeName` is the node and their phase is neither `Succeeded` nor `Failed`, including the Pod
 * to place if it is one of them. While they are resized, the higher of request and status counts; for the Pod to place
 * only its spec counts. The scheduler computes in int64, and so does this function: each Pod is rounded up to whole millicores
 * and bytes, and numbers beyond int64 wrap around.
 *
 * Only resources are compared. Other plugins of the scheduler check taints, selectors, affinity, ports, volumes and
 * cordoned nodes. Pods that are only nominated for the node do not count.
 *
 * @param pod - the Pod to place, a template for it, or its spec; it is not changed
 * @param node - the node; it is not changed. If nothing is allocatable, its capacity counts instead, as the API server
 * sets it
 * @param cluster - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @param options - resources that the scheduler does not compare
 * @returns whether the Pod fits, the reasons of the scheduler, and each comparison with the missing amount, in cores,
 * bytes and counts
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a
 * quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_NODE` or `NOT_A_POD` if an object is of
 * another kind. The segments of an error start with `node`, with `pods` and an index, or in the Pod to place
 *
 * @example
 * ```ts
 * import { fitsNode } from '@kubesem/nodes';
 *
 * const podOf = (cpu: string) => ({ nodeName: 'n1', containers: [{ name: 'app', resources: { requests: { cpu } } }] });
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', pods: '1' } } };
 * const fit = fitsNode(podOf('1500m'), node, { pods: [{ spec: podOf('700m') }] });
 * fit.fits // => false
 * fit.reasons // => ['Too many pods', 'Insufficient cpu']
 * fit.resources.map(({ resource, missing }) => `${resource} ${missing}`) // => ['pods 1', 'cpu 200m']
 * fit.unresolvable // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function fitsNode(
  pod: PodLike,
  node: Node,
  { pods }: { readonly pods: Iterable<Pod> },
  options: FitOptions = {},
): NodeFit {
  const read = atPlace(['node'], () => readNode(node));
  const sums = sumsOnNode(read.name, pods);
  return compareFit(requestsOf(pod), new FittedNode(read, sums), options);
}
