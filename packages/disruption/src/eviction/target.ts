import { isBeingDeleted, type Pod, type PodCondition, type Timestamp } from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  readNow,
  setCondition,
  storedTimeLike,
  timestampMs,
} from '@kubesem/core/internal';
import { isFinished } from '../stored.js';

/** When the disruption controller resets a condition that no deletion has followed. */
const STALE_MS = 120_000;

const TYPE = 'DisruptionTarget';

/** Who sets the reasons of the condition. */
const ACTORS: { readonly [reason: string]: DisruptionActor | undefined } = {
  PreemptionByScheduler: 'scheduler',
  DeletionByTaintManager: 'taint-eviction-controller',
  EvictionByEvictionAPI: 'eviction-api',
  DeletionByPodGC: 'pod-garbage-collector',
  TerminationByKubelet: 'kubelet',
};

/** What disrupts a Pod. */
export type DisruptionActor =
  | 'scheduler'
  | 'taint-eviction-controller'
  | 'eviction-api'
  | 'pod-garbage-collector'
  | 'kubelet';

/** What the condition `DisruptionTarget` of a Pod says. */
export interface DisruptionTarget {
  /** Reason of the condition, such as `EvictionByEvictionAPI`. */
  readonly reason: string;
  /** What disrupts the Pod; absent for a reason that Kubernetes does not use. */
  readonly by?: DisruptionActor | undefined;
  /**
   * When the condition becomes stale, in milliseconds since 1970: the disruption controller then sets it to `False`. Absent
   * if that never happens: the Pod is being deleted or has finished, or the kubelet has set the condition.
   */
  readonly staleAtMs?: number | undefined;
  /** Whether it is stale now. */
  readonly isStale: boolean;
}

/** Options of {@link disruptionTarget}. */
export interface DisruptionTargetOptions {
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Finds out why a Pod is about to be deleted, from its condition `DisruptionTarget`.
 *
 * @param pod - the Pod as it is stored
 * @param options - the current time
 * @returns the reason, who disrupts the Pod, and whether the condition is stale; undefined if the Pod has no such condition
 *   with the status `True`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time
 *
 * @example
 * ```ts
 * import { disruptionTarget } from '@kubesem/disruption';
 *
 * const lastTransitionTime = '2026-01-01T00:00:00Z';
 * const condition = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', lastTransitionTime };
 * const pod = { status: { phase: 'Running', conditions: [condition] } };
 * disruptionTarget(pod, { now: '2026-01-01T00:01:00Z' })?.by // => 'eviction-api'
 * disruptionTarget(pod, { now: '2026-01-01T00:02:00Z' })?.isStale // => true
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/disruption` v1.37.1, `nonTerminatingPodHasStaleDisruptionCondition`.
 */
export function disruptionTarget(
  pod: Pick<Pod, 'metadata' | 'status'>,
  { now }: DisruptionTargetOptions,
): DisruptionTarget | undefined {
  const nowMs = readNow(now);
  const condition = targetOf(pod);
  if (condition?.text('status') !== 'True') {
    return undefined;
  }
  const reason = condition.text('reason');
  const by = Object.prototype.hasOwnProperty.call(ACTORS, reason) ? ACTORS[reason] : undefined;
  const stays = isBeingDeleted(pod) || isFinished(pod) || reason === 'TerminationByKubelet';
  const sinceMs = timestampMs(condition.raw('lastTransitionTime'));
  // A condition without a time is from long ago.
  const staleAtMs = stays ? undefined : Number.isNaN(sinceMs) ? 0 : sinceMs + STALE_MS;
  return {
    reason,
    ...(by !== undefined && { by }),
    ...(staleAtMs !== undefined && { staleAtMs }),
    isStale: staleAtMs !== undefined && staleAtMs <= nowMs,
  };
}

/** The first condition of the type. */
function targetOf(pod: Pick<Pod, 'status'>): Fields<PodCondition> | undefined {
  const conditions = fields(pod, ABSENT).at('status').objects('conditions');
  return conditions.find(({ value }) => value.type === TYPE);
}

/** The Pod with the condition that the eviction API sets. */
export function withEvictionCondition(pod: Pod, nowMs: number, now: Timestamp): Pod {
  const status = fields(pod, ABSENT).at('status').value;
  const conditions = setCondition(status.conditions, {
    type: TYPE,
    status: 'True',
    lastTransitionTime: storedTimeLike(nowMs, now),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  });
  return { ...pod, status: { ...status, conditions } };
}
