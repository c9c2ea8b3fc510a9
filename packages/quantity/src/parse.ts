import type { QuantityFormat, QuantityInput, QuantityLike, Result } from '@kubesem/core';
import { QuantityParseError, type QuantityParseErrorCode } from './errors.js';
import { MAX_EXPONENT } from './integers.js';
import {
  dividedByPowerOfTen,
  type Mantissa,
  negated,
  normalize,
  product,
  timesPowerOfTen,
} from './mantissa.js';
// The two modules know each other: text makes quantities, and their arithmetic takes text.
import { Quantity } from './quantity.js';

/** So many decimal digits fit a safe integer, whatever they are. */
const SAFE_DIGITS = 15;
/** Longer texts are refused: converting their digits would take more than linear time. */
const MAX_LENGTH = 10_000;
/** The finest power of ten that is kept. */
const NANO = -9;
// Spelt out: a bundler keeps what is computed, even where nobody uses it.
const POWERS_OF_1024 = [
  1, 0x400, 0x100000, 0x40000000, 0x10000000000, 0x4000000000000, 0x1000000000000000,
] as const;
/** The largest int64, at which binary quantities are capped. */
const MAX_INT64 = /* @__PURE__ */ BigInt('9223372036854775807');

function fail(code: QuantityParseErrorCode, input: unknown, offset: number, why: string): never {
  throw new QuantityParseError({
    code,
    input,
    offset,
    message: `not a quantity such as "500m", "1.5Gi" or "1e3": ${why}`,
  });
}

/** Where the run of digits that starts at `index` ends. */
function skipDigits(text: string, index: number): number {
  let code = text.charCodeAt(index);
  while (code >= 48 && code <= 57) {
    code = text.charCodeAt(++index);
  }
  return index;
}

/** The power of 1000 that a decimal suffix of one letter stands for; 0 for any other character. */
function decimalPower(code: number): number {
  switch (code) {
    case 109: // m
      return -1;
    case 107: // k
      return 1;
    case 77: // M
      return 2;
    case 71: // G
      return 3;
    case 84: // T
      return 4;
    case 80: // P
      return 5;
    case 69: // E
      return 6;
    case 117: // u
      return -2;
    case 110: // n
      return -3;
    default:
      return 0;
  }
}

/** The power of 1024 that a binary suffix stands for, by its first letter; 0 for any other character. */
function binaryPower(code: number): number {
  const power = decimalPower(code); // the letters are the same from M on
  return code === 75 ? 1 : power > 1 ? power : 0;
}

/** Says what is wrong with the text from `index` on, which is no suffix. */
function failSuffix(text: string, index: number): never {
  let end = index;
  while (end < text.length && 'eEinumkKMGTP'.includes(text.charAt(end))) {
    end++;
  }
  if (text.charAt(end) === '+' || text.charAt(end) === '-') {
    end++;
  }
  end = skipDigits(text, end);
  if (end < text.length) {
    fail('INVALID_CHARACTER', text, end, `unexpected ${JSON.stringify(text.charAt(end))}`);
  }
  fail('INVALID_SUFFIX', text, index, 'the suffixes are n u m k M G T P E, Ki to Ei, and e3');
}

/** The exponent that the suffix `e…` or `E…` at `index` states. */
function exponentSuffix(text: string, index: number): number {
  const letter = text.charAt(index);
  const sign = text.charAt(index + 1);
  const start = sign === '+' || sign === '-' ? index + 2 : index + 1;
  const end = skipDigits(text, start);
  if ((letter !== 'e' && letter !== 'E') || end === start || end < text.length) {
    failSuffix(text, index);
  }
  const exponent = Number(text.slice(index + 1));
  if (Math.abs(exponent) > MAX_EXPONENT) {
    fail('EXPONENT_OUT_OF_RANGE', text, index, `its exponent is beyond ±${MAX_EXPONENT}`);
  }
  return exponent;
}

/** The digits as Go counts them: no leading zeros, but a zero where nothing stands before the point. */
function countedDigits(text: string): string {
  const [, integer, fraction] = /^[+-]?0*([0-9]*)\.?([0-9]*)/.exec(text) as RegExpExecArray;
  return `${integer || '0'}${fraction}`;
}

/**
 * The spelling of a decimal quantity, where Go takes it for canonical and so prints it back as it came.
 *
 * It looks at scale and digits, and only where they fit an int64; signs, leading zeros, points and odd exponents it
 * overlooks: `+326`, `007`, `3.M`, `1.500k`, `1e03`.
 */
function decimalSpelling(text: string, scale: number): string | undefined {
  if (scale % 3 !== 0) {
    return undefined;
  }
  const digits = countedDigits(text);
  const kept = digits.length <= 18 && !digits.startsWith('0') && !digits.endsWith('000');
  return kept ? text : undefined;
}

