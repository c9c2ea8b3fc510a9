// A reader of stored objects. A field of the wrong type counts as absent: one bad object must not hide the others.
import { INT32_RANGE, ignoreProblem, readInteger } from '@kubesem/core/internal';

/** The number; undefined if it is absent. */
export function countOf(value: unknown): number | undefined {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem);
}
