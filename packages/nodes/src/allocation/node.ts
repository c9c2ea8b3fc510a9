import { type ClusterLists, type Node } from '@kubesem/core';
import { ABSENT, clusterLists } from '@kubesem/core/internal';
import type { NodeAllocation } from './allocation.js';
import type { NodeGroup } from './cluster-reader.js';
import { readNode } from './read.js';
import { type AllocationSums, allocationReader, toNodeAllocation } from './sums/sums.js';

/**
 * Computes what Pods request on a node, as `kubectl describe node` does.
 *
 * Pods count if their `spec.nodeName` is the node and their phase is neither `Succeeded` nor `Failed`; all others are
 * skipped, so you can pass all Pods of a cluster. While a Pod is resized, its row shows its status, but the totals add up
 * the specs. If the node has nothing allocatable, its capacity counts instead, as the API server sets it.
 *
 * A field of the wrong type is one of the problems of the answer.
 *
 * @param node - the node; it is not changed
 * @param cluster - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns requests and limits of all resources, for each Pod and in total, in cores, bytes or counts, as a ratio and as
 * a percentage of what is allocatable; and the problems: amounts that cannot be read count as absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_NODE` if the node is of another kind
 *
 * @example
 * ```ts
 * import { nodeAllocation } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } } };
 * const pod = {
 *   metadata: { namespace: 'default', name: 'web' },
 *   spec: { nodeName: 'n1', containers: [{ name: 'web', resources: { requests: { cpu: '950m' } } }] },
 * };
 * const { pods, requests } = nodeAllocation(node, { pods: [pod] });
 * pods.map(({ name }) => name) // => ['web']
 * requests.cpu?.amount.toString() // => '950m'
 * requests.cpu?.percent // => 23
 * requests.cpu?.ratio // => 0.2375
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function nodeAllocation(node: Node, cluster: ClusterLists<'pods'>): NodeAllocation {
  const { name } = readNode(node, ABSENT);
  const reader = allocationReader();
  reader.addNode(node, ['node']);
  for (const [index, pod] of clusterLists(cluster, 'pods').pods.entries()) {
    // The reader reports what is not a Pod.
    if ((pod?.spec?.nodeName ?? name) === name) {
      reader.addPod(pod, ['pods', index]);
    }
  }
  const { groups, problems } = reader.finish();
  // The reader has exactly one node: for any other object, reading its name above has thrown.
  return { ...toNodeAllocation(groups[0] as NodeGroup<AllocationSums>), problems };
}
