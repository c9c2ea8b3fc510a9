import { type Pod, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, fieldTimeMs, INT64_RANGE, readNow } from '@kubesem/core/internal';
import { durationMs } from '../seconds.js';

/** Options of {@link activeDeadline}. */
export interface ActiveDeadlineOptions {
  /** The current time. */
  readonly now: Timestamp;
}

/** The deadline of a Pod. */
export interface ActiveDeadline {
  /** When the kubelet ends the Pod, in milliseconds since 1970. */
  readonly endsAtMs: number;
  /** The time until then in milliseconds; 0 if it has passed. */
  readonly remainingMs: number;
  /** Whether it has passed: the Pod becomes `Failed` with the reason `DeadlineExceeded`. */
  readonly exceeded: boolean;
}

/**
 * Computes when a Pod must end because of its `activeDeadlineSeconds`.
 *
 * The time counts from `status.startTime`, when the kubelet accepted the Pod. The time until a node is assigned does not count.
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod as it is stored
 * @param options - the current time
 * @returns the deadline; undefined if the Pod has none, or has not been accepted by a kubelet
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time
 *
 * @example
 * ```ts
 * import { activeDeadline } from '@kubesem/lifecycle';
 *
 * const pod = { spec: { activeDeadlineSeconds: 600 }, status: { startTime: '1970-01-01T00:00:00Z' } };
 * activeDeadline(pod, { now: '1970-01-01T00:09:00Z' }) // => { endsAtMs: 600_000, remainingMs: 60_000, exceeded: false }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `activeDeadlineHandler.pastActiveDeadline`.
 */
export function activeDeadline(
  pod: Pod,
  { now }: ActiveDeadlineOptions,
): ActiveDeadline | undefined {
  const stored = fields<Pod>(pod, ABSENT);
  const nowMs = readNow(now);
  const seconds = stored.at('spec').integer('activeDeadlineSeconds', INT64_RANGE);
  const startedMs = fieldTimeMs(stored.at('status'), 'startTime');
  if (seconds === undefined || startedMs === undefined) {
    return undefined;
  }
  const endsAtMs = startedMs + durationMs(seconds);
  const remainingMs = Math.max(endsAtMs - nowMs, 0);
  return { endsAtMs, remainingMs, exceeded: remainingMs === 0 };
}
