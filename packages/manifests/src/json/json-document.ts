import type { FieldPathSegment } from '@kubesem/core';
import { syntaxError, type TextDocument, unreadable } from '../text-document.js';
import { jsonBracketEnd, jsonStringEnd, scanJSON } from './json-scan.js';
import { findSyntaxError } from './json-syntax.js';
import type { JSONValue } from './json-value.js';
import { parseLongNumbers } from './long-numbers.js';

/** A document of a JSON stream. */
export interface JSONDocument {
  readonly document: TextDocument;
  /** Offset of the end of the document. */
  readonly end: number;
  /** False if the text is not JSON; it may still be YAML. */
  readonly isJSON: boolean;
}

/**
 * Reads the JSON object or list that starts at `start`.
 *
 * @param text - a stream of JSON documents
 * @param start - offset of the document; all offsets count from the start of the text
 */
export function readJSONDocument(text: string, start: number): JSONDocument {
  const { end, longNumbers, problems } = scanJSON(text, start);
  const json = text.slice(start, end);
  const broken = problems.find((problem) => problem.severity === 'error');
  let value: JSONValue | undefined;
  try {
    value = broken === undefined ? (JSON.parse(json) as JSONValue) : undefined;
  } catch {
    const { message, offset } = findSyntaxError(text, start) ?? {
      message: 'not JSON',
      offset: end,
    };
    return { document: unreadable(syntaxError(message, offset)), end, isJSON: false };
  }
  if (value !== undefined && longNumbers.length > 0) {
    value = parseLongNumbers(json, value, longNumbers);
  }
  return { document: { value, problems, offsetOf: offsetsIn(text, start) }, end, isJSON: true };
}

/** Returns a function that finds values in well-formed JSON that starts at `start`. */
export function offsetsIn(text: string, start: number): TextDocument['offsetOf'] {
  let members: Map<number, MemberOffsets> | undefined;
  return (path) => {
    members ??= new Map();
    return findJSON(text, start, path, members);
  };
}

type MemberOffsets = ReadonlyMap<FieldPathSegment, number>;

/**
 * Walks over well-formed JSON to the value at a path; stops at the innermost value that exists.
 *
 * `members` holds the members of each object and list by its offset, so each is scanned once.
 */
function findJSON(
  text: string,
  start: number,
  path: readonly FieldPathSegment[],
  members: Map<number, MemberOffsets>,
): number {
  let offset = start;
  for (const segment of path) {
    const known = members.get(offset) ?? memberOffsets(text, offset);
    members.set(offset, known);
    const member = known.get(segment);
    if (member === undefined) {
      break;
    }
    offset = member;
  }
  return offset;
}

const SPACE = /[\s:,]*/y;
const LITERAL = /[^\s,\]}]*/y;

/** Returns the offsets of the members of an object or list; the last of several members with one key wins. */
function memberOffsets(text: string, start: number): MemberOffsets {
  const offsets = new Map<FieldPathSegment, number>();
  const inObject = text[start] === '{';
  if (!inObject && text[start] !== '[') {
    return offsets;
  }
  let index = skip(SPACE, text, start + 1);
  while (text[index] !== '}' && text[index] !== ']') {
    let key: FieldPathSegment = offsets.size;
    if (inObject) {
      const end = jsonStringEnd(text, index);
      key = JSON.parse(text.slice(index, end)) as string;
      index = skip(SPACE, text, end);
    }
    offsets.set(key, index);
    index = skip(SPACE, text, valueEnd(text, index));
  }
  return offsets;
}

function valueEnd(text: string, start: number): number {
  const char = text[start];
  if (char === '{' || char === '[') {
    return jsonBracketEnd(text, start);
  }
  return char === '"' ? jsonStringEnd(text, start) : skip(LITERAL, text, start);
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}
