import { childPath } from './path.js';
import { fieldProblem } from './problem.js';
import { raise } from './read.js';
import type { IntegerRange } from './values.js';

/** The numbers that an option can be, both bounds inclusive. `NaN` is never one of them. */
export interface OptionRange extends IntegerRange {
  /** Whether it must be a whole number; no by default. */
  readonly isWhole?: boolean | undefined;
}

/** Any number of seconds, milliseconds or bytes, from 0; infinity means no end. */
export const AMOUNT_OPTION: OptionRange = { min: 0, max: Infinity };

/** A time in milliseconds, such as of `Date.now()`, as far as a `Date` can hold it. */
export const TIME_OPTION: OptionRange = { min: -8.64e15, max: 8.64e15 };

/** The milliseconds that a timer of the runtime can last; it turns all others into 1. */
export const TIMER_OPTION: OptionRange = { min: 1, max: 2147483647 };

/** An int32 field of Kubernetes. */
export const INT32_OPTION: OptionRange = { min: -2147483648, max: 2147483647, isWhole: true };

/** Something that is counted. */
export const COUNT_OPTION: OptionRange = { min: 0, max: 9_007_199_254_740_991, isWhole: true };

/**
 * Reads an option that is a time or a count, where it enters. Without this, a wrong one becomes a timer of 1 ms, an endless
 * loop, or an answer that is not a number.
 *
 * @param option - name of the option
 * @param value - its value
 * @param range - what it can be
 * @param code - code of the error, that of all options of the package
 * @returns the value; undefined if it is absent
 * @throws {@link FieldError} with the code if it is not such a number
 *
 * @internal
 */
export function readOption<Code extends string = 'INVALID_TYPE'>(
  option: string,
  value: unknown,
  range: OptionRange,
  code: Code = 'INVALID_TYPE' as Code,
): number | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  const { min, max, isWhole = false } = range;
  const isInRange = typeof value === 'number' && value >= min && value <= max;
  if (!isInRange || (isWhole && !Number.isInteger(value))) {
    const message = `must be ${isWhole ? 'a whole number' : 'a number'}${max === Infinity ? `, ${min} or more` : ` from ${min} to ${max}`}`;
    const type = 'INVALID';
    const path = childPath(undefined, option);
    raise(fieldProblem({ type, code, path, ...(typeof value !== 'string' && { value }), message }));
  }
  return value as number;
}
