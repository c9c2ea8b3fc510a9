import { type ClusterLists, type FieldPathSegment, type Node, type Pod } from '@kubesem/core';
import { clusterLists } from '@kubesem/core/internal';
import type { ClusterAllocation } from './allocation.js';
import { AmountSums } from './sums/amount-sums.js';
import { allocationReader, newSums, toAllocation, toNodeAllocation } from './sums/sums.js';

/** Adds up the Pods of a cluster one at a time, in any order. Keeps at most a row of each Pod, not the Pod. */
export interface ClusterAllocator {
  /**
   * Adds a node.
   *
   * @param node - the node; it is not changed
   * @param place - segments that the problems of the node start with; `['nodes', 3]` and so on by default
   */
  readonly addNode: (node: Node, place?: readonly FieldPathSegment[]) => void;
  /**
   * Adds a Pod.
   *
   * @param pod - the Pod; it is not changed
   * @param place - segments that the problems of the Pod start with; `['pods', 3]` and so on by default
   */
  readonly addPod: (pod: Pod, place?: readonly FieldPathSegment[]) => void;
  /**
   * Returns the sums of everything that was added so far.
   *
   * @returns the same as `nodeAllocations`; without Pods if they are omitted
   */
  readonly finish: () => ClusterAllocation;
}

/** Options of {@link clusterAllocator}. */
export interface ClusterAllocatorOptions {
  /**
   * Whether to compute only the sums of each node: `pods` of every node is empty, and what only the row of a Pod shows,
   * such as the status of its containers, is not read. This takes about half the time and less memory.
   */
  readonly omitPods?: boolean | undefined;
}

/**
 * Creates an allocator that accepts the nodes and Pods of a cluster one at a time, for example from a file that is larger
 * than memory.
 *
 * @param options - whether to omit the Pods of each node
 * @returns the allocator
 *
 * @example
 * ```ts
 * import { clusterAllocator } from '@kubesem/nodes';
 *
 * const allocator = clusterAllocator();
 * allocator.addPod({ metadata: { name: 'a' }, spec: { nodeName: 'n1' } }, ['items', 0]);
 * allocator.addPod({ metadata: { name: 'b' }, spec: { nodeName: 'n2' } }, ['items', 1]);
 * allocator.addNode({ metadata: { name: 'n1' }, status: { capacity: { pods: 4 } } }, ['items', 2]);
 * const { nodes, problems } = allocator.finish();
 * nodes.map(({ name, podRatio }) => `${name} ${podRatio}`) // => ['n1 0.25']
 * problems.map(({ code, path }) => `${code} ${path}`) // => ['NODE_NOT_FOUND items[1].spec.nodeName']
 * problems[0]?.segments // => ['items', 1, 'spec', 'nodeName']
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function clusterAllocator({ omitPods }: ClusterAllocatorOptions = {}): ClusterAllocator {
  const reader = allocationReader(omitPods);
  return {
    addNode: (node, place) => reader.addNode(node, place),
    addPod: (pod, place) => reader.addPod(pod, place),
    finish: () => {
      const { groups, podCounts, problems } = reader.finish();
      const { requests, limits, resized } = newSums();
      const allocatable = new AmountSums();
      for (const { node, sums } of groups) {
        allocatable.add(node.allocatable);
        requests.add(sums.requests.total());
        limits.add(sums.limits.total());
        resized.addAll(sums.resized);
      }
      return {
        ...toAllocation({ requests, limits, resized }, podCounts.counted, allocatable.total()),
        nodes: groups.map(toNodeAllocation),
        podCounts,
        problems,
      };
    },
  };
}

/**
 * Computes what the Pods of a cluster request on its nodes, as `kubectl describe node` does for each, in one pass.
 *
 * Pods on an unknown node, duplicate names, nodes without capacity, and amounts that are negative or cannot be read are
 * reported as problems; everything else is computed.
 *
 * A field of the wrong type is one of the problems of the answer.
 *
 * @param cluster - the nodes, and the Pods, finished or not; they are not changed
 * @param options - whether to omit the Pods of each node
 * @returns the result of `nodeAllocation` for each node, the totals of all nodes, and the problems
 *
 * @example
 * ```ts
 * import { nodeAllocations } from '@kubesem/nodes';
 *
 * const nodeOf = (name: string, cpu: number) => ({ metadata: { name }, status: { allocatable: { cpu } } });
 * const podOn = (nodeName: string, name: string, cpu: string) => ({
 *   metadata: { name },
 *   spec: { nodeName, containers: [{ name: 'app', resources: { requests: { cpu } } }] },
 * });
 * const cluster = nodeAllocations({
 *   nodes: [nodeOf('n1', 2), nodeOf('n2', 6)],
 *   pods: [podOn('n1', 'a', '1900m'), podOn('n2', 'b', '1.5'), podOn('n2', 'c', '1 core')],
 * });
 * cluster.nodes.map(({ name, requests }) => `${name} ${requests.cpu?.percent}%`) // => ['n1 95%', 'n2 25%']
 * cluster.requests.cpu?.ratio // => 0.425
 * cluster.problems.map(({ code, path }) => `${code} ${path}`) // => ['INVALID_QUANTITY pods[2].spec.containers[0].resources.requests[cpu]']
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function nodeAllocations(
  cluster: ClusterLists<'nodes' | 'pods'>,
  options: ClusterAllocatorOptions = {},
): ClusterAllocation {
  const { addNode, addPod, finish } = clusterAllocator(options);
  const { nodes, pods } = clusterLists(cluster, 'nodes', 'pods');
  for (const node of nodes) {
    addNode(node);
  }
  for (const pod of pods) {
    addPod(pod);
  }
  return finish();
}
