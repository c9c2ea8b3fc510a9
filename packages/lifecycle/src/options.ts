import {
  childPath,
  raise,
  readInteger,
  type Timestamp,
  timestampMs,
  wrongType,
} from '@kubesem/core';
import { SECONDS_RANGE } from './lenient.js';

/** Reads an option that counts seconds; undefined if it is absent. Throws if it is not an integer. */
export function readSeconds(option: string, value: unknown): number | undefined {
  return readInteger(value, childPath(undefined, option), SECONDS_RANGE);
}

/** Reads the option `now`, in milliseconds. Throws if it is not a time. */
export function readNow(now: Timestamp): number {
  const ms = timestampMs(now);
  return Number.isNaN(ms) ? raise(wrongType(now, childPath(undefined, 'now'), 'a time')) : ms;
}
