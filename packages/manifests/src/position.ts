import type { FieldPathSegment } from '@kubesem/core';

/** A place in a text. */
export interface Position {
  /** Line, counted from 1. */
  readonly line: number;
  /** Column in UTF-16 code units, counted from 1. */
  readonly column: number;
}

/** Where a text starts. */
export const START: Position = { line: 1, column: 1 };

/** A place in a file. */
export interface FilePosition extends Position {
  /** Name of the file. */
  readonly file: string;
}

/** In which file an object or a document is, and where its fields are. */
export interface ObjectPlace {
  /** Name of the file. */
  readonly file: string;
  /**
   * Finds a field in the text.
   *
   * @param segments - names, keys and indexes from the outermost to the innermost
   * @returns the position of the field's value, or of the innermost value around it if the field is absent
   */
  positionOf(segments: readonly FieldPathSegment[]): Position;
}

/** Returns a function that turns offsets into positions, for a text whose lines end in line feeds. */
export function linePositions(text: string): (offset: number) => Position {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    starts.push(index + 1);
  }
  return (offset) => {
    let line = 1;
    for (let end = starts.length; line < end; ) {
      const middle = (line + end) >> 1;
      if ((starts[middle] as number) <= offset) {
        line = middle + 1;
      } else {
        end = middle;
      }
    }
    return { line, column: offset - (starts[line - 1] as number) + 1 };
  };
}

/** Turns a position in a part of a text into the position in the whole text; the part starts at `start`. */
export function positionFrom(start: Position, { line, column }: Position): Position {
  return line === 1
    ? { line: start.line, column: start.column + column - 1 }
    : { line: start.line + line - 1, column };
}
