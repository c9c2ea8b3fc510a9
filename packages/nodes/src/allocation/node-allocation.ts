import type { Node, Pod } from '@kubesem/core';
import type { NodeAllocation } from './allocation.js';
import { type AllocationSums, allocationReader, toNodeAllocation } from './allocation-reader.js';
import type { NodeGroup } from './cluster-reader.js';
import { readNode } from './read-node.js';

/**
 * What the Pods of a node take of it, as `kubectl describe node` computes it.
 *
 * Those Pods count whose `spec.nodeName` is the node and whose phase is neither `Succeeded` nor `Failed`; all others are
 * passed over, so that all Pods of a cluster can be passed in. Rows of Pods look at the status while a Pod is resized,
 * totals at the spec alone. Where nothing is allocatable the capacity stands in, as in kubectl.
 *
 * @param node - the node; it is not changed
 * @param pods - Pods as they are stored, of any nodes, finished or not; they are not changed
 * @returns per Pod and in total, requests and limits of all resources, in cores, bytes or counts, as a ratio and in
 * percent of what is allocatable; and what is wrong: amounts that cannot be read count as absent
 * @throws `KubesemError` `NOT_A_NODE` if the node is of another kind
 * @example
 * ```ts
 * import { nodeAllocation } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } } };
 * const pod = {
 *   metadata: { namespace: 'default', name: 'web' },
 *   spec: { nodeName: 'n1', containers: [{ name: 'web', resources: { requests: { cpu: '950m' } } }] },
 * };
 * const { pods, requests } = nodeAllocation(node, [pod]);
 * pods.map(({ name }) => name) // => ['web']
 * requests.cpu?.amount.toString() // => '950m'
 * requests.cpu?.percent // => 23
 * requests.cpu?.ratio // => 0.2375
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function nodeAllocation(node: Node, pods: Iterable<Pod>): NodeAllocation {
  const { name } = readNode(node, () => undefined);
  const reader = allocationReader();
  reader.addNode(node, 'node');
  let index = 0;
  for (const pod of pods) {
    // What is no Pod is the reader's to tell.
    if ((pod?.spec?.nodeName ?? name) === name) {
      reader.addPod(pod, `pods[${index}]`);
    }
    index++;
  }
  const { groups, problems } = reader.finish();
  // There is one, or it would have thrown.
  return { ...toNodeAllocation(groups[0] as NodeGroup<AllocationSums>), problems };
}
