import { type Pod, type ReplicaSet, type Timestamp } from '@kubesem/core';
import { ABSENT, COUNT_RANGE, fields, THROW } from '@kubesem/core/internal';
import { claimedPods, relatedPods, selectedPods } from './claimed-pods.js';
import { type DeletionRank, deletionRanks } from './deletion-order.js';

/** Options of {@link podsToDelete}. */
export interface PodsToDeleteOptions<P extends Pod = Pod> {
  /** The Pods of the cluster. */
  readonly pods: readonly P[];
  /** The ReplicaSets of the cluster, including the one that scales down; by default, only that one. */
  readonly replicaSets?: readonly ReplicaSet[] | undefined;
  /** How many Pods it deletes; by default all. */
  readonly count?: number | undefined;
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Returns the Pods that a ReplicaSet deletes when it scales down.
 *
 * It prefers Pods on nodes with more Pods of the same Deployment, from all its ReplicaSets. Without a Deployment, the
 * number of Pods on a node does not matter. The controller compares ages by their power of 2, so the result can be one of
 * several possible ones. See {@link deletionRanks} for the rules.
 *
 * @param replicaSet - the ReplicaSet; it is not changed
 * @param options - the Pods and the ReplicaSets of the cluster, how many Pods it deletes, and the current time
 * @returns its Pods in the order of deletion, each with the rule that puts it before the next one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the count is not a whole number, `now` is not a time, or a field that counts has the wrong type
 * @throws the errors of {@link @kubesem/selectors!labelSelectorRequirements | labelSelectorRequirements} if a selector is invalid
 *
 * @example
 * ```ts
 * import { podsToDelete } from '@kubesem/workloads';
 *
 * const owner = { kind: 'ReplicaSet', name: 'web-1', uid: 'u1', controller: true };
 * const replicaSet = { metadata: { name: 'web-1', uid: 'u1' }, spec: { selector: { matchLabels: { app: 'web' } } } };
 * const pod = (name: string, nodeName: string) => ({
 *   metadata: { name, uid: name, labels: { app: 'web' }, ownerReferences: [owner] },
 *   spec: { nodeName },
 * });
 * const pods = [pod('a', 'node-1'), pod('b', ''), pod('c', 'node-2')];
 * const deleted = podsToDelete(replicaSet, { pods, count: 1, now: '2026-01-01T00:00:00Z' });
 * deleted.map(({ pod, rule }) => [pod.metadata.name, rule]) // => [['b', 'UNASSIGNED']]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/replicaset` v1.37.1, `manageReplicas` and `getIndirectlyRelatedPods`.
 */
export function podsToDelete<P extends Pod>(
  replicaSet: ReplicaSet,
  options: PodsToDeleteOptions<P>,
): readonly DeletionRank<P>[] {
  const own = fields(replicaSet, ABSENT).value;
  const { replicaSets = [replicaSet], now } = options;
  const cluster = fields({ pods: options.pods, replicaSets }, ABSENT);
  const pods = cluster.each('pods', ({ value }) => value as P);
  const selected = selectedPods(own, pods);
  const { active } = claimedPods(own, selected);
  const related = relatedPods(
    own,
    selected,
    cluster.each('replicaSets', ({ value }) => value),
    pods,
  );
  const most = fields(options, THROW).integer('count', COUNT_RANGE);
  return deletionRanks(active, { controller: 'ReplicaSet', related, now }).slice(0, most);
}
