import { type ClusterLists, type Node, type PodLike } from '@kubesem/core';
import { bareObject, clusterLists, madeOf } from '@kubesem/core/internal';
import type { ResourceQuantities } from '@kubesem/resources';
import { ClusterReader } from '../allocation/cluster-reader.js';
import { type Int64, subtractInt64 } from '../allocation/int64.js';
import { type AllocationProblem, atPlace } from '../allocation/problems.js';
import { computeReadable, readNode } from '../allocation/read.js';
import {
  addPodToSums,
  countedComputation,
  newSchedulerSums,
  schedulerCapacity,
  sumsOnNode,
} from '../allocation/sums/scheduler-sums.js';
import { reportNegativesOf } from '../allocation/sums/sums.js';
import {
  compareFit,
  type FitOptions,
  FittedNode,
  type NodeFit,
  requestsOf,
  toQuantity,
} from './fit.js';

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
 * import { nodeFit } from '@kubesem/nodes';
 *
 * const podOf = (cpu: string) => ({ nodeName: 'n1', containers: [{ name: 'app', resources: { requests: { cpu } } }] });
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', pods: '1' } } };
 * const fit = nodeFit(podOf('1500m'), node, { pods: [{ spec: podOf('700m') }] });
 * fit.fits // => false
 * fit.reasons // => ['Too many pods', 'Insufficient cpu']
 * fit.resources.map(({ resource, missing }) => `${resource} ${missing}`) // => ['pods 1', 'cpu 200m']
 * fit.unresolvable // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function nodeFit(
  pod: PodLike,
  node: Node,
  cluster: ClusterLists<'pods'>,
  options: FitOptions = {},
): NodeFit {
  const read = atPlace(['node'], () => readNode(node));
  const sums = sumsOnNode(read.name, cluster);
  return compareFit(requestsOf(pod), new FittedNode(read, sums), options);
}

/** Whether a Pod fits on the nodes of a cluster. */
export interface ClusterFit {
  /** The result of `nodeFit` for each node, in their order. */
  readonly nodes: readonly NodeFit[];
  /** The problems of the nodes and the Pods on them. */
  readonly problems: readonly AllocationProblem[];
}

/**
 * Compares a Pod with each node of a cluster, as {@link nodeFit} does. Fields of the cluster that cannot be read are problems,
 * and count as absent.
 *
 * @param pod - the Pod to place, a template for it, or its spec; it is not changed
 * @param cluster - the nodes, and the Pods as they are stored; they are not changed. For many Pods to place, an index of them
 * @param options - resources that the scheduler does not compare
 * @returns the comparison with each node, and the problems
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount of the Pod to place is not a
 * quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of it has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if it is of another kind
 *
 * @example
 * ```ts
 * import { indexCluster } from '@kubesem/core';
 * import { nodeFits } from '@kubesem/nodes';
 *
 * const nodeOf = (name: string, cpu: string) => ({ metadata: { name }, status: { allocatable: { cpu, pods: 10 } } });
 * const index = indexCluster({ nodes: [nodeOf('n1', '4'), nodeOf('n2', '1.5')], pods: [] });
 * const { nodes } = nodeFits({ containers: [{ name: 'app', resources: { requests: { cpu: 2 } } }] }, index);
 * nodes.map(({ node, fits }) => `${node} ${fits}`) // => ['n1 true', 'n2 false']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function nodeFits(
  pod: PodLike,
  cluster: ClusterLists<'nodes' | 'pods'>,
  options: FitOptions = {},
): ClusterFit {
  const requests = requestsOf(pod);
  const { nodes, problems } = madeOf(cluster, alikeNodes);
  const fits = new Map<FittedNode, NodeFit>();
  const fitOf = ({ name, first }: AlikeNode): NodeFit => {
    const fit = fits.get(first) ?? compareFit(requests, first, options);
    fits.set(first, fit);
    return fit.node === name ? fit : { ...fit, node: name };
  };
  return { nodes: nodes.map(fitOf), problems: [...problems] };
}

/** A node, and the first one of which each comparison has the same result: most clusters have many alike. */
interface AlikeNode {
  readonly name: string;
  readonly first: FittedNode;
}

/** The nodes with the sums of their Pods, for any number of Pods to place. */
function alikeNodes(cluster: ClusterLists<'nodes' | 'pods'>): {
  readonly nodes: readonly AlikeNode[];
  readonly problems: readonly AllocationProblem[];
} {
  const reader = new ClusterReader(newSchedulerSums, (sums, { pod, policy }) => {
    const computation = computeReadable(pod, countedComputation, policy);
    reportNegativesOf(computation, policy);
    addPodToSums(sums, computation.result);
  });
  const { nodes, pods } = clusterLists(cluster, 'nodes', 'pods');
  for (const node of nodes) {
    reader.addNode(node);
  }
  for (const pod of pods) {
    reader.addPod(pod);
  }
  const { groups, problems } = reader.finish();
  const firsts = new Map<string, FittedNode>();
  const alike = groups.map(({ node, sums }): AlikeNode => {
    const fitted = new FittedNode(node, sums);
    const key = fitted.key();
    const first = firsts.get(key) ?? fitted;
    firsts.set(key, first);
    return { name: fitted.name, first };
  });
  return { nodes: alike, problems };
}

/** What is left on a node. */
export interface NodeHeadroom {
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
 * `nodeFit` accepts a Pod that requests all of it, and rejects one that requests a millicore, a byte or a unit more.
 *
 * @param node - the node; it is not changed. If nothing is allocatable, its capacity counts instead
 * @param cluster - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns what is left, in cores, bytes and counts
 * @throws the errors of `nodeFit`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { nodeHeadroom } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', memory: '4Gi', pods: '110' } } };
 * const spec = { nodeName: 'n1', containers: [{ name: 'app', resources: { requests: { cpu: '0.1m' } } }] };
 * const { pods, resources } = nodeHeadroom(node, { pods: [{ metadata: { name: 'a' }, spec }, { metadata: { name: 'b' }, spec }] });
 * pods // => 108
 * JSON.stringify(resources) // => '{"cpu":"1998m","memory":"4Gi"}'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources` v1.37.1, `Fits`.
 */
export function nodeHeadroom(node: Node, cluster: ClusterLists<'pods'>): NodeHeadroom {
  const read = atPlace(['node'], () => readNode(node));
  const { podCount, requested } = sumsOnNode(read.name, cluster);
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
