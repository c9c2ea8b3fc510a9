import { wellFormed } from '@kubesem/core';

// JSON.parse keeps only one of two equal keys, and quotes passwords in its errors. Go reads both keys. So JSON.parse only
// checks here whether the string is JSON, and the members are found in the text itself.

/** Go rejects more levels. Source: Go 1.26 `encoding/json`, `maxNestingDepth`. */
const MAX_DEPTH = 10_000;

/** A member of an object in a JSON text. */
export interface JsonMember {
  readonly key: string;
  /** Index in the text where its value starts. */
  readonly at: number;
}

/** Reports whether a string is JSON for Go. */
export function isJson(text: string): boolean {
  // Checked before JSON.parse, whose own limit depends on the engine.
  if (depth(text) > MAX_DEPTH) {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the index where the value of a JSON text starts. */
export function startOfJson(text: string): number {
  return skipSpace(text, 0);
}

/** Lists the members of the object that starts at an index of a JSON text, in order, including equal keys. */
export function jsonMembers(text: string, start: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const end = endOfString(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    members.push({ key: stringValue(text, at, end), at: value });
    at = skipSpace(text, endOfValue(text, value));
    if (text[at] === ',') {
      at = skipSpace(text, at + 1);
    }
  }
  return members;
}

/** Returns the string that starts at an index of a JSON text; undefined for another value. */
export function jsonString(text: string, at: number): string | undefined {
  return text[at] === '"' ? stringValue(text, at, endOfString(text, at)) : undefined;
}

/** Reports whether Go decodes a key into a field of that name: the case of letters does not matter. */
export function isField(key: string, name: string): boolean {
  // The long s also folds to s, and the kelvin sign to k, as in Go's `encoding/json`.
  return key === name || key.replace(/\u017f/g, 's').toLowerCase() === name.toLowerCase();
}

function stringValue(text: string, at: number, end: number): string {
  return wellFormed(String(JSON.parse(text.slice(at, end))));
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) {
    at++;
  }
  return at;
}

/** Returns the index after the closing quote; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  let at = start;
  let open = 0;
  do {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    open += nesting(character);
    at++;
  } while (open > 0 || !/[,\]}\s]|^$/.test(text.charAt(at)));
  return at;
}

/** Returns how deep objects and lists are nested in a string, which may not be JSON. */
function depth(text: string): number {
  let open = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    at = character === '"' ? endOfString(text, at) : at + 1;
    open += nesting(character);
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

function nesting(character: string): number {
  return character === '{' || character === '['
    ? 1
    : character === '}' || character === ']'
      ? -1
      : 0;
}
