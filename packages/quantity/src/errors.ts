import { KubesemError } from '@kubesem/core';

/**
 * Why a value is not a quantity.
 *
 * - `INVALID_TYPE`: not a string, number, bigint or quantity
 * - `NOT_FINITE`: `NaN` or an infinity
 * - `EMPTY`: the empty string
 * - `TOO_LONG`: more than 10,000 characters
 * - `INVALID_CHARACTER`: a character that is not allowed in this place
 * - `INVALID_SUFFIX`: an unknown suffix
 * - `NO_DIGITS`: a suffix without digits that Kubernetes does not read as zero
 * - `EXPONENT_OUT_OF_RANGE`: an exponent beyond ±9999
 */
export type QuantityParseErrorCode =
  | 'INVALID_TYPE'
  | 'NOT_FINITE'
  | 'EMPTY'
  | 'TOO_LONG'
  | 'INVALID_CHARACTER'
  | 'INVALID_SUFFIX'
  | 'NO_DIGITS'
  | 'EXPONENT_OUT_OF_RANGE';

/**
 * Thrown if a value is not a quantity. `offset` is the index of the first invalid character.
 *
 * @example
 * ```ts
 * import { safeParseQuantity } from '@kubesem/quantity';
 *
 * const { error } = safeParseQuantity('1.5K');
 * error?.name // => 'QuantityParseError'
 * error?.code // => 'INVALID_SUFFIX'
 * error?.offset // => 3
 * error?.input // => '1.5K'
 * ```
 */
export class QuantityParseError extends KubesemError<QuantityParseErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'QuantityParseError';
}
