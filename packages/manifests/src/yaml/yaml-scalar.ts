import { numberValue } from '../json/number-value.js';

// YAML 1.1 accepts each of these in lower case, in upper case and capitalized.
const TRUE = ['y', 'yes', 'true', 'on'];
const FALSE = ['n', 'no', 'false', 'off'];
const NULL = ['', '~', 'null'];

const CONSTANTS: ReadonlyMap<string, boolean | null> = /* @__PURE__ */ constants();

function constants(): ReadonlyMap<string, boolean | null> {
  const map = new Map<string, boolean | null>();
  const add = (words: readonly string[], value: boolean | null) => {
    for (const word of words) {
      map.set(word, value);
      map.set(word.toUpperCase(), value);
      map.set(word.slice(0, 1).toUpperCase() + word.slice(1), value);
    }
  };
  add(TRUE, true);
  add(FALSE, false);
  add(NULL, null);
  return map;
}

const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
// A sign, then a prefix and digits of base 16, 2 or 8, or a zero and digits of base 8, or digits of base 10.
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
// Without a digit before the dot, an underscore must be between two digits.
const FRACTION = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

/** What YAML makes of a scalar: NaN stands for the numbers that JSON does not have. */
export type ScalarValue = string | number | bigint | boolean | null;

/**
 * Reads a plain scalar as kubectl does: by the rules of YAML 1.1, without numbers of base 60.
 *
 * Octal numbers may be written `017` or `0o17`, underscores between digits are dropped, timestamps are strings.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `resolve`, as `sigs.k8s.io/yaml` v1.6.0 calls it.
 *
 * @param text - the text of the scalar
 * @returns the JSON value; a 64-bit integer beyond 2^53 is a `bigint`; NaN also stands for infinities
 */
export function readPlainScalar(text: string): ScalarValue {
  if (!mayBeSpecial(text)) {
    return text;
  }
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) {
    return constant;
  }
  if (text.startsWith('.')) {
    if (NOT_FINITE.test(text)) {
      return Number.NaN;
    }
    return FRACTION.test(text) ? (finite(Number(text.replace(/_/g, ''))) ?? text) : text;
  }
  if (!mayBeNumber(text)) {
    return text;
  }
  return NOT_FINITE.test(text) ? Number.NaN : (readNumber(text.replace(/_/g, '')) ?? text);
}

const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/**
 * Reports whether a text is a string without quotes, for old readers as well: `12:30` is a number in YAML 1.1.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `encoder.stringv`.
 */
export function isPlainString(text: string): boolean {
  const isString = typeof readPlainScalar(text) === 'string';
  return isString && !isTimestamp(text) && !BASE_60.test(text);
}

/** Reports whether a text may be a number or one of the constants; most texts are neither. */
function mayBeSpecial(text: string): boolean {
  return mayBeNumber(text) || (text.length <= 5 && CONSTANT_START.test(text));
}

/** Reports whether a text starts with a sign, a dot or a digit. */
function mayBeNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x2b && code < 0x3a;
}

const CONSTANT_START = /^(?:[yYnNtTfFoO~]|$)/;

