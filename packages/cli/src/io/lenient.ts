// Readers of a stored Pod. A field of the wrong type counts as absent, as in the rows of the table.
import { INT32_RANGE, ignoreProblem, readInteger } from '@kubesem/core';

/** The number; undefined if it is absent. */
export function countOf(value: unknown): number | undefined {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem);
}
