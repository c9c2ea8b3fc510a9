import { childPath, readInteger } from '@kubesem/core';
import { SECONDS_RANGE } from './lenient.js';

/** Reads an option that counts seconds; undefined if it is absent. Throws if it is not an integer. */
export function readSeconds(option: string, value: unknown): number | undefined {
  return readInteger(value, childPath(undefined, option), SECONDS_RANGE);
}
