import {
  controllerOf,
  isPodTerminal,
  objectNamespace,
  type Pod,
  type ReplicaSet,
} from '@kubesem/core';
import {
  type LabelRequirement,
  labelSelectorRequirements,
  matchesLabelSelector,
} from '@kubesem/selectors';

/** The requirements of the selector; undefined if it selects nothing. */
function requirementsOf({ spec }: ReplicaSet): readonly LabelRequirement[] | undefined {
  const selector = spec?.selector ?? undefined;
  return selector && labelSelectorRequirements(selector);
}

/** Whether an object has a time of deletion. */
function isDeleted({ metadata }: Pod | ReplicaSet): boolean {
  return (metadata?.deletionTimestamp ?? undefined) !== undefined;
}

/** The Pods of a ReplicaSet: those that count, and those that are terminating. */
export interface ClaimedPods<P extends Pod> {
  readonly active: readonly P[];
  readonly terminating: readonly P[];
}

/**
 * Returns the Pods that a ReplicaSet owns or adopts, and its selector selects.
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `FilterPodsByOwner`, `ClaimPods` and `FilterClaimedPods`.
 */
export function claimedPods<P extends Pod>(
  replicaSet: ReplicaSet,
  pods: readonly P[],
): ClaimedPods<P> {
  const requirements = requirementsOf(replicaSet);
  const namespace = objectNamespace(replicaSet);
  const { uid, name } = replicaSet.metadata ?? {};
  const adopts = !isDeleted(replicaSet);
  const [active, terminating]: [P[], P[]] = [[], []];
  for (const pod of pods) {
    const isSelected =
      objectNamespace(pod) === namespace &&
      matchesLabelSelector(requirements, pod.metadata?.labels);
    if (isSelected && !isPodTerminal(pod)) {
      const owner = controllerOf(pod);
      const isOwned = owner?.uid === uid && owner?.kind === 'ReplicaSet' && owner.name === name;
      if (isDeleted(pod)) {
        if (isOwned) {
          terminating.push(pod);
        }
      } else if (isOwned || (owner === undefined && adopts)) {
        active.push(pod);
      }
    }
  }
  return { active, terminating };
}

/**
 * Returns the Pods of all ReplicaSets with the same controller. A ReplicaSet without one has none.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/replicaset` v1.37.1, `getIndirectlyRelatedPods`.
 */
export function relatedPods<P extends Pod>(
  replicaSet: ReplicaSet,
  replicaSets: readonly ReplicaSet[],
  pods: readonly P[],
): readonly P[] {
  const uid = controllerOf(replicaSet)?.uid;
  if (uid === undefined) {
    return [];
  }
  const related = replicaSets.filter((other) => controllerOf(other)?.uid === uid);
  const selectors = related.map((other) => ({
    namespace: objectNamespace(other),
    requirements: requirementsOf(other),
  }));
  const seen = new Set<string>();
  return pods.filter((pod) => {
    const namespace = objectNamespace(pod);
    const isSelected = selectors.some(
      (selector) =>
        selector.namespace === namespace &&
        matchesLabelSelector(selector.requirements, pod.metadata?.labels),
    );
    const podUid = pod.metadata?.uid ?? '';
    if (!isSelected || seen.has(podUid)) {
      return false;
    }
    seen.add(podUid);
    return true;
  });
}
