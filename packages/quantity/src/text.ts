import { type QuantityFormat } from '@kubesem/core';
import { displayText, MAX_INT64 } from '@kubesem/core/internal';
import { QuantityParseError, type QuantityParseErrorCode } from './errors.js';
import { MAX_EXPONENT } from './integers.js';
import {
  dividedByPowerOfTen,
  type Mantissa,
  MILLI,
  negated,
  normalize,
  product,
  timesPowerOfTen,
} from './mantissa.js';
import { makeQuantity, normalized, Quantity } from './quantity.js';

/** Any number of so many decimal digits is a safe integer. */
const SAFE_DIGITS = 15;
/** Longer strings are rejected: converting their digits would take more than linear time. */
export const MAX_LENGTH = 10_000;
/** The finest power of ten that is kept. */
const NANO = -9;
// Literals, because bundlers keep computed constants even if they are unused.
const POWERS_OF_1024 = [
  1, 0x400, 0x100000, 0x40000000, 0x10000000000, 0x4000000000000, 0x1000000000000000,
] as const;

/** Throws an error about the input. */
export function fail(
  code: QuantityParseErrorCode,
  input: unknown,
  offset: number,
  message: string,
): never {
  throw new QuantityParseError({ code, input, offset, message });
}

/** Returns the index after the digits that start at `index`. */
function skipDigits(text: string, index: number): number {
  let code = text.charCodeAt(index);
  while (code >= 48 && code <= 57) {
    code = text.charCodeAt(++index);
  }
  return index;
}

/** The power of 1000 of a decimal suffix of one letter; 0 for any other character. */
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

/** The power of 1024 of a binary suffix, by its first letter; 0 for any other character. */
function binaryPower(code: number): number {
  const power = decimalPower(code); // the letters are the same from M on
  return code === 75 ? 1 : power > 1 ? power : 0;
}

/** Throws the error of a string whose suffix at `index` is unknown. */
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
    const found = JSON.stringify(text.charAt(end));
    const message = `unexpected ${found}; expected a quantity such as 500m or 1.5Gi`;
    fail('INVALID_CHARACTER', text, end, bytesAdvice(text) ?? message);
  }
  const suffix = displayText(text.slice(index));
  const advice =
    suffix === 'K'
      ? 'did you mean k (1000) or Ki (1024)?'
      : 'use n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or an exponent such as e3';
  fail('INVALID_SUFFIX', text, index, `unknown suffix "${suffix}"; ${advice}`);
}

/** What to write instead of an amount such as `1.5GB`; undefined for any other text. */
function bytesAdvice(text: string): string | undefined {
  const [, number = '', letter = '', binary] = /^([+-]?[\d.]+)([kmgtpe])(i?)b$/i.exec(text) ?? [];
  if (letter === '') {
    return undefined;
  }
  const amount = `${displayText(number)}${letter.toUpperCase()}`;
  const decimal = binary ? '' : `${amount.replace('K', 'k')} or `;
  return `not a quantity; did you mean ${decimal}${amount}i?`;
}

/** The exponent of the suffix `e…` or `E…` at `index`. */
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
    const range = `from -${MAX_EXPONENT} to ${MAX_EXPONENT}`;
    fail('EXPONENT_OUT_OF_RANGE', text, index, `the exponent must be ${range}`);
  }
  return exponent;
}

/** The digits as Go counts them: without leading zeros, but with a zero if there is no digit before the point. */
function countedDigits(text: string): string {
  const [, integer, fraction] = /^[+-]?0*([0-9]*)\.?([0-9]*)/.exec(text) as RegExpExecArray;
  return `${integer || '0'}${fraction}`;
}

/** Whether the exponent at `index` is written in another way than it is printed. */
function isOddExponent(text: string, index: number, scale: number): boolean {
  return scale === 0 || text.slice(index) !== `e${scale}`;
}

/**
 * The spelling of a decimal quantity, if Go treats it as canonical and prints it back.
 *
 * Go checks only scale and digits, and only if they fit into an int64; it ignores signs, leading zeros, points and odd
 * exponents: `+326`, `007`, `3.M`, `1.500k`, `1e03`.
 */
