import type { Position } from '../position.js';

/** A piece of a JSON text, and the place where it starts. */
export interface JSONPiece extends Position {
  /** Undefined if it is longer than the limit. */
  readonly text: string | undefined;
}

/** Receives the parts of a stream of JSON objects, in their order. */
export interface JSONParts {
  /** Receives the start of a list, up to the bracket that opens its items. */
  readonly head: (pieces: readonly JSONPiece[]) => void;
  /** Receives an item. */
  readonly item: (item: JSONPiece) => void;
  /** Receives the lines of what is probably an item; returns whether it is. */
  readonly lines: (item: JSONPiece & { readonly text: string }) => boolean;
  /** Receives a document; of a list, without its items. */
  readonly document: (pieces: readonly JSONPiece[]) => void;
  /** Called if the text ends among the items of a list. */
  readonly endInItems: () => void;
  /** Receives the text from the first character that is not part of a JSON object; called for every further chunk. */
  readonly rest: (piece: JSONPiece) => void;
}

/** Longest item, or document without its items, in characters; etcd accepts about 1.5 MiB. */
export const MAX_OBJECT_LENGTH: number = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** `"items"` and the white space up to its bracket must fit into this many characters. */
const TAIL_LENGTH = 200;
const ITEMS_KEY = /"items"\s*:\s*$/;

/**
 * Splits a stream of JSON objects into documents, and each list into its items.
 *
 * It finds quotes, brackets and commas and leaves the rest to `JSON.parse`. Most items are not even searched for these:
 * their lines show where they end, and `JSON.parse` then confirms it.
 */
export class JSONSplitter {
  /** Between documents, in one, among its items, or after the last of them. */
  private place: 'between' | 'document' | 'items' | 'rest' = 'between';
  private inString = false;
  /** Whether the last chunk ended in a backslash that escapes the next character. */
  private escapes = false;
  /** Whether the next character that is not white space starts a document or an item. */
  private awaitsStart = true;
  private start: Position = { line: 1, column: 1 };
  private depth = 0;
  /** Whether the lines of an item may show where it ends; false from the first item of a chunk for which they did not. */
  private triesLines = true;
  private hasItems = false;
  private line = 1;
  private lineStart = 0;
  /** Length of all earlier chunks. */
  private base = 0;
  /** The part of the current piece in earlier chunks; undefined if it is too long. */
  private carried: string | undefined = '';
  private tail = '';
  private pieces: JSONPiece[] = [];

  constructor(private readonly parts: JSONParts) {}

  /** Reads the next chunk of the text; stops after each item, so the caller can use it before the next one is read. */
  *push(chunk: string): Generator<void, void> {
    const { length } = chunk;
    if (length === 0) {
      return;
    }
    let index = this.escapes ? 1 : 0;
    let from = 0;
    this.escapes = false;
    this.triesLines = true;
    while (index < length && this.place !== 'rest') {
      if (this.inString) {
        index = this.skipString(chunk, index);
        continue;
      }
      if (this.depth > 2) {
        index = this.skipNested(chunk, index);
        continue;
      }
      const code = chunk.charCodeAt(index);
      if (code <= SPACE) {
        index = code === LINE_FEED ? this.skipLineEnd(chunk, index + 1) : index + 1;
        continue;
      }
      if (this.awaitsStart) {
        this.begin(code, index);
        from = this.takeLines(chunk, index);
        if (from > index) {
          index = from;
          yield;
          continue;
        }
      }
      from = this.takeMark(code, chunk, from, index);
      index += 1;
      if (this.awaitsStart) {
        yield;
      }
    }
    if (this.place === 'rest') {
      this.parts.rest({ text: chunk.slice(from), ...this.start });
    } else if (!this.awaitsStart) {
      this.carry(chunk.slice(from));
    }
    this.tail = (this.tail + chunk.slice(-TAIL_LENGTH)).slice(-TAIL_LENGTH);
    this.base += length;
  }

  /** End of the text that has been read. */
  get position(): Position {
    return this.positionAt(0);
  }

  /** Ends the text. */
  end(): void {
    if (this.place === 'items') {
      this.parts.endInItems();
    } else if (this.place === 'document') {
      this.endDocument('');
    }
  }

  private positionAt(index: number): Position {
    return { line: this.line, column: this.base + index - this.lineStart + 1 };
  }

  /** Handles a character outside the brackets of an item; returns the offset at which the current piece starts. */
  private takeMark(code: number, chunk: string, from: number, index: number): number {
    if (code === QUOTE) {
      this.inString = true;
    } else if (code === COMMA && this.place === 'items') {
      this.endItem(chunk.slice(from, index));
    } else if (isOpening(code)) {
      this.depth += 1;
      if (this.depth === 2 && code !== OPENING_BRACE && this.isItemsKey(chunk, index)) {
        this.startItems(chunk.slice(from, index + 1));
      }
    } else if (isClosing(code)) {
      this.depth -= 1;
      if (this.place === 'items') {
        this.endItems(chunk.slice(from, index), index);
        return index;
      }
      if (this.depth === 0) {
        this.endDocument(chunk.slice(from, index + 1));
      }
    }
    return from;
  }

