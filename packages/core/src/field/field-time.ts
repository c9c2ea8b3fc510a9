import type { Timestamp } from '../api/meta/metadata.js';
import { parsedTimeMs, ZERO_TIME_MS } from '../time.js';
import type { Fields } from './fields.js';

/**
 * Reads a time. It is not a method of the cursor, so that only what reads times holds their grammar.
 *
 * @param object - the cursor
 * @param name - name of the field
 * @returns milliseconds since 1970; undefined if it is absent or the zero time of Go
 *
 * @internal
 */
export function fieldTimeMs<T extends object>(
  object: Fields<T>,
  name: keyof T & string,
): number | undefined {
  const value: unknown = object.raw(name);
  const ms = value === undefined ? ZERO_TIME_MS : parsedTimeMs(value as Timestamp);
  if (Number.isNaN(ms)) {
    object.wrongType(name, value, 'a time');
  }
  return Number.isNaN(ms) || ms === ZERO_TIME_MS ? undefined : ms;
}
