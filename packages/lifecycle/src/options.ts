import { fields, INT64_RANGE, THROW } from '@kubesem/core';

/** Reads an option that counts seconds; undefined if it is absent. Throws if it is not an integer. */
export function readSeconds(option: string, value: unknown): number | undefined {
  return fields({ [option]: value }, THROW).integer(option, INT64_RANGE);
}
