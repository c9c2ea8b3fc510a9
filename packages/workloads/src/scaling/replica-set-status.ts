import {
  isPodAvailable,
  isPodReady,
  type Pod,
  type ReplicaSet,
  type Timestamp,
} from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { matchesServiceSelector } from '@kubesem/selectors';
import { claimedPods, selectedPods } from './claimed-pods.js';

/** Options of {@link replicaSetStatus}. */
export interface ReplicaSetStatusOptions {
  /** The Pods of the cluster. */
  readonly pods: readonly Pod[];
  /** The current time. */
  readonly now: Timestamp;
}

/** The numbers of Pods in the status of a ReplicaSet. */
export interface ReplicaSetCounts {
  /** Pods that are not terminating. */
  readonly replicas: number;
  /** Those that have all labels of the template. */
  readonly fullyLabeledReplicas: number;
  /** Those that are ready. */
  readonly readyReplicas: number;
  /** Those that have been ready for `minReadySeconds`. */
  readonly availableReplicas: number;
  /** Pods that are terminating. They count in no other number. */
  readonly terminatingReplicas: number;
}

/**
 * Computes the numbers in the status of a ReplicaSet from its Pods.
 *
 * @param replicaSet - the ReplicaSet; it is not changed
 * @param options - the Pods of the cluster, and the current time
 * @returns numbers of Pods
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that counts has the wrong type
 * @throws the errors of {@link @kubesem/selectors!labelSelectorRequirements | labelSelectorRequirements} if the selector is invalid
 *
 * @example
 * ```ts
 * import { replicaSetStatus } from '@kubesem/workloads';
 *
 * const spec = { selector: { matchLabels: { app: 'web' } }, minReadySeconds: 30 };
 * const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
 * const pods = [{ metadata: { name: 'a', labels: { app: 'web' } }, status: { conditions } }];
 * replicaSetStatus({ spec }, { pods, now: '2026-01-01T00:00:10Z' }) // => {
 * //   replicas: 1,
 * //   fullyLabeledReplicas: 1,
 * //   readyReplicas: 1,
 * //   availableReplicas: 0,
 * //   terminatingReplicas: 0,
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/replicaset` v1.37.1, `calculateStatus`.
 */
export function replicaSetStatus(
  replicaSet: ReplicaSet,
  { pods, now }: ReplicaSetStatusOptions,
): ReplicaSetCounts {
  const set = fields(replicaSet, ABSENT);
  const { active, terminating } = claimedPods(
    set.value,
    selectedPods(
      set.value,
      fields({ pods }, ABSENT).each('pods', ({ value }) => value),
    ),
  );
  const { template, minReadySeconds } = set.at('spec').value;
  const labels = template?.metadata?.labels;
  const ready = active.filter((pod) => isPodReady(pod));
  const availability = { minReadySeconds: minReadySeconds ?? 0, now };
  return {
    replicas: active.length,
    fullyLabeledReplicas: active.filter((pod) => hasLabels(pod, labels)).length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isPodAvailable(pod, availability)).length,
    terminatingReplicas: terminating.length,
  };
}

/** A template without labels does not restrict its Pods. */
function hasLabels(pod: Pod, labels: Parameters<typeof matchesServiceSelector>[0]): boolean {
  const isEmpty = Object.keys(labels ?? {}).length === 0;
  return isEmpty || matchesServiceSelector(labels, pod.metadata?.labels);
}
