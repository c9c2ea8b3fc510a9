import type { Quantity } from '@kubesem/quantity';
import { int64Value } from '@kubesem/resources/internal';

/** A whole number in the range of Go's int64: a number up to 2^53, a bigint only beyond. Each value has one form. */
export type Int64 = number | bigint;

/** The scale of thousandths. */
const MILLI = -3;

/** The usual factors, by which a number can be multiplied. */
const FACTORS: { readonly [shift: number]: number } = { 0: 1, 3: 1e3, 6: 1e6, 9: 1e9 };

/** Wraps a whole number around to an int64. */
function wrap(value: bigint): Int64 {
  return oneForm(BigInt.asIntN(64, value));
}

function oneForm(value: bigint): Int64 {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
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
 * everything else, rounded away from zero. This is `int64Value`, and faster for usual amounts.
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
  return oneForm(int64Value(quantity, target));
}
