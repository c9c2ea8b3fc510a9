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
// A sign, then a prefix and digits of base 16, 2 or 8, or a zero and digits of base 8.
const BASED = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]+)$/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
// Without a digit before the dot, an underscore must be between two digits.
const FRACTION = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

/** A number that JSON does not have: an infinity, or NaN. */
export const NO_JSON_NUMBER: unique symbol = /* @__PURE__ */ Symbol('no JSON number');

/**
 * Reads a plain scalar as kubectl does: by the rules of YAML 1.1, without numbers of base 60.
 *
 * Octal numbers may be written `017` or `0o17`, underscores between digits are dropped, timestamps are strings.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `resolve`, as `sigs.k8s.io/yaml` v1.6.0 calls it.
 *
 * @param text - the source text of the scalar
 * @returns the JSON value; an integer that a JavaScript number cannot hold exactly is a string of its digits
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
  // Go accepts the sign of a binary number before or after the prefix.
  const [, sign, digits] = BASED.exec(text.replace(/^(0b)([-+])/, '$2$1')) ?? [];
  if (digits !== undefined) {
    const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits);
    const value = sign === '-' ? -magnitude : magnitude;
    if (fitsInteger(value, sign === '')) {
      return numberValue(value.toString());
    }
    // Of these, only a zero and octal digits can also be a float.
  }
  if (DECIMAL.test(text)) {
    return finite(numberValue(text.startsWith('+') ? text.slice(1) : text));
  }
  return FLOAT.test(text) ? finite(Number(text)) : undefined;
}

/** Reports whether Go reads an integer as int64, or without a sign as uint64; beyond that it is a float or a string. */
function fitsInteger(value: bigint, unsigned: boolean): boolean {
  return BigInt.asIntN(64, value) === value || (unsigned && BigInt.asUintN(64, value) === value);
}

/** Returns undefined for a number beyond float64, which stays a string; minus zero is zero. */
function finite(value: number | string): number | string | undefined {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return undefined;
  }
  return value === 0 ? 0 : value;
}
