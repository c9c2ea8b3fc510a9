import { bareObject, type Node, type Pod, type PodLike, toPod } from '@kubesem/core';
import type { ResourceQuantities } from '@kubesem/resources';
import { raise } from '@kubesem/resources';
import { type Int64, subtractInt64 } from '../allocation/int64.js';
import { isFinished, readPlacement } from '../allocation/placement.js';
import { readNode } from '../allocation/read-node.js';
import { compareFit, type FitOptions, type NodeFit, toQuantity } from './fit.js';
import {
  addPodToSums,
  countedComputation,
  incomingRequests,
  newSchedulerSums,
  type SchedulerSums,
  schedulerCapacity,
} from './scheduler-sums.js';

/**
 * Whether a node has the resources that a Pod asks for, as the scheduler's `NodeResourcesFit` decides it.
 *
 * Of the Pods those count whose `spec.nodeName` is the node and whose phase is neither `Succeeded` nor `Failed`, with
 * what they ask for or, while they are resized, have (the Pod itself, too, if it is among them); of the new Pod its spec
 * counts. The scheduler computes in int64:
 * each Pod is rounded up to whole millicores and bytes by itself, and numbers beyond int64 wrap around, as they do here.
 *
 * It is about resources alone: taints, selectors, affinity, ports, volumes, and whether the node takes new Pods at all
 * are other plugins of the scheduler. Nor does it know of Pods that are only nominated for the node.
 *
 * @param pod - the Pod to place, a template for it, or its spec; it is not changed
 * @param node - the node; it is not changed. Its capacity does not stand in for what is allocatable
 * @param pods - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @param options - what the scheduler is told not to look at
 * @returns whether it fits, all the scheduler's reasons, and each comparison with how much is missing, in cores, bytes
 * and counts
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` or `NOT_A_NODE` if an object is of another kind
 * @example
 * ```ts
 * import { fitsNode } from '@kubesem/nodes';
 *
 * const podOf = (cpu: string) => ({ nodeName: 'n1', containers: [{ name: 'app', resources: { requests: { cpu } } }] });
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', pods: '1' } } };
 * const fit = fitsNode(podOf('1500m'), node, [{ spec: podOf('700m') }]);
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
  pods: Iterable<Pod>,
  options: FitOptions = {},
): NodeFit {
  const read = readNode(node, raise);
  const sums = sumsOf(read.name, pods);
  return compareFit(read.name, incomingRequests(pod), schedulerCapacity(read), sums, options);
}

/** What is left on a node. */
export interface Headroom {
  /** How many more Pods it takes; of none, nothing else matters. */
  readonly pods: number;
  /**
   * What one more Pod may ask for of each resource that is allocatable or that Pods on the node ask for, zero where the
   * node has promised all or more; of a resource that is not here, nothing. Names that the scheduler does not know, such as `storage`, are left out: it lets
   * Pods ask for as much of them as they like.
   */
  readonly resources: ResourceQuantities;
}

/**
 * The largest Pod that still fits on a node: `fitsNode` is true for a Pod that asks for all of it, and false for one that
 * asks for a millicore, a byte or a unit more of anything.
 *
 * @param node - the node; it is not changed
 * @param pods - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns what is left, in cores, bytes and counts
 * @throws what `fitsNode` throws
 * @example
 * ```ts
 * import { headroom } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', memory: '4Gi', pods: '110' } } };
 * const spec = { nodeName: 'n1', containers: [{ name: 'app', resources: { requests: { cpu: '0.1m' } } }] };
 * const { pods, resources } = headroom(node, [{ metadata: { name: 'a' }, spec }, { metadata: { name: 'b' }, spec }]);
 * pods // => 108
 * JSON.stringify(resources) // => '{"cpu":"1998m","memory":"4Gi"}'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function headroom(node: Node, pods: Iterable<Pod>): Headroom {
  const read = readNode(node, raise);
  const { podCount, requested } = sumsOf(read.name, pods);
  const capacities = schedulerCapacity(read);
  const names = new Set([...capacities.keys(), ...requested.keys()]);
  const left = new Map<string, Int64>();
  for (const name of names) {
    left.set(name, subtractInt64(capacities.get(name) ?? 0, requested.get(name) ?? 0));
  }
  left.delete('pods');
  return {
    pods: Math.max(0, Number(capacities.get('pods') ?? 0) - podCount),
    resources: bareObject(left, (value, name) => toQuantity(name, value > 0 ? value : 0)),
  };
}

function sumsOf(nodeName: string, pods: Iterable<Pod>): SchedulerSums {
  const sums = newSchedulerSums();
  for (const podLike of pods) {
    const pod = toPod(podLike);
    const placement = readPlacement(pod, raise);
    if (placement.nodeName === nodeName && !isFinished(placement) && nodeName !== '') {
      addPodToSums(sums, countedComputation(pod).result);
    }
  }
  return sums;
}
