import type { JSONValue } from './json-value.js';

/** A number of a JSON text that a JavaScript number cannot hold exactly. */
export interface LongNumber {
  readonly start: number;
  readonly text: string;
}

/**
 * Parses JSON with integers that a JavaScript number cannot hold exactly.
 *
 * @param json - well-formed JSON
 * @param rounded - what `JSON.parse` makes of it
 * @param longNumbers - the integers, in order
 * @returns the value, with a `bigint` for each of the integers
 */
export function parseLongNumbers(
  json: string,
  rounded: JSONValue,
  longNumbers: readonly LongNumber[],
): JSONValue {
  const mark = unusedMark(JSON.stringify(rounded));
  let marked = '';
  let copied = 0;
  for (const { start, text } of longNumbers) {
    marked += `${json.slice(copied, start)}"${mark}${text}"`;
    copied = start + text.length;
  }
  marked += json.slice(copied);
  return JSON.parse(marked, (_, value: JSONValue) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  ) as JSONValue;
}

/**
 * Writes a JSON value with two spaces for each level, and the digits of every `bigint`.
 *
 * @param value - the value
 * @returns JSON that kubectl reads as the same value
 */
export function formatJSON(value: unknown): string {
  const write = (mark: string) =>
    JSON.stringify(
      value,
      (_, inner: unknown) => (typeof inner === 'bigint' ? `${mark}${inner}` : inner),
      2,
    );
  const mark = unusedMark(write(''));
  return write(mark).replace(new RegExp(`"${mark}(-?[0-9]+)"`, 'g'), '$1');
}

/** Returns a text with which no string of the JSON starts. */
function unusedMark(json: string): string {
  const longest = (json.match(/#+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return '#'.repeat(longest + 1);
}
