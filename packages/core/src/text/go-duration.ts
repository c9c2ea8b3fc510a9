import { toByteString } from './byte-string.js';
import { MAX_INT64 } from './int64.js';

const NANOSECONDS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 6e10],
  ['h', 3.6e12],
]);

/**
 * Parses a duration of Go, such as `1h30m`.
 *
 * Source: Go 1.26 `time.ParseDuration`.
 *
 * @param text - the duration
 * @returns nanoseconds, or the error in the words of Go
 * @internal
 */
export function parseGoDuration(text: string): bigint | string {
  const invalid = `time: invalid duration ${quote(text)}`;
  const isNegative = text.startsWith('-');
  const amounts = text.replace(/^[+-]/, '');
  if (amounts === '0') {
    return BigInt(0);
  }
  const most = isNegative ? MAX_INT64 + BigInt(1) : MAX_INT64;
  let total = BigInt(0);
  for (let at = 0; at < amounts.length || at === 0; ) {
    const [all = '', whole = '', fraction = '', unit = ''] = matchAmount(amounts, at);
    if (whole === '' && fraction === '') {
      return invalid;
    }
    // One more digit than 2^63 has.
    if (whole.replace(/^0+/, '').length > 19 || BigInt(whole || 0) > MAX_INT64 + BigInt(1)) {
      return invalid;
    }
    const size = NANOSECONDS.get(unit);
    if (size === undefined) {
      const problem = unit === '' ? 'missing unit' : `unknown unit ${quote(unit)}`;
      return `time: ${problem} in duration ${quote(text)}`;
    }
    total += BigInt(whole || 0) * BigInt(size) + BigInt(fractionOf(fraction, size));
    if (total > MAX_INT64 + BigInt(1)) {
      return invalid;
    }
    at += all.length;
  }
  return total > most ? invalid : isNegative ? -total : total;
}

/** Digits, a fraction and a unit at an index. */
function matchAmount(text: string, at: number): readonly string[] {
  const pattern = /([0-9]*)(?:\.([0-9]*))?([^.0-9]*)/y;
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

/** Go keeps the digits of a fraction that fit into 63 bits. */
function fractionOf(digits: string, size: number): number {
  let value = BigInt(0);
  let scale = 1;
  for (const digit of digits) {
    const next = value * BigInt(10) + BigInt(digit);
    if (value > MAX_INT64 / BigInt(10) || next > MAX_INT64 + BigInt(1)) {
      break;
    }
    value = next;
    scale *= 10;
  }
  return Math.trunc(Number(value) * (size / scale));
}

/** Quotes as the package `time` of Go does, which escapes all bytes of a letter. */
function quote(text: string): string {
  const escaped = toByteString(text).replace(/["\\]|[^ -~\x7f]/g, (byte) =>
    byte === '"' || byte === '\\'
      ? `\\${byte}`
      : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${escaped}"`;
}
