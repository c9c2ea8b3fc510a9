import { KubesemError, type QuantityInput } from '@kubesem/core';
import { parseQuantity } from './parse.js';

/** More bits than a number has, so that the rest decides about rounding. */
const QUOTIENT_BITS = 66;

/** Both as integers at the same power of ten; undefined if one is absent, or if the second one is zero. */
function dividends(
  part: QuantityInput | null | undefined,
  whole: QuantityInput | null | undefined,
): [part: bigint, whole: bigint] | undefined {
  if (part === undefined || part === null || whole === undefined || whole === null) {
    return undefined;
  }
  const [x, y] = [parseQuantity(part), parseQuantity(whole)];
  const scale = Math.min(x.scale, y.scale);
  return y.isZero() ? undefined : [x.scaledValue(scale), y.scaledValue(scale)];
}

/** The number nearest to `a / b`, for positive integers. */
function nearestQuotient(a: bigint, b: bigint): number {
  const direct = Number(a) / Number(b);
  if (Number.isSafeInteger(Number(a)) && Number.isSafeInteger(Number(b))) {
    return direct;
  }
  const bits = (value: bigint) => 4 * value.toString(16).length;
  const shift = Math.max(0, bits(b) - bits(a) + QUOTIENT_BITS);
  const dividend = a << BigInt(shift);
  const quotient = dividend / b;
  // A rest makes the last bit odd, so the number is never taken for the middle between two.
  const sticky = quotient * b === dividend ? quotient : quotient | BigInt(1);
  const half = Math.floor(shift / 2);
  return Number(sticky) * 2 ** -half * 2 ** (half - shift);
}

/**
 * Divides two quantities, for bars and thresholds.
 *
 * @param part - the dividend, such as the usage
 * @param whole - the divisor, such as the limit
 * @returns the number nearest to the exact quotient; undefined if the divisor is zero, if one is `undefined` or `null`, and
 * if the quotient is larger than any number
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an argument is not a quantity
 *
 * @example
 * ```ts
 * import { quantityRatio } from '@kubesem/quantity';
 *
 * quantityRatio('512Mi', '2Gi') // => 0.25
 * quantityRatio('100m', '0') // => undefined
 * quantityRatio('100m', undefined) // => undefined
 * ```
 */
export function quantityRatio(
  part: QuantityInput | null | undefined,
  whole: QuantityInput | null | undefined,
): number | undefined {
  const both = dividends(part, whole);
  if (both === undefined) {
    return undefined;
  }
  const [a, b] = both;
  const zero = BigInt(0);
  const size = nearestQuotient(a < zero ? -a : a, b < zero ? -b : b);
  if (!Number.isFinite(size)) {
    return undefined;
  }
  return a < zero === b < zero ? size : 0 - size;
}

/**
 * Returns a quantity in percent of another one, rounded once, from the exact quotient.
 *
 * `kubectl describe node` cuts decimals off instead: use `Math.floor(100 * quantityRatio(part, whole))` for that.
 *
 * @param part - the amount, such as the usage
 * @param whole - what 100 percent are, such as the limit
 * @param digits - the number of decimals, 0 to 20; half of the last one is rounded away from zero
 * @returns the percentage; undefined if `whole` is zero, or if one is `undefined` or `null`
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `DIGITS_OUT_OF_RANGE` if the digits are not an integer from 0 to 20
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an argument is not a quantity
 *
 * @example
 * ```ts
 * import { quantityPercent } from '@kubesem/quantity';
 *
 * quantityPercent('1', '3') // => 33
 * quantityPercent('1', '3', 2) // => 33.33
 * quantityPercent('1005m', '2', 1) // => 50.3
 * quantityPercent('1', 0) // => undefined
 * ```
 */
export function quantityPercent(
  part: QuantityInput | null | undefined,
  whole: QuantityInput | null | undefined,
  digits = 0,
): number | undefined {
  requireDigits(digits);
  const both = dividends(part, whole);
  if (both === undefined) {
    return undefined;
  }
  const [a, b] = both;
  const zero = BigInt(0);
  const [x, y] = [a < zero ? -a : a, b < zero ? -b : b];
  const two = BigInt(2);
  const rounded = (x * BigInt(`200${'0'.repeat(digits)}`) + y) / (two * y);
  const size = Number(`${rounded}e-${digits}`);
  return a < zero === b < zero ? size : 0 - size;
}

/** Throws unless the value is a number of decimals. */
export function requireDigits(digits: unknown): void {
  if (!Number.isInteger(digits) || (digits as number) < 0 || (digits as number) > 20) {
    throw new KubesemError({
      code: 'DIGITS_OUT_OF_RANGE',
      input: digits,
      message: 'digits must be an integer from 0 to 20',
    });
  }
}
