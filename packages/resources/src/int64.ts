import type { Quantity } from '@kubesem/quantity';

/**
 * A whole number as Go's int64 holds it: a number where that is exact, a bigint only beyond 2^53. Each value has one
 * form.
 */
export type Int64 = number | bigint;

/** The scale of thousandths. */
const MILLI = -3;

/** Up to here Go multiplies in one step, which wraps; elsewhere it multiplies by ten until it sees an overflow. */
const WRAPPING_POWERS = [1, 2, 3, 6, 9];

/** Digits that Go keeps in its int64 form. */
const INT64_DIGITS = 18;

/** Numbers are kept for what they hold exactly. */
function normalize(value: bigint): Int64 {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** What is left of a whole number in an int64. */
function wrap(value: bigint): Int64 {
  return normalize(BigInt.asIntN(64, value));
}

/** `a + b`, wrapped around as Go does it. */
export function addInt64(a: Int64, b: Int64): Int64 {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) {
      return sum;
    }
  }
  return wrap(BigInt(a) + BigInt(b));
}

/** `a - b`, wrapped around as Go does it. */
export function subtractInt64(a: Int64, b: Int64): Int64 {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) {
      return difference;
    }
  }
  return wrap(BigInt(a) - BigInt(b));
}

/**
 * What describe and the scheduler see of an amount: thousandths of cpu, whole units of all else, rounded away from zero,
 * in an int64.
 *
 * Beyond int64 Go answers 0 or wraps around, by the form in which it holds the quantity. Ours does not keep the form:
 * up to 18 digits count as the int64 form, which is what the parser makes of them.
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.Value` and `Quantity.MilliValue`.
 */
export function toInt64(name: string, quantity: Quantity | undefined): Int64 {
  if (quantity === undefined) {
    return 0;
  }
  const target = name === 'cpu' ? MILLI : 0;
  const { mantissa, scale } = quantity;
  const shift = scale - target;
  if (typeof mantissa === 'number') {
    const value = shift === 0 ? mantissa : shift === 3 ? mantissa * 1000 : Number.NaN;
    if (Number.isSafeInteger(value)) {
      return value;
    }
  }
  const exact = quantity.scaledValue(target);
  const wrapped = BigInt.asIntN(64, exact);
  return wrapped === exact ? normalize(exact) : overflowed(BigInt(mantissa), shift, exact);
}

/** What Go makes of `digits · 10^shift`, which no int64 holds. */
function overflowed(digits: bigint, shift: number, exact: bigint): Int64 {
  if (shift <= 0) {
    return wrap(exact);
  }
  const count = String(digits).replace('-', '').length;
  if (count <= INT64_DIGITS) {
    return WRAPPING_POWERS.includes(shift) ? wrap(exact) : 0;
  }
  // The factor is an int64, too: the smallest one, where the power of ten is beyond.
  const power = `1${'0'.repeat(shift)}`;
  const factor = BigInt(shift <= INT64_DIGITS ? power : '-9223372036854775808');
  return wrap(BigInt.asIntN(64, digits) * factor);
}
