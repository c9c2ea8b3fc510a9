import type { Timestamp } from '../api/meta/metadata.js';
import { formatDuration } from './format-duration.js';

/** The zero time of Go, which means that no time is set: the start of the year 1, in milliseconds since 1970. */
export const ZERO_TIME_MS = -62_135_596_800_000;

/** RFC 3339, and what Go accepts beyond it: hours of one digit, and a comma before the fraction. */
const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T(\d\d?):([0-5]\d):([0-5]\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Reads a time of an object.
 *
 * @param timestamp - the time: RFC 3339 or a `Date`
 * @returns milliseconds since 1970; half a millisecond is added for finer fractions; NaN if there is no time, which
 * Kubernetes also writes as the start of the year 1, or if Kubernetes cannot read it
 *
 * @example
 * ```ts
 * import { timestampMs } from '@kubesem/core';
 *
 * timestampMs('1970-01-01T00:00:05Z') // => 5000
 * timestampMs('1970-01-01T00:00:00.000000001Z') // => 0.5
 * timestampMs('0001-01-01T00:00:00Z') // => NaN
 * timestampMs('2026-02-30T00:00:00Z') // => NaN
 * timestampMs(undefined) // => NaN
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `Time.UnmarshalJSON` and `Time.IsZero`.
 */
export function timestampMs(timestamp: Timestamp | null | undefined): number {
  const ms = parsedTimeMs(timestamp);
  return ms === ZERO_TIME_MS ? Number.NaN : ms;
}

/** The milliseconds since 1970 of a time, the zero time of Go among them; NaN if Kubernetes cannot read it. */
export function parsedTimeMs(timestamp: Timestamp | null | undefined): number {
  if (typeof timestamp === 'string') {
    return parseTime(timestamp);
  }
  // A Date may come from another window or frame, so `instanceof` does not recognize it.
  return typeof timestamp?.getTime === 'function' ? Number(timestamp.getTime()) : Number.NaN;
}

function parseTime(text: string): number {
  const [, date = '', hour, minute, second, fraction = '', sign, zoneHour = 0, zoneMinute = 0] =
    RFC_3339.exec(text) ?? [];
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  // Some engines read a day that the month does not have as one of the next month.
  const isDay = new Date(dayMs).getUTCDate() === Number(date.slice(8));
  // Go accepts offsets up to 24:60.
  if (!isDay || Number(hour) > 23 || Number(zoneHour) > 24 || Number(zoneMinute) > 60) {
    return Number.NaN;
  }
  const zoneMinutes = (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute));
  const minutes = Number(hour) * 60 + Number(minute) - zoneMinutes;
  // Go cuts a fraction after nanoseconds.
  const isFiner = /[1-9]/.test(fraction.slice(3, 9));
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0')) + (isFiner ? 0.5 : 0);
  return dayMs + minutes * 60_000 + Number(second) * 1000 + ms;
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
