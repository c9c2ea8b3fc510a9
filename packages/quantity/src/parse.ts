import type { QuantityData, QuantityInput, QuantityLike, Result } from '@kubesem/core';
import type { QuantityParseError } from './errors.js';
import { MAX_EXPONENT } from './integers.js';
import { type Mantissa, normalize } from './mantissa.js';
// The two modules import each other: parsing makes quantities, and their arithmetic accepts any input.
import { makeQuantity, Quantity } from './quantity.js';
import { fail, parseText } from './text.js';

const FORMATS: readonly string[] = ['DecimalSI', 'BinarySI', 'DecimalExponent'];

/** The result of the caller's own `toJSON`. Its errors are dropped, because they may hold secrets. */
function textOf(toJSON: () => string, input: object): string | undefined {
  try {
    const text: unknown = toJSON.call(input);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The spelling in the data of a quantity, if parsing it gives the same quantity. */
function checkedSpelling(
  spelling: unknown,
  { mantissa, scale, format }: Quantity,
): string | undefined {
  const parsed = typeof spelling === 'string' ? safeParseQuantity(spelling).value : undefined;
  const isSame =
    parsed?.mantissa === mantissa && parsed.scale === scale && parsed.format === format;
  return isSame ? parsed.spelling : undefined;
}

/** The fields of a quantity, its data, or anything else; none if reading them throws. */
function fieldsOf(input: unknown): Partial<Quantity> {
  try {
    if (input instanceof Quantity) {
      return input; // only for speed: the fields below decide by the shape
    }
    const { format, mantissa, scale, spelling, toJSON } = (input ?? {}) as Quantity;
    return { format, mantissa, scale, spelling, toJSON };
  } catch {
    return {};
  }
}

/** Reads a quantity of another copy of the package, or its data. Other objects are not quantities. */
function fromObject(input: QuantityLike | QuantityData): Quantity {
  const fields = fieldsOf(input);
  if (fields === input) {
    return input as Quantity;
  }
  const { format, mantissa, scale, spelling, toJSON } = fields;
  if (format !== undefined && FORMATS.includes(format)) {
    const isExact = typeof mantissa === 'bigint' || Number.isSafeInteger(mantissa);
    if (isExact && Number.isInteger(scale) && Math.abs(scale as number) <= MAX_EXPONENT) {
      // Its text is not enough: beyond exa, the text has another value.
      const own = makeQuantity(normalize(BigInt(mantissa as Mantissa)), scale as number, format);
      const kept = checkedSpelling(spelling, own);
      return kept === undefined ? own : makeQuantity(own.mantissa, own.scale, format, kept);
    }
    const text = typeof toJSON === 'function' ? textOf(toJSON, input) : undefined;
    if (text !== undefined) {
      const parsed = parseText(text);
      return makeQuantity(parsed.mantissa, parsed.scale, format);
    }
  }
  return fail('INVALID_TYPE', input, 0, 'expected a string, number, bigint or quantity');
}

/**
 * Parses a quantity as strictly as Kubernetes does: without white space, and only with the suffixes of Kubernetes.
 *
 * A number is read by its shortest decimal text (`0.1` is exactly one tenth, `1e21` is in exponent form). A quantity of any
 * copy of this package is returned as it is, and its data (see `QuantityData` of `@kubesem/core`) becomes a quantity
 * again.
 *
 * Two kinds of strings are rejected although Kubernetes accepts them: exponents beyond ±9999, because a short string would
 * have an enormous value; and strings of more than 10,000 characters, because parsing them takes more than linear time.
 *
 * @param input - `"1.5Gi"`, `"500m"`, `"1e3"`, `0.1`, `4n`, or a quantity
 * @returns the quantity, rounded away from zero to 10^-9; binary quantities are capped at ±(2^63 - 1)
 * @throws {@link QuantityParseError} with code `INVALID_TYPE` if the input is not a string, number, bigint or quantity
 * @throws {@link QuantityParseError} with code `NOT_FINITE` if it is `NaN` or an infinity
 * @throws {@link QuantityParseError} with code `EMPTY` if it is the empty string
 * @throws {@link QuantityParseError} with code `TOO_LONG` if it has more than 10,000 characters
 * @throws {@link QuantityParseError} with code `INVALID_CHARACTER` if a character is not allowed at its place
 * @throws {@link QuantityParseError} with code `INVALID_SUFFIX` if the suffix is unknown
 * @throws {@link QuantityParseError} with code `NO_DIGITS` if a suffix has no digits and Kubernetes does not read it as zero
 * @throws {@link QuantityParseError} with code `EXPONENT_OUT_OF_RANGE` if the exponent is beyond ±9999
 *
 * @example
 * ```ts
 * import { parseQuantity } from '@kubesem/quantity';
 *
 * parseQuantity('1.5Gi').toString() // => '1536Mi'
 * parseQuantity('1.5Gi').value() // => BigInt(1610612736)
 * parseQuantity(0.1).toString() // => '100m'
 * parseQuantity(structuredClone(parseQuantity('1.5Gi'))).toString() // => '1536Mi'
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
        return makeQuantity(input + 0, 0, 'DecimalSI'); // + 0 turns -0 into 0
      }
      if (!Number.isFinite(input)) {
        fail('NOT_FINITE', input, 0, `expected a finite number, found ${input}`);
      }
      return parseText(String(input));
    case 'bigint':
      return makeQuantity(normalize(input), 0, 'DecimalSI');
    default:
      return fromObject(input);
  }
}

/** White space of `strings.TrimSpace`, without the control characters, which JSON escapes. */
function isWhiteSpace(code: number): boolean {
  // Beyond ASCII, JavaScript trims the same characters except for these two.
  return (
    code === 32 ||
    code === 0x85 ||
    (code > 127 && code !== 0xfeff && String.fromCharCode(code).trim() === '')
  );
}

/** Parses a string without the white space around it. Errors concern the whole text. */
function parseTrimmed(text: string): Quantity {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) {
    start++;
  }
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) {
    end--;
  }
  try {
    return parseText(text.slice(start, end));
  } catch (error) {
    const { code, message, offset = 0 } = error as QuantityParseError;
    return fail(code, text, start + offset, message);
  }
}

