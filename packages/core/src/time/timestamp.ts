import type { Timestamp } from '../api/meta/metadata.js';
import { formatDuration } from './format-duration.js';

/** The zero time of Go, which means that no time is set: the start of the year 1. */
const ZERO_TIME_MS = -62_135_596_800_000;

/** Length of a time with milliseconds, such as `2026-01-01T00:00:00.000Z`. */
const MILLISECONDS_LENGTH = 24;

/**
 * Reads a time of an object.
 *
 * @param timestamp - the time: RFC 3339 or a `Date`
 * @returns milliseconds since 1970; half a millisecond is added for finer fractions; NaN if there is no time, which
 * Kubernetes also writes as the start of the year 1, or if it cannot be read
 *
 * @example
 * ```ts
 * import { timestampMs } from '@kubesem/core';
 *
 * timestampMs('1970-01-01T00:00:05Z') // => 5000
 * timestampMs('1970-01-01T00:00:00.000000001Z') // => 0.5
 * timestampMs('0001-01-01T00:00:00Z') // => NaN
 * timestampMs(undefined) // => NaN
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `Time.UnmarshalJSON` and `Time.IsZero`.
 */
export function timestampMs(timestamp: Timestamp | null | undefined): number {
  if (typeof timestamp !== 'string') {
    // A Date may come from another window or frame, so `instanceof` does not recognize it.
    const ms = typeof timestamp?.getTime === 'function' ? Number(timestamp.getTime()) : Number.NaN;
    return ms === ZERO_TIME_MS ? Number.NaN : ms;
  }
  const ms = Date.parse(timestamp);
  const isFiner = timestamp.length > MILLISECONDS_LENGTH && /\.\d{3}\d*[1-9]/.test(timestamp);
  return ms === ZERO_TIME_MS ? Number.NaN : isFiner ? ms + 0.5 : ms;
}

/**
 * Writes how long ago something was, as kubectl prints ages.
 *
 * @param timestamp - when it was
 * @param now - the current time
 * @returns the age, such as `5d7h`; `<unknown>` without a time; `<invalid>` if it is more than 1 second in the future
 *
 * @example
 * ```ts
 * import { formatAge } from '@kubesem/core';
 *
 * formatAge('2026-01-01T00:00:00Z', '2026-01-01T00:03:20Z') // => '3m20s'
 * formatAge(null, '2026-01-01T00:00:00Z') // => '<unknown>'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `translateTimestampSince`.
 */
export function formatAge(
  timestamp: Timestamp | null | undefined,
  now: Timestamp | null | undefined,
): string {
  const ageMs = timestampMs(now) - timestampMs(timestamp);
  return Number.isNaN(ageMs) ? '<unknown>' : formatDuration(ageMs);
}
