// Readers of a stored status. What has the wrong JSON type counts as absent: a table shows the other Pods as well.
import { INT32_RANGE, INT64_RANGE, ignoreProblem, readInteger } from '@kubesem/core';

/** The int32; 0 if it is absent. */
export function countOf(value: unknown): number {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem) ?? 0;
}

/** An integer that counts seconds; undefined if it is absent. */
export function secondsOf(value: unknown): number | undefined {
  return readInteger(value, undefined, INT64_RANGE, ignoreProblem);
}
