import {
  duplicateKey,
  MAX_DEPTH,
  syntaxError,
  type TextProblem,
  tooDeep,
} from '../text-document.js';
import type { LongNumber } from './long-numbers.js';
import { numberValue } from './number-value.js';

/** Result of a scan over the tokens of one JSON value, which does not check the grammar. */
export interface JSONScan {
  /** Offset of the end of the value; the end of the text if its last bracket is missing. */
  readonly end: number;
  /** Integers that a JavaScript number cannot hold exactly, in order; they count from the start of the value. */
  readonly longNumbers: readonly LongNumber[];
  readonly problems: readonly TextProblem[];
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;

const NUMBER = /[-+.eE0-9]+/y;
const QUOTE_OR_BRACKET = /["{}[\]]/g;

/** Returns the offset of the end of the string that starts at `start`. */
export function jsonStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) {
      return end + 1;
    }
  }
  return text.length;
}

/** Returns the offset of the end of the object or list that starts at `start`. */
export function jsonBracketEnd(text: string, start: number): number {
  let depth = 0;
  // Finds the next mark in half the time of a loop over the characters.
  QUOTE_OR_BRACKET.lastIndex = start;
  while (QUOTE_OR_BRACKET.test(text)) {
    const end = QUOTE_OR_BRACKET.lastIndex;
    const code = text.charCodeAt(end - 1);
    if (code === QUOTE) {
      QUOTE_OR_BRACKET.lastIndex = jsonStringEnd(text, end - 1);
    } else {
      depth += isOpening(code) ? 1 : -1;
      if (depth === 0) {
        return end;
      }
    }
  }
  return text.length;
}

/**
 * Scans the object or list that starts at `start`.
 *
 * `JSON.parse` reads the values, but reports neither where they end in a stream, nor duplicate keys, nor the digits of
 * long numbers.
 */
export function scanJSON(text: string, start: number): JSONScan {
  const longNumbers: LongNumber[] = [];
  const problems: TextProblem[] = [];
  const open: (Set<string> | undefined)[] = [];
  /** Whether the next string in an object is a key. */
  let mayBeKey = false;
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = jsonStringEnd(text, index);
      if (mayBeKey) {
        takeKey(text, index, end, open[open.length - 1], problems);
        mayBeKey = false;
      }
      index = end;
    } else if (isOpening(code)) {
      open.push(text[index] === '{' ? new Set() : undefined);
      mayBeKey = true;
      if (open.length === MAX_DEPTH + 1) {
        problems.push(tooDeep(index));
      }
      index += 1;
    } else if (isClosing(code)) {
      open.pop();
      index += 1;
      if (open.length === 0) {
        return { end: index, longNumbers, problems };
      }
    } else if (code === COMMA) {
      mayBeKey = true;
      index += 1;
    } else if (code === MINUS || (code >= 0x30 && code <= 0x39)) {
      const number = numberAt(text, index);
      takeNumber(number, index, start, longNumbers, problems);
      index += number.length;
    } else {
      index += 1;
    }
  }
  return { end: text.length, longNumbers, problems };
}

/** `{` or `[`, which differ in one bit, as do their counterparts. */
function isOpening(code: number): boolean {
  return (code | 0x20) === 0x7b;
}

function isClosing(code: number): boolean {
  return (code | 0x20) === 0x7d;
}

function numberAt(text: string, index: number): string {
  NUMBER.lastIndex = index;
  return NUMBER.exec(text)?.[0] ?? '';
}

function takeKey(
  text: string,
  start: number,
  end: number,
  keys: Set<string> | undefined,
  problems: TextProblem[],
): void {
  // The same key with and without escapes goes unnoticed.
  const key = text.slice(start + 1, end - 1);
  if (keys?.has(key)) {
    problems.push(duplicateKey(start));
  }
  keys?.add(key);
}

function takeNumber(
  number: string,
  index: number,
  start: number,
  longNumbers: LongNumber[],
  problems: TextProblem[],
): void {
  const value = numberValue(number);
  if (typeof value === 'bigint') {
    longNumbers.push({ start: index - start, text: number });
  } else if (Math.abs(value) === Number.POSITIVE_INFINITY) {
    problems.push(syntaxError('number beyond the range of float64', index));
  }
}
