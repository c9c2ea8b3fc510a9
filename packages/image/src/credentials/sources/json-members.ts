import { wellFormed } from './byte-string.js';

// JSON.parse keeps one of two equal keys, makes no key `__proto__` and quotes passwords in its errors. Go reads both
// keys, so here it only says whether the text is JSON, and the members are found in the text itself.

/** Go refuses what is nested deeper. Source: Go 1.26 `encoding/json`, `maxNestingDepth`. */
const MAX_DEPTH = 10_000;

/** A member of an object in a text that is JSON. */
export interface JsonMember {
  readonly key: string;
  /** Where its value starts in the text. */
  readonly at: number;
}

/** Whether Go takes a text for JSON. */
export function isJson(text: string): boolean {
  // Before JSON.parse, which in some engines fails on less, and in others never.
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

/** Where the value of a text that is JSON starts. */
export function startOfJson(text: string): number {
  return skipSpace(text, 0);
}

/** The members of the object that starts at an index, in order, with all of equal keys; the text is JSON. */
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

/** The string that starts at an index; undefined if another value does. The text is JSON. */
export function jsonString(text: string, at: number): string | undefined {
  return text[at] === '"' ? stringValue(text, at, endOfString(text, at)) : undefined;
}

/** Whether Go takes a key for the name of a field: exactly, or but for the case of letters. */
export function isField(key: string, name: string): boolean {
  // The long s folds to s, and the sign for kelvin to k, as in Go's `encoding/json`.
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

/** Behind the closing quote; the end of the text if there is none. */
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

/** How deep objects and lists are nested in a text that may be anything. */
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
