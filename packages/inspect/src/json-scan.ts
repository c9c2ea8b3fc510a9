import { numberValue } from './number-value.js';
import {
  duplicateKey,
  MAX_DEPTH,
  syntaxError,
  type TextProblem,
  tooDeep,
} from './read-document.js';

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

const NUMBER = /[-+.eE0-9]+/y;
const WORD = /[A-Za-z]+/y;

/** Returns the offset behind the string that starts at `start`. */
export function jsonStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      return index + 1;
    }
    index += code === 0x5c ? 2 : 1;
  }
  return text.length;
}

/**
 * Walks over the object or list that starts at `start`.
 *
 * `JSON.parse` reads the values; it tells neither where the next one of a stream begins, nor which key stands
 * twice, nor the digits of a long number.
 */
export function scanJSON(text: string, start: number): JSONScan {
  const longNumbers: { start: number; text: string }[] = [];
  const problems: TextProblem[] = [];
  const open: (Set<string> | undefined)[] = [];
  let index = start;
  let keyExpected = false;
  let strangeWord: number | undefined;
  while (index < text.length) {
    const char = text[index] as string;
    if (char === '"') {
      const end = jsonStringEnd(text, index);
      const keys = open[open.length - 1];
      if (keyExpected && keys !== undefined) {
        // Without its quotes; one key spelt in two ways, by escapes, goes unnoticed.
        const key = text.slice(index + 1, end - 1);
        if (keys.has(key)) {
          problems.push(duplicateKey(key, index));
        }
        keys.add(key);
        keyExpected = false;
      }
      index = end;
      continue;
    }
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined);
      keyExpected = char === '{';
      if (open.length === MAX_DEPTH + 1) {
        problems.push(tooDeep(index));
      }
    } else if (char === '}' || char === ']') {
      open.pop();
      if (open.length === 0) {
        return { end: index + 1, longNumbers, problems, strangeWord };
      }
    } else if (char === ',') {
      keyExpected = open[open.length - 1] !== undefined;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = index;
      const number = NUMBER.exec(text)?.[0] ?? char;
      const value = numberValue(number);
      if (typeof value === 'string') {
        longNumbers.push({ start: index, text: number });
      } else if (Math.abs(value) === Number.POSITIVE_INFINITY) {
        problems.push(
          syntaxError(`expected a number of at most 64 bits, found ${number.slice(0, 40)}`, index),
        );
      }
      index += number.length;
      continue;
    } else if (/[A-Za-z]/.test(char)) {
      WORD.lastIndex = index;
      const word = WORD.exec(text)?.[0] ?? char;
      if (word !== 'true' && word !== 'false' && word !== 'null') {
        strangeWord = strangeWord ?? index;
      }
      index += word.length;
      continue;
    }
    index += 1;
  }
  return { end: text.length, longNumbers, problems, strangeWord };
}
