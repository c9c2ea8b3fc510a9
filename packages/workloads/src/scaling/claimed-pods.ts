import {
  controllerOf,
  isBeingDeleted,
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
function requirementsOf(replicaSet: ReplicaSet): readonly LabelRequirement[] | undefined {
  const selector = replicaSet.spec?.selector ?? undefined;
  return selector && labelSelectorRequirements(selector);
}

/** Returns whether a ReplicaSet selects a Pod. */
function selectorOf(replicaSet: ReplicaSet): (pod: Pod) => boolean {
  const requirements = requirementsOf(replicaSet);
  const namespace = objectNamespace(replicaSet);
  return (pod) =>
    objectNamespace(pod) === namespace && matchesLabelSelector(requirements, pod.metadata?.labels);
}

/** Returns the Pods that a ReplicaSet selects. */
export function selectedPods<P extends Pod>(
  replicaSet: ReplicaSet,
  pods: readonly P[],
): readonly P[] {
  return pods.filter(selectorOf(replicaSet));
}

/** The Pods of a ReplicaSet: those that count, and those that are terminating. */
export interface ClaimedPods<P extends Pod> {
  readonly active: readonly P[];
  readonly terminating: readonly P[];
}

/**
 * Returns those of the selected Pods that a ReplicaSet owns or adopts.
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `FilterPodsByOwner`, `ClaimPods` and `FilterClaimedPods`.
 */
export function claimedPods<P extends Pod>(
  replicaSet: ReplicaSet,
  selected: readonly P[],
): ClaimedPods<P> {
  const { uid, name } = replicaSet.metadata ?? {};
  const adopts = !isBeingDeleted(replicaSet);
  const [active, terminating]: [P[], P[]] = [[], []];
  for (const pod of selected) {
    if (!isPodTerminal(pod)) {
      const owner = controllerOf(pod);
      const isOwned = owner?.uid === uid && owner?.kind === 'ReplicaSet' && owner.name === name;
      if (isBeingDeleted(pod)) {
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
 * Returns the selected Pods, and those of all ReplicaSets with the same controller. A ReplicaSet without a controller adds no Pods.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/replicaset` v1.37.1, `getIndirectlyRelatedPods`.
 */
export function relatedPods<P extends Pod>(
  replicaSet: ReplicaSet,
  selected: readonly P[],
  replicaSets: readonly ReplicaSet[],
  pods: readonly P[],
): readonly P[] {
  const uid = controllerOf(replicaSet)?.uid;
  if (uid === undefined) {
    return [];
  }
  const own = new Set(selected);
  const others = replicaSets
    .filter((other) => other !== replicaSet && controllerOf(other)?.uid === uid)
    .map(selectorOf);
  const seen = new Set<string>();
  return pods.filter((pod) => {
    const podUid = pod.metadata?.uid ?? '';
    if (seen.has(podUid) || !(own.has(pod) || others.some((selects) => selects(pod)))) {
      return false;
    }
    seen.add(podUid);
    return true;
  });
}
