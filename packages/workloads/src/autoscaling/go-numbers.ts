// The arithmetic of Go on amd64, which decides the results of huge values.
import { INT32_RANGE, MAX_INT64 } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { int64Value } from '@kubesem/resources/internal';

const MIN_INT64 = /* @__PURE__ */ BigInt('-9223372036854775808');

/** The integer part of a number as int32; the smallest one if it does not fit. */
export function toInt32(value: number): number {
  const integer = Math.trunc(value);
  return integer >= INT32_RANGE.min && integer <= INT32_RANGE.max ? integer + 0 : INT32_RANGE.min;
}

/** Wraps a whole number around to an int64. */
export function wrapInt64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** The sum of int64s, which wraps around. */
export function sumInt64(values: Iterable<bigint>): bigint {
  let total = BigInt(0);
  for (const value of values) {
    total += value;
  }
  return wrapInt64(total);
}

/** The value of an amount in thousandths. */
export function milliInt64(quantity: Quantity): bigint {
  return int64Value(quantity, -3);
}

/** The integer part of a number as int64; the smallest one if it does not fit. */
export function toInt64(value: number): bigint {
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}

const ZERO: bigint = /* @__PURE__ */ BigInt(0);

/** A sum that stops at the largest int64, and wraps around below the smallest one. */
export function cappedSum(values: readonly bigint[]): bigint {
  let total = ZERO;
  for (const value of values) {
    total += value;
    if (total > MAX_INT64) {
      return MAX_INT64;
    }
    total = wrapInt64(total);
  }
  return total;
}

/** A sum that is the largest int64 after an overflow; a negative sum counts as one. */
export function checkedSum(values: readonly bigint[]): bigint {
  let total = ZERO;
  for (const value of values) {
    total += value;
    if (total < ZERO || total > MAX_INT64) {
      return MAX_INT64;
    }
  }
  return total;
}
