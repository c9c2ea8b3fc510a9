import {
  MAX_DEPTH,
  type ReadDocument,
  syntaxError,
  tooDeep,
  unreadable,
} from '../stream/read-document.js';
import { type JSONDocument, offsetsIn, readJSONDocument } from './json-document.js';
import type { JSONItem } from './json-stream.js';
import type { JSONValue } from './json-value.js';

/**
 * Reads one item of a list; offsets count from its start.
 *
 * Nearly every item holds nothing but what `JSON.parse` reads rightly: then it has as many keys as colons, and no number
 * that JavaScript rounds. All others are looked at character by character.
 */
export function readJSONItem({ text = '', colons, depth }: JSONItem): ReadDocument {
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

/** How many keys there are in a value; NaN if there are numbers in it that JavaScript may have rounded. */
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
  // Whatever its keys are, an object of JSON inherits none that could be enumerated; null has none.
  for (const key in value) {
    keys += 1 + countKeys((value as { readonly [key: string]: JSONValue })[key] as JSONValue);
  }
  return keys;
}

function readCarefully(text: string): ReadDocument {
  const { document, end }: JSONDocument = readJSONDocument(text, 0);
  const behind = text.slice(end).search(/\S/);
  if (document.value === undefined || behind < 0) {
    return document;
  }
  return unreadable(syntaxError('expected a comma between two items', end + behind));
}
