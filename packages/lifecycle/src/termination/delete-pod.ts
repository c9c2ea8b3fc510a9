import {
  listOf,
  type Named,
  type ObjectMeta,
  objectOf,
  type Pod,
  readNow,
  storedTimeLike,
  type Timestamp,
  textOf,
  timestampMs,
} from '@kubesem/core';
import { secondsOf } from '../lenient.js';
import { readSeconds } from '../options.js';
import { durationMs } from './duration.js';

/** Options of {@link deletePod}. */
export interface DeletePodOptions {
  /** Grace period of the request in seconds; by default that of the Pod. A negative one counts as 1. */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * What a request to delete a Pod does.
 *
 * - `graceful`: the Pod is marked for deletion, and the kubelet ends its containers.
 * - `immediate`: the Pod is removed from the API.
 * - `pending`: nothing changes, because the Pod is being deleted already.
 * - `finalizers`: the Pod has no time left, but stays in the API until its finalizers are removed.
 */
export type DeletionOutcome = 'graceful' | 'immediate' | 'pending' | 'finalizers';

/** The result of {@link deletePod}. */
export interface PodDeletion<P extends Pod = Pod> {
  /** What the request does. */
  readonly outcome: DeletionOutcome;
  /** The Pod as it is stored afterwards; if it is removed, as it was stored last. */
  readonly pod: P;
}

/**
 * What decides the grace period of a deletion.
 *
 * First request:
 * - `OPTION`: the option of the request
 * - `POD`: the Pod's `terminationGracePeriodSeconds`, or 0 without it
 * - `UNSCHEDULED`: the Pod has no node, so its grace period is 0
 * - `FINISHED`: the Pod has succeeded or failed, so its grace period is 0
 *
 * Further requests:
 * - `SHORTENED`: the request shortens the grace period
 * - `EXPIRED`: the shorter grace period has already expired, so 1 second is left
 * - `NOT_SHORTER`: the request has no shorter grace period, so nothing changes
 * - `NO_TIME_LEFT`: the Pod's grace period is 0 or unknown, so the Pod is removed
 */
export type PodDeletionRule =
  | 'OPTION'
  | 'POD'
  | 'UNSCHEDULED'
  | 'FINISHED'
  | 'SHORTENED'
  | 'EXPIRED'
  | 'NOT_SHORTER'
  | 'NO_TIME_LEFT';

/** The result of {@link explainDeletePod}. */
export interface PodDeletionExplanation<P extends Pod = Pod> extends PodDeletion<P> {
  /** What decides the grace period. */
  readonly rule: PodDeletionRule;
  /** The grace period that the Pod then has, in seconds. */
  readonly gracePeriodSeconds: number;
}

/**
 * Deletes a Pod as the API server does: sets its deletion timestamp and grace period, or removes it.
 *
 * A Pod without a node, or one that has succeeded or failed, gets a grace period of 0. Further requests can only shorten the
 * grace period: the deletion timestamp becomes earlier, but not earlier than the current time.
 *
 * Pass `1` for `kubectl delete --now`, and `0` for `--force --grace-period=0`. Without `--force`, kubectl sends 1 for 0.
 *
 * @param pod - the Pod as it is stored; it is not changed
 * @param options - the grace period of the request, and the current time
 * @returns what happens, and the Pod with its new metadata. The timestamp is a `Date` if that of the creation is one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an option has the wrong type
 *
 * @example
 * ```ts
 * import { deletePod } from '@kubesem/lifecycle';
 *
 * const web = { spec: { nodeName: 'node-1', terminationGracePeriodSeconds: 60 } };
 * const { outcome, pod } = deletePod(web, { now: '2026-01-01T00:00:00Z' });
 * outcome // => 'graceful'
 * pod.metadata // => { deletionTimestamp: '2026-01-01T00:01:00Z', deletionGracePeriodSeconds: 60 }
 * deletePod(pod, { now: '2026-01-01T00:00:05Z' }).outcome // => 'pending'
 * deletePod(pod, { gracePeriodSeconds: 0, now: '2026-01-01T00:00:05Z' }).outcome // => 'immediate'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/pod` v1.37.1, `podStrategy.CheckGracefulDelete`;
 * `k8s.io/apiserver/pkg/registry/rest` v0.37.1, `BeforeDelete`; `k8s.io/apiserver/pkg/registry/generic/registry` v0.37.1,
 * `Store.Delete`.
 */
export function deletePod<P extends Pod>(pod: Named<P>, options: DeletePodOptions): PodDeletion<P>;
/** The same for an object literal. */
export function deletePod(pod: Pod, options: DeletePodOptions): PodDeletion;
/** The implementation. */
export function deletePod(pod: Pod, options: DeletePodOptions): PodDeletion {
  const { outcome, pod: deleted } = explainDeletePod(pod, options);
  return { outcome, pod: deleted };
}

/**
 * Deletes a Pod as {@link deletePod} does, and explains what decides the grace period.
 *
 * @param pod - the Pod as it is stored; it is not changed
 * @param options - the grace period of the request, and the current time
 * @returns the result of {@link deletePod}, the grace period and its rule
 * @throws the errors of {@link deletePod}
 *
 * @example
 * ```ts
 * import { explainDeletePod } from '@kubesem/lifecycle';
 *
 * const pending = { spec: { terminationGracePeriodSeconds: 60 } };
 * const { outcome, rule } = explainDeletePod(pending, { now: '2026-01-01T00:00:00Z' });
 * outcome // => 'immediate'
 * rule // => 'UNSCHEDULED'
 * ```
 *
 * Source: as {@link deletePod}.
 */
export function explainDeletePod<P extends Pod>(
  pod: Named<P>,
  options: DeletePodOptions,
): PodDeletionExplanation<P>;
/** The same for an object literal. */
export function explainDeletePod(pod: Pod, options: DeletePodOptions): PodDeletionExplanation;
/** The implementation. */
export function explainDeletePod(stored: Pod, options: DeletePodOptions): PodDeletionExplanation {
  const pod = objectOf(stored);
  const nowMs = readNow(options.now);
  const option = notNegative(readSeconds('gracePeriodSeconds', options.gracePeriodSeconds));
  const metadata = objectOf(pod.metadata);
  return isSet(metadata.deletionTimestamp)
    ? deleteAgain(pod, metadata, option, nowMs)
    : deleteFirst(pod, metadata, option, nowMs);
}

/** A negative grace period counts as 1 second. */
function notNegative(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds;
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function deleteFirst(
  pod: Pod,
  metadata: Partial<ObjectMeta>,
  option: number | undefined,
  nowMs: number,
): PodDeletionExplanation {
  const { rule, seconds } = firstGracePeriod(pod, option);
  const generation = secondsOf(metadata.generation) ?? 0;
  const deleted = withMetadata(pod, {
    ...metadata,
    ...deletionFields(metadata, nowMs + durationMs(seconds), seconds),
    ...(generation > 0 && { generation: generation + 1 }),
  });
  return { outcome: outcomeOf(metadata, seconds), pod: deleted, rule, gracePeriodSeconds: seconds };
}

function firstGracePeriod(
  { spec, status }: Pod,
  option: number | undefined,
): { readonly rule: PodDeletionRule; readonly seconds: number } {
  const { nodeName, terminationGracePeriodSeconds } = objectOf(spec);
  const { phase } = objectOf(status);
  if (textOf(nodeName) === '') {
    return { rule: 'UNSCHEDULED', seconds: 0 };
  }
  if (phase === 'Failed' || phase === 'Succeeded') {
    return { rule: 'FINISHED', seconds: 0 };
  }
  return option === undefined
    ? { rule: 'POD', seconds: notNegative(secondsOf(terminationGracePeriodSeconds)) ?? 0 }
    : { rule: 'OPTION', seconds: option };
}

function deleteAgain(
  pod: Pod,
  metadata: Partial<ObjectMeta>,
  option: number | undefined,
  nowMs: number,
): PodDeletionExplanation {
  const current = notNegative(secondsOf(metadata.deletionGracePeriodSeconds)) ?? 0;
  if (current === 0) {
    return deleteWithoutTime(pod, metadata, nowMs);
  }
  if (option === undefined || option >= current) {
    return { outcome: 'pending', pod, rule: 'NOT_SHORTER', gracePeriodSeconds: current };
  }
  const movedMs = movedBack(metadata, current, option);
  const isExpired = !(movedMs >= nowMs);
  const seconds = isExpired && option !== 0 ? 1 : option;
  const fields = deletionFields(metadata, isExpired ? nowMs : movedMs, seconds);
  return {
    outcome: outcomeOf(metadata, option),
    pod: withMetadata(pod, { ...metadata, ...fields }),
    rule: seconds === option ? 'SHORTENED' : 'EXPIRED',
    gracePeriodSeconds: seconds,
  };
}

/** NaN if the timestamp cannot be read. */
function movedBack(
  { deletionTimestamp }: Partial<ObjectMeta>,
  current: number,
  option: number,
): number {
  return timestampMs(deletionTimestamp) - durationMs(current) + durationMs(option);
}

/** Only finalizers keep a Pod without a grace period. */
function deleteWithoutTime(
  pod: Pod,
  metadata: Partial<ObjectMeta>,
  nowMs: number,
): PodDeletionExplanation {
  const outcome = outcomeOf(metadata, 0);
  const isLater = timestampMs(metadata.deletionTimestamp) > nowMs;
  const fields = isLater ? deletionFields(metadata, nowMs, 0) : { deletionGracePeriodSeconds: 0 };
  const kept = outcome === 'immediate' ? pod : withMetadata(pod, { ...metadata, ...fields });
  return { outcome, pod: kept, rule: 'NO_TIME_LEFT', gracePeriodSeconds: 0 };
}

function outcomeOf({ finalizers }: Partial<ObjectMeta>, seconds: number): DeletionOutcome {
  if (seconds > 0) {
    return 'graceful';
  }
  return listOf(finalizers).length > 0 ? 'finalizers' : 'immediate';
}

function withMetadata(pod: Pod, metadata: ObjectMeta): Pod {
  return { ...pod, metadata };
}

function deletionFields(
  { creationTimestamp }: Partial<ObjectMeta>,
  atMs: number,
  deletionGracePeriodSeconds: number,
): ObjectMeta {
  return {
    deletionTimestamp: storedTimeLike(atMs, creationTimestamp),
    deletionGracePeriodSeconds,
  };
}
