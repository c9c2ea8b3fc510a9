import { childPath, INT64_RANGE, readInteger } from '@kubesem/core';

/** Reads an option that counts seconds; undefined if it is absent. Throws if it is not an integer. */
export function readSeconds(option: string, value: unknown): number | undefined {
  return readInteger(value, childPath(undefined, option), INT64_RANGE);
}
