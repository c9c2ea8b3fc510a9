import type { Quantity } from '@kubesem/quantity';

/** A whole number in the range of Go's int64: a number up to 2^53, a bigint only beyond. Each value has one form. */
export type Int64 = number | bigint;

/** The scale of thousandths. */
const MILLI = -3;

/** Go multiplies an int64 by these powers of ten in one step, and wraps around; by others step by step until it overflows. */
const WRAPPING_POWERS = [1, 2, 3, 6, 9];

/** The usual factors, by which a number can be multiplied. */
const FACTORS: { readonly [shift: number]: number } = { 0: 1, 3: 1e3, 6: 1e6, 9: 1e9 };

/** The number of digits that Go keeps in its int64 form. */
const INT64_DIGITS = 18;

/** Wraps a whole number around to an int64. */
function wrap(value: bigint): Int64 {
  const wrapped = BigInt.asIntN(64, value);
  const near = Number(wrapped);
  return Number.isSafeInteger(near) ? near : wrapped;
}

/** Returns `a + b`, wrapped around as in Go. */
export function addInt64(a: Int64, b: Int64): Int64 {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) {
      return sum;
    }
  }
  return wrap(BigInt(a) + BigInt(b));
}

/** Returns `a - b`, wrapped around as in Go. */
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
 * Converts an amount to the int64 that describe and the scheduler compute with: thousandths of cpu, whole units of
 * everything else, rounded away from zero.
 *
 * Beyond int64 Go returns 0 or wraps around, depending on its internal form of the quantity. `Quantity` does not keep the
 * form: as in Go's parser, up to 18 digits of the canonical form, in which the API server stores amounts, count as the
 * int64 form. (Below zero, Go may differ more.)
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
    const value = mantissa * (FACTORS[shift] ?? Number.NaN);
    if (Number.isSafeInteger(value)) {
      return value;
    }
  }
  const exact = quantity.scaledValue(target);
  const fits = BigInt.asIntN(64, exact) === exact;
  const isZero = !fits && isInt64Form(mantissa) && !WRAPPING_POWERS.includes(shift);
  return isZero ? 0 : wrap(exact);
}

/** Whether Go's parser keeps the digits in its int64 form. */
function isInt64Form(digits: Int64): boolean {
  return String(digits).replace('-', '').length <= INT64_DIGITS;
}
