import { bareObject, type Node, type Pod } from '@kubesem/core';
import type { ResourceQuantities } from '@kubesem/resources';
import { type Int64, subtractInt64 } from '../allocation/int64.js';
import { atPlace } from '../allocation/problems.js';
import { readNode } from '../allocation/read-node.js';
import { type NodeFit, toQuantity } from './fit.js';
import { schedulerCapacity, sumsOnNode } from './sums.js';

/** What is left on a node. */
export interface Headroom {
  /** Number of Pods that the node still accepts; if 0, no Pod fits, whatever it requests. */
  readonly pods: number;
  /**
   * The most that one more Pod can request of each resource that is allocatable or that Pods on the node request; zero if
   * they request all of it or more. A resource that is missing here is not available. Names that the scheduler does not
   * know, such as `storage`, are also missing, but a Pod can request any amount of them.
   */
  readonly resources: ResourceQuantities;
}

/**
 * Computes the largest Pod that still fits on a node.
 *
 * `fitsNode` accepts a Pod that requests all of it, and rejects one that requests a millicore, a byte or a unit more.
 *
 * @param node - the node; it is not changed. If nothing is allocatable, its capacity counts instead
 * @param cluster - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns what is left, in cores, bytes and counts
 * @throws the errors of `fitsNode`
 *
 * @example
 * ```ts
 * import { headroom } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', memory: '4Gi', pods: '110' } } };
 * const spec = { nodeName: 'n1', containers: [{ name: 'app', resources: { requests: { cpu: '0.1m' } } }] };
 * const { pods, resources } = headroom(node, { pods: [{ metadata: { name: 'a' }, spec }, { metadata: { name: 'b' }, spec }] });
 * pods // => 108
 * JSON.stringify(resources) // => '{"cpu":"1998m","memory":"4Gi"}'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function headroom(node: Node, { pods }: { readonly pods: Iterable<Pod> }): Headroom {
  const read = atPlace(['node'], () => readNode(node));
  const { podCount, requested } = sumsOnNode(read.name, pods);
  const capacities = schedulerCapacity(read);
  const names = new Set([...capacities.keys(), ...requested.keys()]);
  const left = new Map<string, Int64>();
  for (const name of names) {
    left.set(name, subtractInt64(capacities.get(name) ?? 0, requested.get(name) ?? 0));
  }
  left.delete('pods');
  const podsLeft = BigInt(capacities.get('pods') ?? 0) - BigInt(podCount);
  return {
    pods: Math.max(0, Number(podsLeft)),
    resources: bareObject(left, (value, name) => toQuantity(name, value > 0 ? value : 0)),
  };
}

/**
 * Computes how many Pods with the same requests fit on a node together, one after the other.
 *
 * @param fit - the result of `fitsNode` or `clusterFitter` for one such Pod
 * @returns the number of Pods; 0 if not even one fits
 *
 * @example
 * ```ts
 * import { fitsNode, fittingPodCount } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } } };
 * const pod = { containers: [{ name: 'app', resources: { requests: { cpu: '1500m', memory: '1Gi' } } }] };
 * fittingPodCount(fitsNode(pod, node, { pods: [] })) // => 2
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`, called again after each Pod.
 */
export function fittingPodCount({ fittingPods }: NodeFit): number {
  return fittingPods;
}
