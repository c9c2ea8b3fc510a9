// Readers of a stored status. What has the wrong JSON type counts as absent: a table shows the other Pods as well.
import { INT32_RANGE, type IntegerRange, ignoreProblem, readInteger } from '@kubesem/core';

/** The integers that numbers hold exactly; the fields are int64. */
export const SECONDS_RANGE: IntegerRange = {
  min: -9_007_199_254_740_991,
  max: 9_007_199_254_740_991,
};

/** The int32; 0 if it is absent. */
export function countOf(value: unknown): number {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem) ?? 0;
}

/** An integer that counts seconds; undefined if it is absent. */
export function secondsOf(value: unknown): number | undefined {
  return readInteger(value, undefined, SECONDS_RANGE, ignoreProblem);
}