  /** Returns the offset after the bracket that leads back to the items, or the end of the chunk. */
  private skipNested(chunk: string, start: number): number {
    const { length } = chunk;
    // Nearly all of the text passes here, and local variables are faster than fields.
    let { depth } = this;
    let index = start;
    while (index < length && depth > 2 && !this.inString) {
      const code = chunk.charCodeAt(index);
      index += 1;
      if (code === QUOTE) {
        const quote = chunk.indexOf('"', index);
        const isPlain = quote >= 0 && chunk.charCodeAt(quote - 1) !== BACKSLASH;
        index = isPlain ? quote + 1 : this.skipString(chunk, index);
      } else if (code === LINE_FEED) {
        index = this.skipLineEnd(chunk, index);
      } else if (isOpening(code)) {
        depth += 1;
      } else if (isClosing(code)) {
        depth -= 1;
      }
    }
    this.depth = depth;
    return index;
  }

  /** Returns the offset after the string that continues at `start`, or the end of the chunk. */
  private skipString(chunk: string, start: number): number {
    let from = start;
    for (;;) {
      const quote = chunk.indexOf('"', from);
      const end = quote < 0 ? chunk.length : quote;
      let slashes = 0;
      while (slashes < end - start && chunk.charCodeAt(end - 1 - slashes) === BACKSLASH) {
        slashes += 1;
      }
      const isEscaped = slashes % 2 === 1;
      if (quote < 0 || !isEscaped) {
        this.inString = quote < 0;
        this.escapes = isEscaped;
        return quote < 0 ? end : end + 1;
      }
      from = quote + 1;
    }
  }

  /** Returns the offset after the spaces that follow a line feed: most of an indented text is indentation. */
  private skipLineEnd(chunk: string, start: number): number {
    let index = start;
    this.line += 1;
    this.lineStart = this.base + index;
    while (index < chunk.length && chunk.charCodeAt(index) === SPACE) {
      index += 1;
    }
    return index;
  }

  private begin(code: number, index: number): void {
    this.awaitsStart = false;
    this.start = this.positionAt(index);
    if (this.place === 'between') {
      this.place = code === OPENING_BRACE ? 'document' : 'rest';
    }
  }

  /**
   * Takes the item that starts at `start` with the comma after it, if its lines show where it ends.
   *
   * @returns the offset after the comma; `start` if the item has to be searched for its end
   */
  private takeLines(chunk: string, start: number): number {
    if (this.place !== 'items' || !this.triesLines) {
      return start;
    }
    const { line, column } = this.start;
    const { end, lines, lineStart } = linesOfItem(chunk, start, column);
    this.triesLines =
      chunk.charCodeAt(end) === COMMA &&
      end - start <= MAX_OBJECT_LENGTH &&
      this.parts.lines({ text: chunk.slice(start, end), line, column });
    if (!this.triesLines) {
      return start;
    }
    if (lines > 0) {
      this.line += lines;
      this.lineStart = this.base + lineStart;
    }
    this.hasItems = true;
    this.awaitsStart = true;
    return end + 1;
  }

  private isItemsKey(chunk: string, index: number): boolean {
    const before = chunk.slice(Math.max(0, index - TAIL_LENGTH), index);
    return ITEMS_KEY.test(this.tail + before);
  }

  private startItems(text: string): void {
    this.endPiece(text);
    this.parts.head(this.pieces);
    this.place = 'items';
    this.hasItems = false;
    this.awaitsStart = true;
  }

  private endItem(text: string): void {
    this.parts.item(this.takePiece(text));
    this.hasItems = true;
    this.awaitsStart = true;
  }

  private endItems(text: string, index: number): void {
    if (text !== '' || this.carried !== '' || this.hasItems) {
      this.endItem(text);
    }
    this.awaitsStart = false;
    this.place = 'document';
    this.start = this.positionAt(index);
  }

  private endDocument(text: string): void {
    this.endPiece(text);
    this.parts.document(this.pieces);
    this.pieces = [];
    this.place = 'between';
    this.awaitsStart = true;
  }

  private endPiece(text: string): void {
    this.pieces.push(this.takePiece(text));
  }

  private takePiece(text: string): JSONPiece {
    this.carry(text);
    const piece = { text: this.carried, ...this.start };
    this.carried = '';
    return piece;
  }

  private carry(text: string): void {
    if (this.carried !== undefined) {
      const isLong = this.carried.length + text.length > MAX_OBJECT_LENGTH;
      this.carried = isLong ? undefined : this.carried + text;
    }
  }
}

/**
 * Guesses where an item ends: at the end of its line, or before the first brace that is as far to the right as its own.
 *
 * @param text - a text with the item at `start`
 * @param start - offset of the item
 * @param column - column of the item
 * @returns the offset after the item, the number of lines after its first, and the offset of the last of them
 */
function linesOfItem(
  text: string,
  start: number,
  column: number,
): { readonly end: number; readonly lines: number; readonly lineStart: number } {
  let lineFeed = text.indexOf('\n', start);
  if (lineFeed !== start + 1) {
    return { end: lineFeed - 1, lines: 0, lineStart: 0 };
  }
  for (let lines = 1; lineFeed >= 0; lines++) {
    if (text.charCodeAt(lineFeed + column) === CLOSING_BRACE) {
      return { end: lineFeed + column + 1, lines, lineStart: lineFeed + 1 };
    }
    lineFeed = text.indexOf('\n', lineFeed + 1);
  }
  return { end: text.length, lines: 0, lineStart: 0 };
}

/** `{` or `[`, which differ in one bit, as do their counterparts. */
function isOpening(code: number): boolean {
  return (code | 0x20) === OPENING_BRACE;
}

function isClosing(code: number): boolean {
  return (code | 0x20) === CLOSING_BRACE;
}
