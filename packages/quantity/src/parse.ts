import type { QuantityInput, QuantityLike, Result } from '@kubesem/core';
import type { QuantityParseError } from './errors.js';
import { MAX_EXPONENT } from './integers.js';
import { type Mantissa, normalize } from './mantissa.js';
// The two modules know each other: input makes quantities, and their arithmetic takes input.
import { Quantity } from './quantity.js';
import { fail, parseText } from './text.js';

const FORMATS: readonly string[] = ['DecimalSI', 'BinarySI', 'DecimalExponent'];

/** What the caller's own `toJSON` says; its errors are none of ours, and may hold what is none of ours. */
function textOf(input: QuantityLike): string | undefined {
  try {
    const text: unknown = input.toJSON();
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Takes over a quantity of another copy of the package; plain objects are none, as in an API object's field. */
function fromObject(input: QuantityLike): Quantity {
  if (input instanceof Quantity) {
    return input; // only the short way: the shape decides below
  }
  const { format, mantissa, scale, spelling, toJSON } = (input ?? {}) as Partial<Quantity>;
  if (format !== undefined && FORMATS.includes(format) && typeof toJSON === 'function') {
    const isExact = typeof mantissa === 'bigint' || Number.isSafeInteger(mantissa);
    if (isExact && Number.isInteger(scale) && Math.abs(scale as number) <= MAX_EXPONENT) {
      // Its text would not do: beyond exa that means another value.
      const own = normalize(BigInt(mantissa as Mantissa));
      return new Quantity(own, scale as number, format, spelling);
    }
    const text = textOf(input);
    if (text !== undefined) {
      const parsed = parseText(text);
      return new Quantity(parsed.mantissa, parsed.scale, format);
    }
  }
  return fail('INVALID_TYPE', input, 0, 'it is not a string, number, bigint or quantity');
}

/**
 * Reads a quantity, strictly as Kubernetes parses its text: no white space, no unit but the suffixes of Kubernetes.
 *
 * A number is read by its shortest decimal text (`0.1` is exactly one tenth, `1e21` is in exponent form), a bigint as
 * a whole number. A quantity of any copy of this package is taken over as it is.
 *
 * Of what Kubernetes accepts, two things are refused because a short text would stand for an enormous value, or a
 * long one would take more than linear time: exponents beyond ±9999 and texts of more than 10,000 characters.
 *
 * @param input - `"1.5Gi"`, `"500m"`, `"1e3"`, `0.1`, `4n`, or a quantity
 * @returns the quantity, exact down to 10^-9, rounded away from zero below; binary ones are capped at ±(2^63 - 1)
 * @throws `INVALID_TYPE` if the input is not a string, number, bigint or quantity
 * @throws `NOT_FINITE` if it is `NaN` or an infinity
 * @throws `EMPTY` if it is the empty string
 * @throws `TOO_LONG` if it has more than 10,000 characters
 * @throws `INVALID_CHARACTER` if a character cannot stand where it does
 * @throws `INVALID_SUFFIX` if what follows the number is no suffix
 * @throws `NO_DIGITS` if there is a suffix and no digit, where Kubernetes does not take that for zero
 * @throws `EXPONENT_OUT_OF_RANGE` if the exponent is beyond ±9999
 * @example
 * ```ts
 * import { parseQuantity } from '@kubesem/quantity';
 *
 * parseQuantity('1.5Gi').toString() // => '1536Mi'
 * parseQuantity('1.5Gi').value() // => BigInt(1610612736)
 * parseQuantity(0.1).toString() // => '100m'
 * parseQuantity('1.5 Gi') // throws INVALID_CHARACTER
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `ParseQuantity`.
 */
export function parseQuantity(input: QuantityInput): Quantity {
  switch (typeof input) {
    case 'string':
      return parseText(input);
    case 'number':
      if (Number.isSafeInteger(input)) {
        return new Quantity(input + 0, 0, 'DecimalSI'); // + 0 turns -0 into 0
      }
      if (!Number.isFinite(input)) {
        fail('NOT_FINITE', input, 0, 'it is not finite');
      }
      return parseText(String(input));
    case 'bigint':
      return new Quantity(normalize(input), 0, 'DecimalSI');
    default:
      return fromObject(input);
  }
}

/** White space as `strings.TrimSpace` has it, less the control characters, which JSON escapes. */
function isWhiteSpace(code: number): boolean {
  // Beyond ASCII, where no quantity has a character, JavaScript knows the same but for these two.
  return (
    code === 32 ||
    code === 0x85 ||
    (code > 127 && code !== 0xfeff && String.fromCharCode(code).trim() === '')
  );
}

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) {
    start++;
  }
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}

/**
 * Reads a quantity as the API server reads the value of an object's field: like {@link parseQuantity}, but white space
 * around a string is trimmed, and `null` or `undefined` is zero, as a field that is left out.
 *
 * Tabs and line breaks are not trimmed: in JSON they are escaped, and the server looks at the escaped text.
 *
 * @param value - the field's value out of `JSON.parse`, or a quantity
 * @returns the quantity, as `parseQuantity` does
 * @throws the codes of {@link parseQuantity}
 * @example
 * ```ts
 * import { quantityFromJSON } from '@kubesem/quantity';
 *
 * quantityFromJSON(' 1Gi ').toString() // => '1Gi'
 * quantityFromJSON(JSON.parse('1e3')).toString() // => '1k'
 * quantityFromJSON(null).isZero() // => true
 * quantityFromJSON('\t1Gi') // throws INVALID_CHARACTER
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `Quantity.UnmarshalJSON`.
 */
export function quantityFromJSON(value: unknown): Quantity {
  if (value === undefined || value === null) {
    return new Quantity(0, 0, 'DecimalSI');
  }
  return parseQuantity((typeof value === 'string' ? trim(value) : value) as QuantityInput);
}

/**
 * Reads a quantity without throwing.
 *
 * @param input - anything; what {@link parseQuantity} takes is read
 * @returns `{ ok: true, value }` or `{ ok: false, error }`, the error with code and offset
 * @example
 * ```ts
 * import { safeParseQuantity } from '@kubesem/quantity';
 *
 * safeParseQuantity('2Gi').value?.toString() // => '2Gi'
 * safeParseQuantity('2gb').error?.code // => 'INVALID_CHARACTER'
 * safeParseQuantity(undefined).ok // => false
 * ```
 */
export function safeParseQuantity(input: unknown): Result<Quantity, QuantityParseError> {
  try {
    return { ok: true, value: parseQuantity(input as QuantityInput) };
  } catch (error) {
    return { ok: false, error: error as QuantityParseError };
  }
}
