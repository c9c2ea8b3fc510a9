import {
  duplicateKey,
  MAX_DEPTH,
  syntaxError,
  type TextProblem,
  tooDeep,
} from '../stream/read-document.js';
import { numberValue } from '../yaml/number-value.js';

/** What a walk over the tokens of one JSON value finds, without checking its grammar. */
export interface JSONScan {
  /** Offset behind the value; the end of the text if its last bracket is missing. */
  readonly end: number;
  /** Numbers that a JavaScript number cannot hold exactly, in order. */
  readonly longNumbers: readonly { readonly start: number; readonly text: string }[];
  readonly problems: readonly TextProblem[];
  /** Offset of the first word that JSON does not have; undefined if there is none. */
  readonly strangeWord: number | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;

const NUMBER = /[-+.eE0-9]+/y;
const WORD = /[A-Za-z]+/y;

/** Returns the offset behind the string that starts at `start`. */
export function jsonStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      return index + 1;
    }
    index += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

/** Returns the offset behind the object or list that starts at `start`. */
export function jsonBracketEnd(text: string, start: number): number {
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    index = code === QUOTE ? jsonStringEnd(text, index) : index + 1;
    depth += isOpening(code) ? 1 : isClosing(code) ? -1 : 0;
    if (depth === 0) {
      return index;
    }
  }
  return text.length;
}

/**
 * Walks over the object that starts at `start`.
 *
 * `JSON.parse` reads the values; it tells neither where the next one of a stream begins, nor which key stands
 * twice, nor the digits of a long number.
 */
export function scanJSON(text: string, start: number): JSONScan {
  const longNumbers: { start: number; text: string }[] = [];
  const problems: TextProblem[] = [];
  const open: (Set<string> | undefined)[] = [];
  let strangeWord: number | undefined;
  /** Whether a string that comes now is a key if it is in an object. */
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
        return { end: index, longNumbers, problems, strangeWord };
      }
    } else if (code === COMMA) {
      mayBeKey = true;
      index += 1;
    } else if (code === MINUS || (code >= 0x30 && code <= 0x39)) {
      const number = match(NUMBER, text, index);
      takeNumber(number, index, longNumbers, problems);
      index += number.length;
    } else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) {
      const word = match(WORD, text, index);
      if (word !== 'true' && word !== 'false' && word !== 'null') {
        strangeWord = strangeWord ?? index;
      }
      index += word.length;
    } else {
      index += 1;
    }
  }
  return { end: text.length, longNumbers, problems, strangeWord };
}

/** `{` or `[`, which differ in one bit, as do their counterparts. */
function isOpening(code: number): boolean {
  return (code | 0x20) === 0x7b;
}

function isClosing(code: number): boolean {
  return (code | 0x20) === 0x7d;
}

function match(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

function takeKey(
  text: string,
  start: number,
  end: number,
  keys: Set<string> | undefined,
  problems: TextProblem[],
): void {
  // One key spelt in two ways, by escapes, goes unnoticed.
  const key = text.slice(start + 1, end - 1);
  if (keys?.has(key)) {
    problems.push(duplicateKey(key, start));
  }
  keys?.add(key);
}

function takeNumber(
  number: string,
  start: number,
  longNumbers: { start: number; text: string }[],
  problems: TextProblem[],
): void {
  const value = numberValue(number);
  if (typeof value === 'string') {
    longNumbers.push({ start, text: number });
  } else if (Math.abs(value) === Number.POSITIVE_INFINITY) {
    const shown = number.slice(0, 40);
    problems.push(syntaxError(`expected a number of at most 64 bits, found ${shown}`, start));
  }
}
