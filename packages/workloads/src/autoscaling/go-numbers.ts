// The arithmetic of Go on amd64, which these computations run into with huge values.

const MIN_INT32 = -2147483648;
const MAX_INT32 = 2147483647;
const MIN_INT64 = /* @__PURE__ */ BigInt('-9223372036854775808');

/** The largest int64. */
export const MAX_INT64: bigint = /* @__PURE__ */ BigInt('9223372036854775807');

/** The integer part of a number as int32; the smallest one if it does not fit. */
export function toInt32(value: number): number {
  const integer = Math.trunc(value);
  return integer >= MIN_INT32 && integer <= MAX_INT32 ? integer + 0 : MIN_INT32;
}

/** The integer part of a number as int64; the smallest one if it does not fit. */
export function toInt64(value: number): bigint {
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}
