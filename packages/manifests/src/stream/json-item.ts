import { offsetsIn, readJSONDocument } from '../json/json-document.js';
import type { JSONValue } from '../json/json-value.js';
import {
  MAX_DEPTH,
  syntaxError,
  type TextDocument,
  tooDeep,
  unreadable,
} from '../text-document.js';

/** The brackets around the items of a list. */
const LIST_DEPTH = 2;

/** More than a text has. */
const MANY_COLONS = 2 ** 40;

/** Reads one item of a list; offsets count from its start. */
export function readJSONItem(text: string): TextDocument {
  return readIfJSON(text) ?? readCarefully(text);
}

/**
 * Reads one item of a list, unless the text is broken or is not one value.
 *
 * `JSON.parse` reads nearly every item correctly: then its text has as many colons as its keys and strings need, and no
 * number that JavaScript rounds. All others are scanned character by character.
 */
export function readIfJSON(text: string): TextDocument | undefined {
  let value: JSONValue;
  try {
    value = JSON.parse(text) as JSONValue;
  } catch {
    return undefined;
  }
  const colons = countColons(value, LIST_DEPTH);
  if (colons === Number.POSITIVE_INFINITY) {
    return unreadable(tooDeep(0));
  }
  const isExact = colons === colonsIn(text) && !hasEscapedColons(text);
  return isExact ? { value, problems: [], offsetOf: offsetsIn(text, 0) } : readCarefully(text);
}

/**
 * Returns the number of colons that a value has in JSON: one for each key, and those in strings. A text of the value with
 * a duplicate key has more.
 *
 * @returns the number; too many if JavaScript may have rounded a number, infinity if the value is nested too deeply
 */
function countColons(value: JSONValue, depth: number): number {
  if (typeof value === 'string') {
    return colonsIn(value);
  }
  if (typeof value === 'number') {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? MANY_COLONS : 0;
  }
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  if (depth >= MAX_DEPTH) {
    return Number.POSITIVE_INFINITY;
  }
  let colons = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly JSONValue[]) {
      colons += countColons(item, depth + 1);
    }
    return colons;
  }
  // An object of JSON.parse inherits no enumerable key.
  for (const key in value) {
    const member = (value as { readonly [key: string]: JSONValue })[key] as JSONValue;
    colons += 1 + colonsIn(key) + countColons(member, depth + 1);
  }
  return colons;
}

function colonsIn(text: string): number {
  let colons = 0;
  for (let index = text.indexOf(':'); index >= 0; index = text.indexOf(':', index + 1)) {
    colons += 1;
  }
  return colons;
}

/** Reports whether a string of the text may have a colon where the text has none. */
function hasEscapedColons(text: string): boolean {
  return text.includes('\\u003a') || text.includes('\\u003A');
}

function readCarefully(text: string): TextDocument {
  const { document, end } = readJSONDocument(text, 0);
  const rest = text.slice(end).search(/\S/);
  if (document.value === undefined || rest < 0) {
    return document;
  }
  return unreadable(syntaxError('expected a comma between two items', end + rest));
}
