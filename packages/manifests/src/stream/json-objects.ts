import type { FieldPathSegment } from '@kubesem/core';
import { offsetsIn, readJSONDocument } from '../json/json-document.js';
import type { JSONValue } from '../json/json-value.js';
import {
  findObjects,
  type ItemType,
  isUntyped,
  itemTypeOf,
  type ManifestObject,
  type PlacedValue,
} from '../objects/objects.js';
import { linePositions, type Position, positionFrom } from '../position.js';
import { type ManifestProblem, type ManifestProblemDetails, manifestProblem } from '../problem.js';
import {
  MAX_DEPTH,
  syntaxError,
  type TextDocument,
  tooDeep,
  unreadable,
} from '../text-document.js';
import {
  type JSONParts,
  type JSONPiece,
  JSONSplitter,
  MAX_OBJECT_LENGTH,
} from './json-splitter.js';

/** Receives what is found in a text. */
export interface ObjectSink {
  readonly object: (object: ManifestObject) => void;
  readonly problem: (problem: ManifestProblem) => void;
}

/** Finds the objects of a stream of JSON documents as it arrives. */
export class JSONObjects implements JSONParts {
  /** Number of documents so far, including broken ones. */
  documentCount = 0;
  private readonly splitter = new JSONSplitter(this);
  /** Version and kind of the items of the current list, as far as they are known. */
  private itemType: ItemType | undefined;
  private items = 0;
  /** Items without version and kind whose list has not named its own yet. */
  private held: { readonly piece: JSONPiece; readonly index: number }[] = [];

  /**
   * @param file - name of the file
   * @param sink - receives the objects
   * @param rest - receives the text from the first character that is not part of a JSON object
   */
  constructor(
    private readonly file: string,
    private readonly sink: ObjectSink,
    readonly rest: (piece: JSONPiece) => void,
  ) {}

  /** Reads the next chunk of the text; stops after each item. */
  push(chunk: string): Generator<void, void> {
    return this.splitter.push(chunk);
  }

  /** Ends the text. */
  end(): void {
    this.splitter.end();
  }

  head(pieces: readonly JSONPiece[]): void {
    this.items = 0;
    this.itemType = itemTypeOf(readJSONDocument(`${textOf(pieces)}]}`, 0).document.value);
  }

  item(piece: JSONPiece): void {
    if (this.checkLength([piece], ['items', this.items])) {
      this.addItem(piece, readJSONItem(textOf([piece])));
    }
    this.items += 1;
  }

  lines(piece: JSONPiece): boolean {
    const document = readIfJSON(textOf([piece]));
    if (document !== undefined) {
      this.addItem(piece, document);
      this.items += 1;
    }
    return document !== undefined;
  }

  endInItems(): void {
    this.documentCount += 1;
    const message = 'unexpected end of the file in a list';
    const segments = ['items', this.items];
    this.report({ severity: 'error', code: 'SYNTAX', message, segments }, this.splitter.position);
    this.addHeld();
  }

  document(pieces: readonly JSONPiece[]): void {
    this.documentCount += 1;
    if (this.checkLength(pieces, [])) {
      const { document } = readJSONDocument(textOf(pieces), 0);
      this.itemType = itemTypeOf(document.value);
      this.addHeld();
      this.itemType = undefined;
      this.addValue(this.place(document, [], positionsIn(pieces)));
    }
    this.addHeld();
  }

  private addItem(piece: JSONPiece, document: TextDocument): void {
    const { value } = document;
    if (this.itemType === undefined && value !== undefined && isUntyped(value)) {
      this.held.push({ piece, index: this.items });
    } else {
      this.addItemOf(piece, document, this.items);
    }
  }

  private addHeld(): void {
    const { held } = this;
    this.held = [];
    for (const { piece, index } of held) {
      this.addItemOf(piece, readJSONItem(textOf([piece])), index);
    }
  }

  private addItemOf(piece: JSONPiece, document: TextDocument, index: number): void {
    this.addValue(this.place(document, ['items', index], positionsIn([piece])));
  }

  private addValue(placed: PlacedValue | undefined): void {
    if (placed !== undefined) {
      for (const object of findObjects(placed, this.sink.problem, this.itemType)) {
        this.sink.object(object);
      }
    }
  }

  /** Reports the problems of a value, and adds its place in the file; undefined if the value could not be read. */
  private place(
    { value, problems, offsetOf }: TextDocument,
    segments: readonly FieldPathSegment[],
    positionAt: (offset: number) => Position,
  ): PlacedValue | undefined {
    for (const { offset, ...problem } of problems) {
      this.report({ ...problem, segments }, positionAt(offset));
    }
    const positionOf: PlacedValue['positionOf'] = (path) =>
      positionAt(path.length === 0 ? 0 : offsetOf(path));
    const { file } = this;
    return value === undefined ? undefined : { file, value, segments, positionOf };
  }

  private checkLength(
    pieces: readonly JSONPiece[],
    segments: readonly FieldPathSegment[],
  ): boolean {
    const long = pieces.find(({ text }) => text === undefined);
    if (long !== undefined) {
      const mebibytes = MAX_OBJECT_LENGTH / 1024 / 1024;
      const message = `the object exceeds the limit of ${mebibytes} Mi characters`;
      this.report({ severity: 'error', code: 'TOO_LARGE', message, segments }, long);
    }
    return long === undefined;
  }

  private report(problem: ManifestProblemDetails, { line, column }: Position): void {
    this.sink.problem(manifestProblem(problem, { file: this.file, line, column }));
  }
}

function textOf(pieces: readonly JSONPiece[]): string {
  return pieces.map(({ text = '' }) => text).join('');
}

/** Returns a function that finds the positions of offsets in consecutive pieces. */
function positionsIn(pieces: readonly JSONPiece[]): (offset: number) => Position {
  let lines: Map<JSONPiece, ReturnType<typeof linePositions>> | undefined;
  return (offset) => {
    let rest = offset;
    for (const [index, piece] of pieces.entries()) {
      const { text = '' } = piece;
      if (rest < text.length || index === pieces.length - 1) {
        // The most frequent question needs no scan of the text.
        if (rest === 0) {
          return { line: piece.line, column: piece.column };
        }
        lines ??= new Map();
        const positionAt = lines.get(piece) ?? linePositions(text);
        lines.set(piece, positionAt);
        return positionFrom(piece, positionAt(rest));
      }
      rest -= text.length;
    }
    return { line: 1, column: 1 };
  };
}

/** The brackets around the items of a list. */
const LIST_DEPTH = 2;

/** More than a text has. */
const MANY_COLONS = 2 ** 40;

/** Reads one item of a list; offsets count from its start. */
function readJSONItem(text: string): TextDocument {
  return readIfJSON(text) ?? readCarefully(text);
}

/**
 * Reads one item of a list, unless the text is broken or is not one value.
 *
 * `JSON.parse` reads nearly every item correctly: then its text has as many colons as its keys and strings need, and no
 * number that JavaScript rounds. All others are scanned character by character.
 */
function readIfJSON(text: string): TextDocument | undefined {
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

/** Reports whether the text has an escaped colon, which `colonsIn` does not count. */
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