/** The same for a binary quantity without a fraction: Go wants few digits, and an odd multiple of 1, 2 or 4. */
function binarySpelling(text: string, power: number, digits: Mantissa): string | undefined {
  const kept = countedDigits(text).length <= 14 - 3 * power && (digits as number) % 8 !== 0;
  return kept ? text : undefined;
}

/** A quantity of `digits · 10^-places · 1024^power`. */
function binaryQuantity(
  text: string,
  digits: Mantissa,
  places: number,
  power: number,
  isOdd: boolean,
): Quantity {
  let mantissa = product(digits, POWERS_OF_1024[power] as number);
  let scale = 0 - places; // `-places` may be -0, for which the engine keeps the scale of every quantity on the heap
  if (scale < NANO) {
    mantissa = dividedByPowerOfTen(mantissa, NANO - scale);
    scale = NANO;
  }
  if (typeof mantissa === 'bigint') {
    const cap = BigInt(timesPowerOfTen(normalize(MAX_INT64), -scale));
    if (mantissa > cap || -mantissa > cap) {
      return new Quantity(mantissa > 0 ? MAX_INT64 : -MAX_INT64, 0, 'BinarySI');
    }
  }
  // A binary suffix cannot show less than one.
  const isFraction =
    scale < 0 && mantissa !== 0 && Math.abs(Number(mantissa)) < Number(timesPowerOfTen(1, -scale));
  const format = isFraction ? 'DecimalSI' : 'BinarySI';
  const spelling = isOdd && places === 0 ? binarySpelling(text, power, digits) : undefined;
  return new Quantity(mantissa, scale, format, spelling);
}

/** The code of the character at `index`, 0 behind the end: a NaN, which is no integer, would slow every loop. */
function codeAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : 0;
}

/** The quantity of `digits · 10^-places` and the suffix at `index`. */
function withSuffix(
  text: string,
  index: number,
  digits: Mantissa,
  places: number,
  isEmpty: boolean,
  isOdd: boolean,
): Quantity {
  const code = codeAt(text, index);
  const rest = text.length - index;
  const power = rest === 2 && text.charCodeAt(index + 1) === 105 ? binaryPower(code) : 0; // `i`
  let format: QuantityFormat = 'DecimalSI';
  let exponent = rest === 1 ? 3 * decimalPower(code) : 0;
  if (rest > 0 && power === 0 && exponent === 0) {
    format = 'DecimalExponent';
    exponent = exponentSuffix(text, index);
  }
  const scale = exponent - places;
  // Go takes a lone suffix for zero, but not where it needs its slower path.
  if (isEmpty && (power > 4 || scale < NANO)) {
    fail('NO_DIGITS', text, index, 'it has no digit');
  }
  if (power > 0) {
    return binaryQuantity(text, digits, places, power, isOdd);
  }
  if (scale < NANO) {
    return new Quantity(dividedByPowerOfTen(digits, NANO - scale), NANO, format);
  }
  const mayKeep = isOdd || format === 'DecimalExponent';
  return new Quantity(digits, scale, format, mayKeep ? decimalSpelling(text, scale) : undefined);
}

function parseText(text: string): Quantity {
  if (text.length === 0) {
    fail('EMPTY', text, 0, 'it is empty');
  }
  if (text.length > MAX_LENGTH) {
    fail('TOO_LONG', text, MAX_LENGTH, `it has more than ${MAX_LENGTH} characters`);
  }
  let code = codeAt(text, 0);
  const isNegative = code === 45;
  let index = 0;
  // A sign, a leading zero or a point: what Go may print back as it came.
  let isOdd = code === 43;
  if (isOdd || isNegative) {
    code = codeAt(text, ++index);
  }
  const start = index;
  isOdd = isOdd || code === 48;
  let sum = 0;
  while (code >= 48 && code <= 57) {
    sum = sum * 10 + (code - 48);
    code = codeAt(text, ++index);
  }
  const integerEnd = index;
  let fractionStart = index;
  if (code === 46) {
    isOdd = true;
    fractionStart = ++index;
    code = codeAt(text, index);
    while (code >= 48 && code <= 57) {
      sum = sum * 10 + (code - 48);
      code = codeAt(text, ++index);
    }
  }
  const places = index - fractionStart;
  const count = integerEnd - start + places;
  let digits: Mantissa = sum;
  if (count > SAFE_DIGITS) {
    digits = normalize(BigInt(text.slice(start, integerEnd) + text.slice(fractionStart, index)));
  }
  if (isNegative) {
    digits = negated(digits);
  }

  return withSuffix(text, index, digits, places, count === 0, isOdd);
}

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
