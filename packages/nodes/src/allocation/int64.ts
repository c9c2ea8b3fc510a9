import type { Quantity } from '@kubesem/quantity';

/**
 * A whole number as Go's int64 holds it: a number where that is exact, a bigint only beyond 2^53. Each value has one
 * form.
 */
export type Int64 = number | bigint;

/** The scale of thousandths. */
const MILLI = -3;

/** By these powers of ten Go multiplies an int64 at once, which wraps; by others step by step, until it overflows. */
const WRAPPING_POWERS = [1, 2, 3, 6, 9];

/** What most amounts are multiplied by, so that a number will do. */
const FACTORS: { readonly [shift: number]: number } = { 0: 1, 3: 1e3, 6: 1e6, 9: 1e9 };

/** Digits that Go keeps in its int64 form. */
const INT64_DIGITS = 18;

/** What is left of a whole number in an int64. */
function wrap(value: bigint): Int64 {
  const wrapped = BigInt.asIntN(64, value);
  const near = Number(wrapped);
  return Number.isSafeInteger(near) ? near : wrapped;
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
 * up to 18 digits count as the int64 form, which is what the parser makes of them. (Below zero Go may differ more.)
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

/** Whether the parser of Go makes no more than an int64 of the digits. */
function isInt64Form(digits: Int64): boolean {
  return String(digits).replace('-', '').length <= INT64_DIGITS;
}
