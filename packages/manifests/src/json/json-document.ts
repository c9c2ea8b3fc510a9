import type { FieldPathSegment } from '@kubesem/core';
import { type ReadDocument, syntaxError, unreadable } from '../stream/read-document.js';
import { jsonBracketEnd, jsonStringEnd, scanJSON } from './json-scan.js';
import type { JSONValue } from './json-value.js';

/** A document of a JSON stream. */
export interface JSONDocument {
  readonly document: ReadDocument;
  /** Offset behind the document. */
  readonly end: number;
  /** False if the text is not JSON; it may still be YAML. */
  readonly isJSON: boolean;
}

/**
 * Reads the JSON object that starts at `start`.
 *
 * @param text - a stream of JSON documents
 * @param start - where an object starts; offsets count from the start of the text
 */
export function readJSONDocument(text: string, start: number): JSONDocument {
  const { end, longNumbers, problems, strangeWord } = scanJSON(text, start);
  let json = '';
  let copied = start;
  for (const number of longNumbers) {
    json += `${text.slice(copied, number.start)}"${number.text}"`;
    copied = number.start + number.text.length;
  }
  json += text.slice(copied, end);
  const broken = problems.find((problem) => problem.severity === 'error');
  let value: JSONValue | undefined;
  try {
    value = broken === undefined ? (JSON.parse(json) as JSONValue) : undefined;
  } catch (error) {
    const { message } = error as SyntaxError;
    // Not every engine tells it, and not for every fault.
    const position = /position ([0-9]+)/.exec(message)?.[1];
    const offset = position === undefined ? (strangeWord ?? end) : start + Number(position);
    return { document: unreadable(syntaxError(message, offset)), end, isJSON: false };
  }
  return { document: { value, problems, offsetOf: offsetsIn(text, start) }, end, isJSON: true };
}

/** Looks up where the values are in well-formed JSON that starts at `start`. */
export function offsetsIn(text: string, start: number): ReadDocument['offsetOf'] {
  let members: Map<number, MemberOffsets> | undefined;
  return (path) => {
    members ??= new Map();
    return findJSON(text, start, path, members);
  };
}

type MemberOffsets = ReadonlyMap<FieldPathSegment, number>;

/**
 * Walks over well-formed JSON to the value at a path; stops at the innermost value that is there.
 *
 * `members` keeps what was found by the offset of each object and list, so that each is walked over once.
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

/** Offsets of the members of an object or list; of several members with one key, the last counts. */
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
  pattern.exec(text);
  return pattern.lastIndex;
}
