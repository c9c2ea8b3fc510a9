import { isJSONObject, type JSONObject, type JSONValue } from '../json/json-value.js';
import type { TextDocument, TextProblem } from '../text-document.js';
import { readPlainYAML } from './plain-yaml.js';
import { convertYAML } from './yaml-value.js';

/** Longer lists are read item by item. */
const LONG_TEXT = 1024 * 1024;

/**
 * Parses one YAML document if it is plain, as nearly all manifests.
 *
 * @param text - the document; a separator may only be its first line
 * @returns the value and the problems; undefined if the document is unusual or broken
 */
export function readPlainDocument(text: string): TextDocument | undefined {
  const list = text.length > LONG_TEXT ? readYAMLList(text) : undefined;
  if (list !== undefined) {
    return list;
  }
  const plain = readPlainYAML(text);
  return plain === false ? undefined : convertYAML(plain, []);
}

/** Matches the line before the items of a list, and finds how far these are indented. */
const ITEMS_LINE = /^items: *\n(?=( *)- )/m;
/** Matches the line after them. */
const NEXT_KEY = /^[^ #\n-]/gm;
const NO_ITEMS = ' []\n';

/**
 * Reads a list item by item, as `kubectl get -o yaml` prints it: the tokens of a long document need many times the memory of
 * its text.
 *
 * Only items that are readable on their own are read so: a token that continues in the next item makes both unreadable.
 *
 * @param text - a document
 * @returns the document; undefined if it is something else, or has an unusual or broken part
 */
function readYAMLList(text: string): TextDocument | undefined {
  const list = splitList(text);
  const rest = list && readPart(list.rest);
  if (list === undefined || rest === undefined || !isEmptyList(rest)) {
    return undefined;
  }
  const items: TextDocument[] = [];
  const problems: TextProblem[] = [];
  for (const [index, start] of list.starts.entries()) {
    const item = readItem(list, index);
    if (item === undefined) {
      return undefined;
    }
    items.push(item);
    for (const problem of item.problems) {
      problems.push({ ...problem, offset: start + problem.offset });
    }
  }
  const value = {
    ...(rest.value as JSONObject),
    items: items.map((item) => item.value as JSONValue),
  };
  return { value, problems, offsetOf: offsetsIn(list, items, rest) };
}

/** The parts of a list. */
interface ListParts {
  readonly text: string;
  /** Where each item starts; its text ends where the next one starts. */
  readonly starts: readonly number[];
  /** Where the last item ends. */
  readonly end: number;
  /** How far the items are indented. */
  readonly indent: number;
  /** The text with an empty list instead of the items. */
  readonly rest: string;
  /** Where the empty list is in it. */
  readonly empty: number;
}

function splitList(text: string): ListParts | undefined {
  const found = ITEMS_LINE.exec(text);
  if (found === null) {
    return undefined;
  }
  const [line, indent = ''] = found;
  const first = found.index + line.length;
  NEXT_KEY.lastIndex = first;
  const end = NEXT_KEY.exec(text)?.index ?? text.length;
  const starts: number[] = [];
  const mark = `\n${indent}- `;
  for (let at = first - 1; at >= 0 && at < end; at = text.indexOf(mark, at + 1)) {
    starts.push(at + 1);
  }
  const empty = found.index + 'items:'.length;
  const rest = text.slice(0, empty) + NO_ITEMS + text.slice(end);
  return { text, starts, end, indent: indent.length, rest, empty };
}

/** Reads a part; undefined if it has anchors, or anything else that is unusual. */
function readPart(text: string): TextDocument | undefined {
  const root = readPlainYAML(text, { isPart: true });
  const document = root === false ? undefined : convertYAML(root, []);
  return document?.value === undefined ? undefined : document;
}

/** Reads an item; offsets count from the start of its line. */
function readItem({ text, starts, end }: ListParts, index: number): TextDocument | undefined {
  const document = readPart(text.slice(starts[index], starts[index + 1] ?? end));
  const items = document?.value;
  if (document === undefined || !Array.isArray(items) || items.length !== 1) {
    return undefined;
  }
  const { problems, offsetOf } = document;
  return { value: items[0] as JSONValue, problems, offsetOf: (path) => offsetOf([0, ...path]) };
}

function isEmptyList({ value, problems }: TextDocument): boolean {
  return (
    problems.length === 0 &&
    isJSONObject(value) &&
    Array.isArray(value.items) &&
    value.items.length === 0
  );
}

function offsetsIn(
  { starts, end, indent, empty }: ListParts,
  items: readonly TextDocument[],
  rest: TextDocument,
): TextDocument['offsetOf'] {
  return (path) => {
    const [field, index, ...inner] = path;
    if (field !== 'items') {
      const offset = rest.offsetOf(path);
      return offset < empty ? offset : offset - empty - NO_ITEMS.length + end;
    }
    const item = typeof index === 'number' ? items[index] : undefined;
    return item === undefined
      ? (starts[0] as number) + indent
      : (starts[index as number] as number) + item.offsetOf(inner);
  };
}
