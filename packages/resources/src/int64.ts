import type { Quantity } from '@kubesem/quantity';

/** Go multiplies an int64 by these powers of ten in one step, and wraps around; by others step by step until it overflows. */
const WRAPPING_POWERS = [1, 2, 3, 6, 9];

/** The number of digits that Go keeps in its int64 form. */
const INT64_DIGITS = 18;

/**
 * Returns the int64 that Kubernetes computes with: multiples of a power of ten, rounded away from zero.
 *
 * Beyond int64 Go returns 0 or wraps around, depending on its internal form of the quantity. `Quantity` does not keep the
 * form: as in Go's parser, up to 18 digits of the canonical form, in which the API server stores amounts, count as the
 * int64 form. (Below zero, Go may differ more.)
 *
 * @param quantity - the amount
 * @param scale - the power of ten: 0 for whole units, -3 for thousandths
 * @returns the value, which differs from `quantity.scaledValue(scale)` only beyond int64
 *
 * @example
 * ```ts
 * import { parseQuantity } from '@kubesem/quantity';
 * import { int64Value } from '@kubesem/resources';
 *
 * int64Value(parseQuantity('1.5'), -3) // => BigInt(1500)
 * int64Value(parseQuantity('10E'), 0) // => BigInt(0)
 * int64Value(parseQuantity('9223372036854775807'), -3) // => BigInt(-1000)
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.Value` and `Quantity.MilliValue`.
 *
 * @internal
 */
export function int64Value(quantity: Quantity, scale: 0 | -3): bigint {
  const exact = quantity.scaledValue(scale);
  const wrapped = BigInt.asIntN(64, exact);
  const isZero =
    wrapped !== exact &&
    isInt64Form(quantity.mantissa) &&
    !WRAPPING_POWERS.includes(quantity.scale - scale);
  return isZero ? BigInt(0) : wrapped;
}

/** Whether Go's parser keeps the digits in its int64 form. */
function isInt64Form(digits: Quantity['mantissa']): boolean {
  return String(digits).replace('-', '').length <= INT64_DIGITS;
}
