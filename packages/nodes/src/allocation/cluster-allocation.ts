import type { Node, Pod } from '@kubesem/core';
import { addAmounts, type MutableAmounts } from '@kubesem/resources';
import type { ClusterAllocation } from './allocation.js';
import { allocationReader, newSums, toAllocation, toNodeAllocation } from './allocation-reader.js';

/** Takes the nodes and Pods of a cluster one by one, in any order, and keeps a row of each Pod, not the Pod. */
export interface ClusterAllocator {
  /**
   * Takes a node.
   *
   * @param node - the node; it is not changed
   * @param path - where it stands, which is what the paths of its problems start with; `nodes[3]` and the like by default
   */
  readonly addNode: (node: Node, path?: string) => void;
  /**
   * Takes a Pod.
   *
   * @param pod - the Pod; it is not changed
   * @param path - where it stands, which is what the paths of its problems start with; `pods[3]` and the like by default
   */
  readonly addPod: (pod: Pod, path?: string) => void;
  /**
   * Says what the Pods taken so far take of the nodes.
   *
   * @returns the same as `allocateNodes`
   */
  readonly finish: () => ClusterAllocation;
}

/**
 * Starts to add up what the Pods of a cluster take of its nodes, for objects that come one by one, as from a file that
 * does not fit into memory.
 *
 * @returns what takes the nodes and Pods
 * @example
 * ```ts
 * import { clusterAllocator } from '@kubesem/nodes';
 *
 * const allocator = clusterAllocator();
 * allocator.addPod({ metadata: { name: 'a' }, spec: { nodeName: 'n1' } }, 'items[0]');
 * allocator.addPod({ metadata: { name: 'b' }, spec: { nodeName: 'n2' } }, 'items[1]');
 * allocator.addNode({ metadata: { name: 'n1' }, status: { capacity: { pods: 4 } } }, 'items[2]');
 * const { nodes, problems } = allocator.finish();
 * nodes.map(({ name, podRatio }) => `${name} ${podRatio}`) // => ['n1 0.25']
 * problems.map(({ code, path }) => `${code} ${path}`) // => ['UNKNOWN_NODE items[1].spec.nodeName']
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function clusterAllocator(): ClusterAllocator {
  const reader = allocationReader();
  return {
    addNode: (node, path) => reader.addNode(node, path),
    addPod: (pod, path) => reader.addPod(pod, path),
    finish: () => {
      const { groups, podCounts, problems } = reader.finish();
      const { requests, limits } = newSums();
      const allocatable: MutableAmounts = new Map();
      for (const { node, sums } of groups) {
        addAmounts(allocatable, node.allocatable);
        addAmounts(requests, sums.requests);
        addAmounts(limits, sums.limits);
      }
      return {
        ...toAllocation({ requests, limits }, podCounts.counted, allocatable),
        nodes: groups.map(toNodeAllocation),
        podCounts,
        problems,
      };
    },
  };
}

/**
 * What the Pods of a cluster take of its nodes, as `kubectl describe node` computes it for each of them, in one pass.
 *
 * Pods are sorted by their `spec.nodeName`. A Pod on an unknown node, a name that is there twice, a node without capacity
 * and amounts that are negative or cannot be read are reported, and everything else is computed.
 *
 * @param nodes - the nodes; they are not changed
 * @param pods - the Pods, finished or not; they are not changed
 * @returns what `nodeAllocation` says of each node, the same of all nodes together, and what is wrong
 * @example
 * ```ts
 * import { allocateNodes } from '@kubesem/nodes';
 *
 * const nodeOf = (name: string, cpu: number) => ({ metadata: { name }, status: { allocatable: { cpu } } });
 * const podOn = (nodeName: string, name: string, cpu: string) => ({
 *   metadata: { name },
 *   spec: { nodeName, containers: [{ name: 'app', resources: { requests: { cpu } } }] },
 * });
 * const cluster = allocateNodes(
 *   [nodeOf('n1', 2), nodeOf('n2', 6)],
 *   [podOn('n1', 'a', '1900m'), podOn('n2', 'b', '1.5'), podOn('n2', 'c', '1 core')],
 * );
 * cluster.nodes.map(({ name, requests }) => `${name} ${requests.cpu?.percent}%`) // => ['n1 95%', 'n2 25%']
 * cluster.requests.cpu?.ratio // => 0.425
 * cluster.problems.map(({ code, path }) => `${code} ${path}`) // => ['INVALID_QUANTITY pods[2].spec.containers[0].resources.requests.cpu']
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function allocateNodes(nodes: Iterable<Node>, pods: Iterable<Pod>): ClusterAllocation {
  const { addNode, addPod, finish } = clusterAllocator();
  for (const node of nodes) {
    addNode(node);
  }
  for (const pod of pods) {
    addPod(pod);
  }
  return finish();
}
