import type { Timestamp } from './api/meta/metadata.js';
import { readOption, TIME_OPTION } from './field/option.js';
import { type FieldPath, fieldPath } from './field/path.js';
import { raise, wrongType } from './field/read.js';

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
 * import { timestampMs } from '@kubesem/core/internal';
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

/**
 * Reads a time that must be there.
 *
 * @param value - the time: RFC 3339 or a `Date`
 * @param path - path of the field
 * @returns milliseconds since 1970, as {@link timestampMs} returns them
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value is not a time
 *
 * @example
 * ```ts
 * import { fieldPath } from '@kubesem/core';
 * import { readTime } from '@kubesem/core/internal';
 *
 * const path = fieldPath('time');
 * readTime('1970-01-01T00:00:05Z', path) // => 5000
 * readTime('soon', path) // throws INVALID_TYPE
 * ```
 */
export function readTime(value: Timestamp, path: FieldPath): number {
  const ms = timestampMs(value);
  return Number.isNaN(ms) ? raise(wrongType(value, path, 'a time')) : ms;
}

/**
 * Reads the option `now` of a function.
 *
 * @param now - the current time
 * @returns milliseconds since 1970
 * @throws {@link FieldError} with code `INVALID_TYPE` if it is not a time
 *
 * @example
 * ```ts
 * import { readNow } from '@kubesem/core/internal';
 *
 * readNow(new Date(5000)) // => 5000
 * readNow('soon') // throws INVALID_TYPE
 * ```
 */
export function readNow(now: Timestamp): number {
  return readTime(now, fieldPath('now'));
}

/**
 * Writes a time as the API server stores it: without fractions of a second.
 *
 * @param ms - milliseconds since 1970
 * @returns the time, such as `2026-01-01T00:00:00Z`
 * @throws {@link FieldError} with code `INVALID_TYPE` if no `Date` can hold the time
 *
 * @example
 * ```ts
 * import { storedTime } from '@kubesem/core/internal';
 *
 * storedTime(5999) // => '1970-01-01T00:00:05Z'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `Time.MarshalJSON`.
 */
export function storedTime(ms: number): string {
  return wholeSeconds(ms).toISOString().replace('.000Z', 'Z');
}

/**
 * Writes a time as {@link storedTime} does, or as a `Date` in an object of the official client.
 *
 * @param ms - milliseconds since 1970
 * @param like - another time of the object, or the current time
 * @returns the time in whole seconds; a `Date` if the other one is not a string
 * @throws {@link FieldError} with code `INVALID_TYPE` if no `Date` can hold the time
 *
 * @example
 * ```ts
 * import { storedTimeLike } from '@kubesem/core/internal';
 *
 * storedTimeLike(5999, '2026-01-01T00:00:00Z') // => '1970-01-01T00:00:05Z'
 * storedTimeLike(5999, new Date(0)) // => new Date(5000)
 * ```
 */
export function storedTimeLike(ms: number, like: Timestamp | null | undefined): Timestamp {
  return typeof like === 'object' && like !== null ? wholeSeconds(ms) : storedTime(ms);
}

function wholeSeconds(ms: number): Date {
  readOption('ms', ms, TIME_OPTION);
  return new Date(Math.floor(ms / 1000) * 1000);
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The longest duration of Go: an int64 of nanoseconds, about 292 years. */
const MAX_DURATION_MS = 9_223_372_036_854;

/**
 * Writes an age as kubectl prints it: `59s`, `3m20s`, `5d7h`, `2y16d`.
 *
 * @param durationMs - the age in milliseconds; up to 1 second below zero counts as zero
 * @returns the text, or `<invalid>` for an age further below zero and for `NaN`
 *
 * @example
 * ```ts
 * import { formatDuration } from '@kubesem/core';
 *
 * formatDuration(200_000) // => '3m20s'
 * formatDuration(-5000) // => '<invalid>'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/duration` v0.37.1, `HumanDuration`.
 */
export function formatDuration(durationMs: number): string {
  const ms = Math.min(durationMs, MAX_DURATION_MS);
  const seconds = Math.trunc(ms / SECOND_MS);
  if (!(seconds >= 120)) {
    return secondsText(seconds);
  }
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 180) {
    return minutes < 10 ? withRest(minutes, 'm', seconds % 60, 's') : `${minutes}m`;
  }
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 48) {
    return hours < 8 ? withRest(hours, 'h', minutes % 60, 'm') : `${hours}h`;
  }
  const days = Math.floor(hours / 24);
  if (days < 2 * 365) {
    return days < 8 ? withRest(days, 'd', hours % 24, 'h') : `${days}d`;
  }
  const years = Math.floor(days / 365);
  return years < 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

function withRest(value: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`;
}

/**
 * Writes an age in its largest unit alone, as the shortest tables do: `59s`, `3m`, `5d`, `2y`.
 *
 * @param durationMs - the age in milliseconds; up to 1 second below zero counts as zero
 * @returns the text, or `<invalid>` for an age further below zero and for `NaN`
 *
 * @example
 * ```ts
 * import { formatShortDuration } from '@kubesem/core';
 *
 * formatShortDuration(200_000) // => '3m'
 * formatShortDuration(-5000) // => '<invalid>'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/duration` v0.37.1, `ShortHumanDuration`.
 */
export function formatShortDuration(durationMs: number): string {
  const ms = Math.min(durationMs, MAX_DURATION_MS);
  const seconds = Math.trunc(ms / SECOND_MS);
  if (!(seconds >= 60)) {
    return secondsText(seconds);
  }
  if (ms < HOUR_MS) {
    return `${Math.floor(ms / MINUTE_MS)}m`;
  }
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 24) {
    return `${hours}h`;
  }
  const days = Math.floor(hours / 24);
  return days < 365 ? `${days}d` : `${Math.floor(days / 365)}y`;
}

/** Clocks may differ by a second. */
function secondsText(seconds: number): string {
  return seconds >= -1 ? `${Math.max(seconds, 0)}s` : '<invalid>';
}
