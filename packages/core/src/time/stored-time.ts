import type { Timestamp } from '../api/meta/metadata.js';
import { readOption, TIME_OPTION } from '../field/option.js';
import { type FieldPath, fieldPath } from '../field/path.js';
import { raise, wrongType } from '../field/read.js';
import { timestampMs } from './timestamp.js';

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
 * import { fieldPath, readTime } from '@kubesem/core';
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
 * import { readNow } from '@kubesem/core';
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
 * import { storedTime } from '@kubesem/core';
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
 * import { storedTimeLike } from '@kubesem/core';
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