/** A date, and a time after `T` or a space. */
const TIMESTAMP =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2}))| ([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?)?$/;

/**
 * Reads a scalar with a tag.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `resolve`.
 *
 * @param tag - the full tag
 * @param text - the text of the scalar
 * @returns the JSON value; undefined if the text is not of the type in the tag
 */
export function readTaggedScalar(tag: string, text: string): ScalarValue | undefined {
  const value = readPlainScalar(text);
  const integer = mayBeNumber(text) ? readInteger(text) : undefined;
  switch (tag) {
    case 'tag:yaml.org,2002:bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'tag:yaml.org,2002:null':
      return value === null ? value : undefined;
    case 'tag:yaml.org,2002:int':
      return integer === undefined ? undefined : value;
    case 'tag:yaml.org,2002:float':
      // Go converts an int64 to a float, but not a uint64.
      if (integer !== undefined) {
        return isInt64(integer) ? Number(integer) : undefined;
      }
      return typeof value === 'number' ? value : undefined;
    case 'tag:yaml.org,2002:timestamp':
      return isTimestamp(text) ? text : undefined;
    default:
      return text;
  }
}

/** Source: Go's `time.Parse` with the four layouts of `go.yaml.in/yaml/v2` v2.4.4, `parseTimestamp`. */
function isTimestamp(text: string): boolean {
  const found = TIMESTAMP.exec(text);
  if (found === null) {
    return false;
  }
  const [year = 0, month = 0, day = 0, ...times] = found.slice(1).map((part) => Number(part ?? 0));
  const [
    hour = 0,
    minute = 0,
    second = 0,
    zoneHour = 0,
    zoneMinute = 0,
    hour2 = 0,
    minute2 = 0,
    second2 = 0,
  ] = times;
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth &&
    Math.max(hour, hour2) < 24 &&
    Math.max(minute, minute2) < 60 &&
    Math.max(second, second2) < 60 &&
    zoneHour <= 24 &&
    zoneMinute < 60
  );
}

/**
 * Returns the key of a JSON object for a plain scalar: numbers as Go prints them, floats with the digits of a float32.
 *
 * Source: `sigs.k8s.io/yaml` v1.6.0, `convertToJSONableObject`.
 *
 * @returns undefined if kubectl rejects the key: null, or an integer beyond int64
 */
export function plainKey(text: string): string | undefined {
  const value = readPlainScalar(text);
  if (Number.isNaN(value)) {
    return text.toLowerCase().replace('+', '');
  }
  if (value === null || typeof value === 'boolean') {
    return value === null ? undefined : String(value);
  }
  const integer = mayBeNumber(text) ? readInteger(text) : undefined;
  if (integer !== undefined) {
    return isInt64(integer) ? integer.toString() : undefined;
  }
  if (typeof value !== 'number') {
    return text;
  }
  return Math.fround(value) === 0 && text.startsWith('-') ? '-0' : float32Text(value);
}

/** Prints a number like Go's `strconv.FormatFloat(value, 'g', -1, 32)`. */
function float32Text(value: number): string {
  const rounded = Math.fround(value);
  if (Math.abs(rounded) === Number.POSITIVE_INFINITY) {
    return rounded > 0 ? '.inf' : '-.inf';
  }
  let digits = 1;
  while (Math.fround(Number(rounded.toPrecision(digits))) !== rounded) {
    digits += 1;
  }
  const [mantissa, exponent = ''] = rounded.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) {
    return String(Number(rounded.toPrecision(digits)));
  }
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function readNumber(text: string): number | bigint | undefined {
  if (/^(?:0|-?[1-9][0-9]{0,14})$/.test(text)) {
    return Number(text);
  }
  const integer = readInteger(text);
  if (integer !== undefined) {
    return numberValue(integer.toString());
  }
  return FLOAT.test(text) ? finite(Number(text)) : undefined;
}

/** Reads a number that Go reads as int64 or, without a sign, as uint64; beyond that it is a float or a string. */
function readInteger(source: string): bigint | undefined {
  // Go accepts the sign of a binary number before or after the prefix.
  const text = source.replace(/_/g, '').replace(/^(0b)([-+])/, '$2$1');
  const [, sign = '', digits] = INTEGER.exec(text) ?? [];
  if (digits === undefined) {
    return undefined;
  }
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits);
  const value = sign === '-' ? -magnitude : magnitude;
  return isInt64(value) || (sign === '' && BigInt.asUintN(64, value) === value) ? value : undefined;
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Returns undefined for a number beyond float64, which stays a string; minus zero is zero. */
function finite(value: number): number | undefined {
  if (Math.abs(value) === Number.POSITIVE_INFINITY) {
    return undefined;
  }
  return value === 0 ? 0 : value;
}
