/** The largest integer of 64 bits. Source: Go's `math`, `MaxInt64`. */
export const MAX_INT64: bigint = /* @__PURE__ */ BigInt('9223372036854775807');

/** The smallest integer of 64 bits. Source: Go's `math`, `MinInt64`. */
export const MIN_INT64: bigint = /* @__PURE__ */ BigInt('-9223372036854775808');

/**
 * Reports whether a string is a decimal integer of 64 bits, as Go parses it.
 *
 * @param text - the text; a sign and leading zeros are allowed
 * @returns whether Go accepts it
 *
 * @example
 * ```ts
 * import { isInt64Text } from '@kubesem/core/internal';
 *
 * isInt64Text('-9223372036854775808') // => true
 * isInt64Text('9223372036854775808') // => false
 * isInt64Text('1.0') // => false
 * ```
 *
 * Source: Go's `strconv`, `ParseInt` with base 10 and 64 bits.
 */
export function isInt64Text(text: string): boolean {
  const match = /^([+-]?)(\d+)$/.exec(text);
  const digits = (match?.[2] ?? '').replace(/^0+(?=\d)/, '');
  if (match === null || digits.length > 19) {
    return false;
  }
  const magnitude = BigInt(digits);
  return magnitude <= MAX_INT64 || (match[1] === '-' && magnitude === MAX_INT64 + BigInt(1));
}
