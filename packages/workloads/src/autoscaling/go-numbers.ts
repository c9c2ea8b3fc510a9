// The arithmetic of Go on amd64, which these computations run into with huge values.
import { INT32_RANGE } from '@kubesem/core';

const MIN_INT64 = /* @__PURE__ */ BigInt('-9223372036854775808');

/** The integer part of a number as int32; the smallest one if it does not fit. */
export function toInt32(value: number): number {
  const integer = Math.trunc(value);
  return integer >= INT32_RANGE.min && integer <= INT32_RANGE.max ? integer + 0 : INT32_RANGE.min;
}

/** The integer part of a number as int64; the smallest one if it does not fit. */
export function toInt64(value: number): bigint {
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}
