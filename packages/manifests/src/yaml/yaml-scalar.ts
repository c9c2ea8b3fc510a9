import { numberValue } from './number-value.js';

// Each of these is read in the three spellings that YAML 1.1 has: lower case, upper case, capitalised.
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
// A sign, then digits of base 16, 2 or 8 behind their prefix, or digits of base 8 behind a zero.
const BASED = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]+)$/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
// Without a digit before the dot, an underscore has to stand between two digits.
const FRACTION = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

/** A value that YAML knows and JSON does not: an infinity, or not a number. */
export const NO_JSON_NUMBER: unique symbol = /* @__PURE__ */ Symbol('no JSON number');

/**
 * Reads a plain scalar of YAML as kubectl does: by the rules of YAML 1.1, without numbers to base 60.
 *
 * Octal numbers may be written `017` or `0o17`, underscores between digits are dropped, timestamps stay text.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `resolve`, as `sigs.k8s.io/yaml` v1.6.0 calls it.
 *
 * @param text - the scalar as it stands in the document, without quotes
 * @returns what JSON would have in its place; a whole number that a JavaScript number cannot hold exactly is the
 *   text of its digits
 */
export function readPlainScalar(
  text: string,
): string | number | boolean | null | typeof NO_JSON_NUMBER {
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) {
    return constant;
  }
  if (NOT_FINITE.test(text)) {
    return NO_JSON_NUMBER;
  }
  if (text.startsWith('.')) {
    return FRACTION.test(text) ? (finite(Number(text.replace(/_/g, ''))) ?? text) : text;
  }
  return /^[-+0-9]/.test(text) ? (readNumber(text.replace(/_/g, '')) ?? text) : text;
}

function readNumber(text: string): string | number | undefined {
  // Go takes the sign of a binary number on either side of its prefix.
  const [, sign, digits] = BASED.exec(text.replace(/^(0b)([-+])/, '$2$1')) ?? [];
  if (digits !== undefined) {
    const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits);
    const value = sign === '-' ? -magnitude : magnitude;
    if (fitsInteger(value, sign === '')) {
      return numberValue(value.toString());
    }
    // Of these only octal digits behind a zero can be read as a float below.
  }
  if (DECIMAL.test(text)) {
    return finite(numberValue(text.startsWith('+') ? text.slice(1) : text));
  }
  return FLOAT.test(text) ? finite(Number(text)) : undefined;
}

/** Go reads these as int64, and as uint64 where there is no sign; beyond that they are a float or text. */
function fitsInteger(value: bigint, unsigned: boolean): boolean {
  return BigInt.asIntN(64, value) === value || (unsigned && BigInt.asUintN(64, value) === value);
}

/** A number beyond float64 stays text; minus zero is zero. */
function finite(value: number | string): number | string | undefined {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return undefined;
  }
  return value === 0 ? 0 : value;
}