/**
 * Reads a quantity from the field of an API object, as the API server does: like {@link parseQuantity}, but it trims white
 * space around a string, and reads `null` and `undefined` as zero.
 *
 * Tabs and line breaks are not trimmed: JSON escapes them, and the API server reads the escaped text.
 *
 * @param value - the value of the field from `JSON.parse`, or a quantity
 * @returns the quantity, as {@link parseQuantity} returns it
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if the value is not a quantity
 *
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
    return makeQuantity(0, 0, 'DecimalSI');
  }
  return typeof value === 'string' ? parseTrimmed(value) : parseQuantity(value as QuantityInput);
}

/**
 * Parses a quantity without throwing.
 *
 * @param input - any value
 * @returns `{ ok: true, value }` with the quantity of {@link parseQuantity}, or `{ ok: false, error }`
 *
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

/**
 * Reads a quantity where an error must not stop the work, such as in a function that renders a page: a fallback replaces
 * what is absent or not a quantity.
 *
 * @param value - any value
 * @param fallback - what to return instead
 * @returns the quantity of {@link quantityFromJSON}, or the fallback for `undefined`, `null` and what is not a quantity
 *
 * @example
 * ```ts
 * import { Quantity, quantityOr } from '@kubesem/quantity';
 *
 * quantityOr('1.5Gi', Quantity.of(0)).toString() // => '1536Mi'
 * quantityOr('unknown', Quantity.of(0)).toString() // => '0'
 * quantityOr(undefined, undefined) // => undefined
 * ```
 */
export function quantityOr<Fallback>(value: unknown, fallback: Fallback): Quantity | Fallback {
  if (value === undefined || value === null) {
    return fallback;
  }
  try {
    return quantityFromJSON(value);
  } catch {
    return fallback;
  }
}