function decimalSpelling(text: string, scale: number): string | undefined {
  if (scale % 3 !== 0) {
    return undefined;
  }
  const digits = countedDigits(text);
  const kept = digits.length <= 18 && !digits.startsWith('0') && !digits.endsWith('000');
  return kept ? text : undefined;
}

/** The same for a binary quantity without a fraction: Go requires few digits, and an odd multiple of 1, 2 or 4. */
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
  const mantissa = product(digits, POWERS_OF_1024[power] as number);
  if (places > 0 || typeof mantissa === 'bigint') {
    return unusualBinaryQuantity(mantissa, 0 - places); // `-places` may be -0
  }
  const spelling = isOdd ? binarySpelling(text, power, digits) : undefined;
  return new Quantity(mantissa, 0, 'BinarySI', spelling);
}

/** A binary quantity that has a fraction or is large. */
function unusualBinaryQuantity(binaryMantissa: Mantissa, binaryScale: number): Quantity {
  const scale = Math.max(binaryScale, NANO);
  const mantissa = dividedByPowerOfTen(binaryMantissa, scale - binaryScale);
  // Rounded, but exact enough to find the few values that need more than a look at a number.
  const size = Math.abs(Number(mantissa)) / Number(timesPowerOfTen(1, -scale));
  if (size > 9.2e18) {
    const cap = BigInt(timesPowerOfTen(MAX_INT64, -scale));
    if (mantissa > cap || mantissa < -cap) {
      return makeQuantity(mantissa > 0 ? MAX_INT64 : -MAX_INT64, 0, 'BinarySI');
    }
  }
  // The binary format cannot express a value below one.
  const isFraction = size > 0 && size < 1;
  return makeQuantity(mantissa, scale, isFraction ? 'DecimalSI' : 'BinarySI');
}

/** The code of the character at `index`, and 0 after the end: the NaN of `charCodeAt` would slow down every loop. */
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
  // Go reads a suffix without digits as zero, except on its slower path.
  if (isEmpty && (power > 4 || scale < NANO)) {
    fail('NO_DIGITS', text, index, 'write digits before the suffix');
  }
  if (power > 0) {
    return binaryQuantity(text, digits, places, power, isOdd);
  }
  if (scale < NANO) {
    return makeQuantity(dividedByPowerOfTen(digits, NANO - scale), NANO, format);
  }
  const mayKeep = isOdd || (format === 'DecimalExponent' && isOddExponent(text, index, scale));
  return normalized(digits, scale, format, mayKeep ? decimalSpelling(text, scale) : undefined);
}

function failLength(text: string): never {
  if (text.length === 0) {
    fail('EMPTY', text, 0, 'expected a quantity such as 500m or 1.5Gi, found an empty string');
  }
  fail('TOO_LONG', text, MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`);
}

/**
 * The quantity of a string, strictly as Kubernetes parses it. What is rare is apart: the engine inlines only so much code.
 */
export function parseText(text: string): Quantity {
  if (text.length === 0 || text.length > MAX_LENGTH) {
    failLength(text);
  }
  let code = codeAt(text, 0);
  const isNegative = code === 45;
  let index = 0;
  // Go may print back a string with a sign, a leading zero or a point.
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
  const rest = text.length - index;
  if (!isOdd && count > 0 && count <= SAFE_DIGITS && (rest === 0 || (rest === 1 && code === 109))) {
    // Half of all amounts: an integer, or one with the suffix `m`. The result is that of the lines below.
    return makeQuantity(isNegative ? -sum : sum, rest === 0 ? 0 : MILLI, 'DecimalSI');
  }
  let digits: Mantissa = sum;
  if (count > SAFE_DIGITS) {
    digits = normalize(BigInt(text.slice(start, integerEnd) + text.slice(fractionStart, index)));
  }
  if (isNegative) {
    digits = negated(digits);
  }

  return withSuffix(text, index, digits, places, count === 0, isOdd);
}
