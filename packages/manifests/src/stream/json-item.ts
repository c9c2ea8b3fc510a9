import { offsetsIn, readJSONDocument } from '../json/json-document.js';
import type { JSONValue } from '../json/json-value.js';
import {
  MAX_DEPTH,
  syntaxError,
  type TextDocument,
  tooDeep,
  unreadable,
} from '../text-document.js';
import type { JSONItem } from './json-splitter.js';

/**
 * Reads one item of a list; offsets count from its start.
 *
 * `JSON.parse` reads nearly every item correctly: then the item has as many keys as colons, and no number that JavaScript
 * rounds. All others are scanned character by character.
 */
export function readJSONItem({ text = '', colons, depth }: JSONItem): TextDocument {
  if (depth > MAX_DEPTH) {
    return unreadable(tooDeep(0));
  }
  let value: JSONValue | undefined;
  try {
    value = JSON.parse(text) as JSONValue;
  } catch {
    return readCarefully(text);
  }
  return countKeys(value) === colons
    ? { value, problems: [], offsetOf: offsetsIn(text, 0) }
    : readCarefully(text);
}

/** Returns the number of keys in a value; NaN if JavaScript may have rounded a number in it. */
function countKeys(value: JSONValue): number {
  if (typeof value === 'number') {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? Number.NaN : 0;
  }
  if (typeof value !== 'object') {
    return 0;
  }
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly JSONValue[]) {
      keys += countKeys(item);
    }
    return keys;
  }
  // An object of JSON.parse inherits no enumerable key; null has none.
  for (const key in value) {
    keys += 1 + countKeys((value as { readonly [key: string]: JSONValue })[key] as JSONValue);
  }
  return keys;
}

function readCarefully(text: string): TextDocument {
  const { document, end } = readJSONDocument(text, 0);
  const rest = text.slice(end).search(/\S/);
  if (document.value === undefined || rest < 0) {
    return document;
  }
  return unreadable(syntaxError('expected a comma between two items', end + rest));
}
