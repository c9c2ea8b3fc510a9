import type { Position } from '../stream/manifest.js';

/** A piece of a JSON text, and where it starts. */
export interface JSONPiece extends Position {
  /** Undefined if it is longer than is read. */
  readonly text: string | undefined;
}

/** An item of the list that a document is. */
export interface JSONItem extends JSONPiece {
  /** How many colons stand within its brackets, outside of strings: as many as it has keys. */
  readonly colons: number;
  /** How deep its brackets nest, those of the document around it included. */
  readonly depth: number;
}

/** Takes the parts of a stream of JSON objects, in their order. */
export interface JSONParts {
  /** Takes what stands before the items of a document, up to the bracket that opens them. */
  readonly head: (pieces: readonly JSONPiece[]) => void;
  /** Takes one of the items. */
  readonly item: (item: JSONItem) => void;
  /** Takes a document without its items. */
  readonly document: (pieces: readonly JSONPiece[]) => void;
  /** Takes the end of a text among the items of a document. */
  readonly endInItems: () => void;
  /** Takes what is no stream of objects, from where that starts. */
  readonly rest: (piece: JSONPiece) => void;
}

/** As many characters of an item, or of a document without its items, are read; etcd takes some 1.5 MiB. */
export const MAX_OBJECT_LENGTH: number = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The white space between `"items"` and its bracket may be shorter than this. */
const TAIL_LENGTH = 200;
const ITEMS_KEY = /"items"\s*:\s*$/;

/**
 * Takes a stream of JSON objects apart, and each list into its items.
 *
 * It looks at quotes, brackets, colons and commas alone and leaves the rest to `JSON.parse`: a parser that takes a
 * stream token by token needs six times as long as `JSON.parse` for the whole, this needs as long again.
 */
export class JSONSplitter {
  /** Between documents, in one, among its items, or behind all that is a document. */
  private place: 'between' | 'document' | 'items' | 'rest' = 'between';
  private inString = false;
  /** Whether the last chunk ended in a backslash that escapes what comes next. */
  private escapes = false;
  /** Whether the next character that is no white space starts a document or an item. */
  private awaitsStart = true;
  private start: Position = { line: 1, column: 1 };
  private depth = 0;
  private deepest = 0;
  private colons = 0;
  private hasItems = false;
  private line = 1;
  private lineStart = 0;
  /** Length of all chunks before this one. */
  private base = 0;
  /** What earlier chunks hold of the current piece; undefined if it is too long. */
  private carried: string | undefined = '';
  private tail = '';
  private pieces: JSONPiece[] = [];

  constructor(private readonly parts: JSONParts) {}

  /** Takes the next chunk of the text. */
  push(chunk: string): void {
    const { length } = chunk;
    if (length === 0) {
      return;
    }
    let index = this.escapes ? 1 : 0;
    let from = 0;
    this.escapes = false;
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
        from = index;
      }
      from = this.takeMark(code, chunk, from, index);
      index += 1;
    }
    if (this.place === 'rest') {
      this.parts.rest({ text: chunk.slice(from), ...this.start });
    } else if (!this.awaitsStart) {
      this.carry(chunk.slice(from));
    }
    this.tail = (this.tail + chunk.slice(-TAIL_LENGTH)).slice(-TAIL_LENGTH);
    this.base += length;
  }

  /** How far the text is read. */
  get position(): Position {
    return this.positionAt(0);
  }

  /** Says that the text ends here. */
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

  /** Takes a character that is not within an item's brackets; returns where the current piece starts. */
  private takeMark(code: number, chunk: string, from: number, index: number): number {
    if (code === QUOTE) {
      this.inString = true;
    } else if (code === COMMA && this.place === 'items') {
      this.endItem(chunk.slice(from, index));
    } else if (isOpening(code)) {
      this.depth += 1;
      this.deepest = Math.max(this.deepest, this.depth);
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

  /** Returns the offset behind the bracket that leads back to the items, or the end of the chunk. */
  private skipNested(chunk: string, start: number): number {
    const { length } = chunk;
    // Nearly all of the text goes through here, so that what changes is not kept in fields.
    let { depth, deepest, colons } = this;
    let index = start;
    while (index < length && depth > 2 && !this.inString) {
      const code = chunk.charCodeAt(index);
      index += 1;
      if (code === QUOTE) {
        const quote = chunk.indexOf('"', index);
        const isPlain = quote >= 0 && chunk.charCodeAt(quote - 1) !== BACKSLASH;
        index = isPlain ? quote + 1 : this.skipString(chunk, index);
      } else if (code === COLON) {
        colons += 1;
      } else if (code === LINE_FEED) {
        index = this.skipLineEnd(chunk, index);
      } else if (isOpening(code)) {
        depth += 1;
        deepest = depth > deepest ? depth : deepest;
      } else if (isClosing(code)) {
        depth -= 1;
      }
    }
    this.depth = depth;
    this.deepest = deepest;
    this.colons = colons;
    return index;
  }

  /** Returns the offset behind the string, of which the chunk from `start` is a part, or the end of the chunk. */
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

  /** Returns the offset behind the spaces that follow a line feed: most of a text for people is indentation. */
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

  private isItemsKey(chunk: string, index: number): boolean {
    const before = chunk.slice(Math.max(0, index - TAIL_LENGTH), index);
    return ITEMS_KEY.test(this.tail + before);
  }

  private startItems(text: string): void {
    this.endPiece(text);
    this.parts.head(this.pieces);
    this.place = 'items';
    this.hasItems = false;
    this.awaitItem();
  }

  private awaitItem(): void {
    this.awaitsStart = true;
    this.colons = 0;
    this.deepest = this.depth;
  }

  private endItem(text: string): void {
    const piece = this.takePiece(text);
    this.parts.item({ ...piece, colons: this.colons, depth: this.deepest });
    this.hasItems = true;
    this.awaitItem();
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

/** `{` or `[`, which differ in one bit, as do their counterparts. */
function isOpening(code: number): boolean {
  return (code | 0x20) === OPENING_BRACE;
}

function isClosing(code: number): boolean {
  return (code | 0x20) === CLOSING_BRACE;
}
