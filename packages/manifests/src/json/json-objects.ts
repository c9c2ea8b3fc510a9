import { type FieldPathSegment, fieldPath } from '@kubesem/core';
import {
  findObjects,
  type ItemType,
  isUntyped,
  itemTypeOf,
  type PlacedObject,
} from '../objects/objects.js';
import type { ManifestProblem } from '../problem.js';
import { linePositions, type ManifestDocument, type Position } from '../stream/manifest.js';
import type { ReadDocument } from '../stream/read-document.js';
import { readJSONDocument } from './json-document.js';
import { readJSONItem } from './json-item.js';
import {
  type JSONItem,
  type JSONParts,
  type JSONPiece,
  JSONSplitter,
  MAX_OBJECT_LENGTH,
} from './json-stream.js';
import type { JSONValue } from './json-value.js';

/** Takes what is found in a text. */
export interface ObjectSink {
  readonly object: (object: PlacedObject) => void;
  readonly problem: (problem: ManifestProblem) => void;
  /** Takes what is no JSON object any more, from there to the end. */
  readonly rest: (piece: JSONPiece) => void;
}

/** Finds the objects of a stream of JSON documents as they come. */
export class JSONObjects implements JSONParts {
  /** Number of documents so far, broken ones too. */
  documentCount = 0;
  private readonly splitter = new JSONSplitter(this);
  /** What the current list has said of its items so far. */
  private itemType: ItemType | undefined;
  private items = 0;
  /** Items that do not say what they are, before the list has said it. */
  private held: { readonly item: JSONItem; readonly index: number }[] = [];

  constructor(
    private readonly file: string,
    private readonly sink: ObjectSink,
  ) {}

  /** Takes the next chunk of the text. */
  push(chunk: string): void {
    this.splitter.push(chunk);
  }

  /** Says that the text ends here. */
  end(): void {
    this.splitter.end();
  }

  head(pieces: readonly JSONPiece[]): void {
    const text = pieces.map((piece) => piece.text ?? '').join('');
    this.items = 0;
    this.itemType = itemTypeOf(readJSONDocument(`${text}]}`, 0).document.value);
  }

  item(item: JSONItem): void {
    this.takeItem(item, this.items, true);
    this.items += 1;
  }

  endInItems(): void {
    this.documentCount += 1;
    const message = 'expected the rest of the list, found the end of the text';
    this.report(
      { severity: 'error', code: 'SYNTAX', message },
      ['items', this.items],
      this.splitter.position,
    );
    this.takeHeld();
  }

  document(pieces: readonly JSONPiece[]): void {
    this.documentCount += 1;
    if (this.checkLength(pieces, [])) {
      const { document } = readJSONDocument(pieces.map(({ text = '' }) => text).join(''), 0);
      this.itemType = itemTypeOf(document.value);
      this.takeHeld();
      const placed = this.place(document, [], positionsIn(pieces));
      if (placed !== undefined) {
        this.takeObjects(placed, [], undefined);
      }
    }
    this.takeHeld();
  }

  rest(piece: JSONPiece): void {
    this.sink.rest(piece);
  }

  private takeItem(item: JSONItem, index: number, mayHold: boolean): void {
    const base = ['items', index];
    if (!this.checkLength([item], base)) {
      return;
    }
    const placed = this.place(readJSONItem(item), base, positionsIn([item]));
    if (placed === undefined) {
      return;
    }
    if (mayHold && this.itemType === undefined && isUntyped(placed.value)) {
      this.held.push({ item, index });
    } else {
      this.takeObjects(placed, base, this.itemType);
    }
  }

  private takeHeld(): void {
    const { held } = this;
    this.held = [];
    for (const { item, index } of held) {
      this.takeItem(item, index, false);
    }
  }

  private takeObjects(
    document: ManifestDocument,
    base: readonly FieldPathSegment[],
    itemType: ItemType | undefined,
  ): void {
    const problems: ManifestProblem[] = [];
    for (const object of findObjects(document, problems, base, itemType)) {
      this.sink.object(object);
    }
    problems.forEach(this.sink.problem);
  }

  /** Gives what was read its place in the file, and reports its problems. */
  private place(
    document: ReadDocument,
    base: readonly FieldPathSegment[],
    positionAt: (offset: number) => Position,
  ): (ManifestDocument & { readonly value: JSONValue }) | undefined {
    const { file } = this;
    for (const { offset, ...problem } of document.problems) {
      this.report(problem, base, positionAt(offset));
    }
    const { value } = document;
    const positionOf = (segments: readonly FieldPathSegment[]) =>
      positionAt(document.offsetOf(segments.slice(base.length)));
    return value === undefined
      ? undefined
      : { file, format: 'json', value, positionOf, ...positionAt(0) };
  }

  private checkLength(pieces: readonly JSONPiece[], base: readonly FieldPathSegment[]): boolean {
    const long = pieces.find(({ text }) => text === undefined);
    if (long !== undefined) {
      const mebibytes = MAX_OBJECT_LENGTH / 1024 / 1024;
      const message = `expected at most ${mebibytes} Mi characters for one object`;
      this.report({ severity: 'error', code: 'TOO_LARGE', message }, base, long);
    }
    return long === undefined;
  }

  private report(
    { severity, code, message }: Pick<ManifestProblem, 'severity' | 'code' | 'message'>,
    base: readonly FieldPathSegment[],
    { line, column }: Position,
  ): void {
    const { file } = this;
    const path = fieldPath(...base);
    this.sink.problem(
      path === ''
        ? { severity, code, message, file, line, column }
        : { severity, code, message: `${path}: ${message}`, file, line, column, path },
    );
  }
}

/** Looks up the places of offsets in pieces that stand one behind the other. */
function positionsIn(pieces: readonly JSONPiece[]): (offset: number) => Position {
  let lines: Map<JSONPiece, ReturnType<typeof linePositions>> | undefined;
  return (offset) => {
    let rest = offset;
    for (const [index, piece] of pieces.entries()) {
      const { text = '' } = piece;
      if (rest < text.length || index === pieces.length - 1) {
        // Most often asked for, and known without looking.
        if (rest === 0) {
          return { line: piece.line, column: piece.column };
        }
        lines ??= new Map();
        const positionAt = lines.get(piece) ?? linePositions(text);
        lines.set(piece, positionAt);
        return positionBehind(piece, positionAt(rest));
      }
      rest -= text.length;
    }
    return { line: 1, column: 1 };
  };
}

/** The place in a file of a place in a text that starts somewhere in that file. */
export function positionBehind(start: Position, { line, column }: Position): Position {
  return line === 1
    ? { line: start.line, column: start.column + column - 1 }
    : { line: start.line + line - 1, column };
}
