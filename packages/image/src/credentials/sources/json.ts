import { goJson, wellFormed } from '@kubesem/core/internal';

// JSON.parse keeps only one of two equal keys, and quotes passwords in its errors. Go reads both keys. So the
// members are found in the text itself, after `isGoJson` has checked it.

/** A member of an object in a JSON text. */
interface JsonMember {
  readonly key: string;
  /** Index in the text where its value starts. */
  readonly at: number;
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

function nesting(character: string): number {
  return character === '{' || character === '['
    ? 1
    : character === '}' || character === ']'
      ? -1
      : 0;
}

/** Formats the fields of an object as JSON like Go, without empty fields. */
export function goJsonObject(
  fields: { readonly [name: string]: string },
  format: (value: string) => string = goJson,
): string {
  const members = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `"${name}":${format(value)}`);
  return `{${members.join()}}`;
}
