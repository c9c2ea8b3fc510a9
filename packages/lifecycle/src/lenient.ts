// Readers of a stored status. What has the wrong JSON type counts as absent: a table shows the other Pods as well.
import {
  INT32_RANGE,
  type IntegerRange,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core';

/** The integers that numbers hold exactly; the fields are int64. */
export const SECONDS_RANGE: IntegerRange = {
  min: -9_007_199_254_740_991,
  max: 9_007_199_254_740_991,
};

/** Ignores a problem. */
export const ignore = (): void => {};

/** The object; empty if it is absent. */
export function objectOf<T extends object>(value: T | null | undefined): Partial<T> {
  return readObject(value, undefined, ignore) ?? {};
}

/** The objects of a list; empty ones for entries that are not. */
export function objectsOf<T extends object>(
  value: readonly T[] | null | undefined,
): readonly Partial<T>[] {
  return readList(value, undefined, ignore).map(objectOf);
}

/** The string; empty if it is absent. */
export function textOf(value: unknown): string {
  return readString(value, undefined, ignore);
}

/** The int32; 0 if it is absent. */
export function countOf(value: unknown): number {
  return readInteger(value, undefined, INT32_RANGE, ignore) ?? 0;
}

/** The list; empty if it is absent. */
export function listOf<T>(value: readonly T[] | null | undefined): readonly T[] {
  return readList(value, undefined, ignore);
}

/** An integer that counts seconds; undefined if it is absent. */
export function secondsOf(value: unknown): number | undefined {
  return readInteger(value, undefined, SECONDS_RANGE, ignore);
}
