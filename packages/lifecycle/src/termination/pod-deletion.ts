import { type Named, type ObjectMeta, type Pod, type Timestamp } from '@kubesem/core';
import {
  ABSENT,
  type Fields,
  fields,
  fieldTimeMs,
  hasEnded,
  INT64_RANGE,
  readNow,
  storedTimeLike,
} from '@kubesem/core/internal';
import { durationMs, readSeconds } from '../seconds.js';

/** Options of {@link podDeletion}. */
export interface PodDeletionOptions {
  /** Grace period of the request in seconds; by default that of the Pod. A negative one counts as 1. */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * What a request to delete a Pod does.
 *
 * - `GRACEFUL`: the Pod is marked for deletion, and the kubelet ends its containers.
 * - `IMMEDIATE`: the Pod is removed from the API.
 * - `PENDING`: nothing changes, because the Pod is being deleted already.
 * - `FINALIZERS`: the Pod has no time left, but stays in the API until its finalizers are removed.
 */
export type DeletionOutcome = 'GRACEFUL' | 'IMMEDIATE' | 'PENDING' | 'FINALIZERS';

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

/** The result of {@link podDeletion}. */
export interface PodDeletion<P extends Pod = Pod> {
  /** What the request does. */
  readonly outcome: DeletionOutcome;
  /** The Pod as it is stored afterwards; if it is removed, as it was stored last. */
  readonly pod: P;
  /** What decides the grace period. */
  readonly rule: PodDeletionRule;
  /** The grace period that the Pod then has, in seconds. */
  readonly gracePeriodSeconds: number;
}

/**
 * Computes what the API server does to delete a Pod: it sets the deletion timestamp and the grace period, or removes the Pod.
 *
 * A Pod without a node, or one that has succeeded or failed, gets a grace period of 0. Further requests can only shorten the
 * grace period: the deletion timestamp becomes earlier, but not earlier than the current time. A field of the wrong type counts
 * as absent.
 *
 * Pass `1` for `kubectl delete --now`, and `0` for `--force --grace-period=0`. Without `--force`, kubectl sends 1 for 0.
 *
 * @param pod - the Pod as it is stored; it is not changed
 * @param options - the grace period of the request, and the current time
 * @returns what happens, the Pod with its new metadata, and what decides the grace period. The timestamp is a `Date` if that of the creation is one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an option has the wrong type
 *
 * @example
 * ```ts
 * import { podDeletion } from '@kubesem/lifecycle';
 *
 * const web = { spec: { nodeName: 'node-1', terminationGracePeriodSeconds: 60 } };
 * const { outcome, pod } = podDeletion(web, { now: '2026-01-01T00:00:00Z' });
 * outcome // => 'GRACEFUL'
 * pod.metadata // => { deletionTimestamp: '2026-01-01T00:01:00Z', deletionGracePeriodSeconds: 60 }
 * podDeletion(pod, { now: '2026-01-01T00:00:05Z' }).rule // => 'NOT_SHORTER'
 * podDeletion(pod, { gracePeriodSeconds: 0, now: '2026-01-01T00:00:05Z' }).outcome // => 'IMMEDIATE'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/pod` v1.37.1, `podStrategy.CheckGracefulDelete`;
 * `k8s.io/apiserver/pkg/registry/rest` v0.37.1, `BeforeDelete`; `k8s.io/apiserver/pkg/registry/generic/registry` v0.37.1,
 * `Store.Delete`.
 */
export function podDeletion<P extends Pod>(
  pod: Named<P>,
  options: PodDeletionOptions,
): PodDeletion<P>;
/** The same for an object literal. */
export function podDeletion(pod: Pod, options: PodDeletionOptions): PodDeletion;
/** The implementation. */
export function podDeletion(stored: Pod, options: PodDeletionOptions): PodDeletion {
  const pod = fields<Pod>(stored, ABSENT);
  const nowMs = readNow(options.now);
  const option = notNegative(readSeconds('gracePeriodSeconds', options.gracePeriodSeconds));
  return pod.at('metadata').has('deletionTimestamp')
    ? deleteAgain(pod, option, nowMs)
    : deleteFirst(pod, option, nowMs);
}

/** A negative grace period counts as 1 second. */
function notNegative(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds;
}

function deleteFirst(pod: Fields<Pod>, option: number | undefined, nowMs: number): PodDeletion {
  const { rule, seconds } = firstGracePeriod(pod, option);
  const metadata = pod.at('metadata');
  const generation = metadata.integer('generation', INT64_RANGE) ?? 0;
  const deleted = withMetadata(pod, {
    ...deletionFields(metadata, nowMs + durationMs(seconds), seconds),
    ...(generation > 0 && { generation: generation + 1 }),
  });
  return { outcome: outcomeOf(metadata, seconds), pod: deleted, rule, gracePeriodSeconds: seconds };
}

function firstGracePeriod(
  pod: Fields<Pod>,
  option: number | undefined,
): { readonly rule: PodDeletionRule; readonly seconds: number } {
  const spec = pod.at('spec');
  if (spec.text('nodeName') === '') {
    return { rule: 'UNSCHEDULED', seconds: 0 };
  }
  if (hasEnded(pod.at('status'))) {
    return { rule: 'FINISHED', seconds: 0 };
  }
  const ofPod = notNegative(spec.integer('terminationGracePeriodSeconds', INT64_RANGE));
  return option === undefined
    ? { rule: 'POD', seconds: ofPod ?? 0 }
    : { rule: 'OPTION', seconds: option };
}

function deleteAgain(pod: Fields<Pod>, option: number | undefined, nowMs: number): PodDeletion {
  const metadata = pod.at('metadata');
  const current = notNegative(metadata.integer('deletionGracePeriodSeconds', INT64_RANGE)) ?? 0;
  if (current === 0) {
    return deleteWithoutTime(pod, nowMs);
  }
  if (option === undefined || option >= current) {
    return { outcome: 'PENDING', pod: pod.value, rule: 'NOT_SHORTER', gracePeriodSeconds: current };
  }
  const movedMs = deletionMs(metadata) - durationMs(current) + durationMs(option);
  const isExpired = !(movedMs >= nowMs);
  const seconds = isExpired && option !== 0 ? 1 : option;
  return {
    outcome: outcomeOf(metadata, option),
    pod: withMetadata(pod, deletionFields(metadata, isExpired ? nowMs : movedMs, seconds)),
    rule: seconds === option ? 'SHORTENED' : 'EXPIRED',
    gracePeriodSeconds: seconds,
  };
}

/** NaN if the timestamp cannot be read. */
function deletionMs(metadata: Fields<ObjectMeta>): number {
  return fieldTimeMs(metadata, 'deletionTimestamp') ?? Number.NaN;
}

/** Only finalizers keep a Pod without a grace period. */
function deleteWithoutTime(pod: Fields<Pod>, nowMs: number): PodDeletion {
  const metadata = pod.at('metadata');
  const outcome = outcomeOf(metadata, 0);
  const isLater = deletionMs(metadata) > nowMs;
  const changed = isLater ? deletionFields(metadata, nowMs, 0) : { deletionGracePeriodSeconds: 0 };
  const kept = outcome === 'IMMEDIATE' ? pod.value : withMetadata(pod, changed);
  return { outcome, pod: kept, rule: 'NO_TIME_LEFT', gracePeriodSeconds: 0 };
}

function outcomeOf(metadata: Fields<ObjectMeta>, seconds: number): DeletionOutcome {
  if (seconds > 0) {
    return 'GRACEFUL';
  }
  return metadata.list('finalizers').length > 0 ? 'FINALIZERS' : 'IMMEDIATE';
}

function withMetadata(pod: Fields<Pod>, changed: ObjectMeta): Pod {
  return { ...pod.value, metadata: { ...pod.at('metadata').value, ...changed } };
}

function deletionFields(
  metadata: Fields<ObjectMeta>,
  atMs: number,
  deletionGracePeriodSeconds: number,
): ObjectMeta {
  return {
    deletionTimestamp: storedTimeLike(atMs, metadata.raw('creationTimestamp')),
    deletionGracePeriodSeconds,
  };
}
