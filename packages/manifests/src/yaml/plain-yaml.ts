import { MAX_DEPTH } from '../text-document.js';
import {
  foldLines,
  isBlank,
  plainEnd,
  quotedEnd,
  quotedText,
  readBlock,
  skipSpaces,
  startsPlain,
  trimmed,
} from './scalar-text.js';
import { ensure, UNCLEAR } from './unclear.js';
import type { YAMLNode, YAMLScalar } from './yaml-node.js';

/**
 * Reads a YAML document if it has nothing unusual, as nearly all manifests: no tags, directives, explicit keys, empty items,
 * or tabs between values. What YAML 1.1 and YAML 1.2 read differently is unusual.
 *
 * @param text - the document
 * @param options - whether the text is a part of a document; then it must have no anchors, because other parts may use them
 * @returns the root; undefined if there is only white space and comments; false if the document is unusual or broken
 */
export function readPlainYAML(
  text: string,
  { isPart = false }: { readonly isPart?: boolean } = {},
): YAMLNode | undefined | false {
  if (isUnusual(text)) {
    return false;
  }
  try {
    return new PlainReader(text, isPart).document();
  } catch (thrown) {
    if (thrown === UNCLEAR) {
      return false;
    }
    throw thrown;
  }
}

/** Finds directives, the starts and ends of documents, and characters that end lines in YAML 1.1 only. */
function isUnusual(text: string): boolean {
  return (
    !text.endsWith('\n') ||
    UNUSUAL_START.test(text) ||
    text.includes('\n%') ||
    text.includes('\n...') ||
    text.includes('\n---') ||
    UNUSUAL_CHARACTER.test(text)
  );
}

/** An indented `---` is text. */
const UNUSUAL_START = /^(?:%|\.\.\.| +---)/;
const UNUSUAL_CHARACTER = /[\x85\u2028\u2029\ufeff]/;

/** Go reads keys of up to 1,024 characters. */
const KEY_LENGTH = 1000;
const NAME = /[-\w]+/y;
const LINE_FEED = 0x0a;
const HASH = 0x23;
const DASH = 0x2d;

/** Reads a document in one pass; throws {@link UNCLEAR}. */
class PlainReader {
  /** Offset of the next token. */
  private at = 0;
  private lineStart = 0;
  /** Column of the next token, if it is the first of its line; -1 at the end of the text. */
  private column = -1;
  /** Number of the lists and mappings around the next value. */
  private depth = 0;
  private readonly anchors = new Map<string, YAMLNode>();
  /** The anchor of the next value. */
  private anchor: string | undefined;

  private readonly maxDepth: number;

  constructor(
    private readonly text: string,
    private readonly isPart: boolean,
  ) {
    // A part is an item in a list in an object, and is read as an item in a list.
    this.maxDepth = isPart ? MAX_DEPTH - 1 : MAX_DEPTH;
  }

  document(): YAMLNode | undefined {
    if (this.text.startsWith('---')) {
      this.at = 3;
      this.endLine();
    } else {
      this.nextLine(0);
    }
    const root = this.column < 0 ? undefined : this.node(-1);
    ensure(this.column < 0);
    return root;
  }

  /** Reads a value that may be a list or a mapping in lines, which are indented by more than `parent`. */
  private node(parent: number): YAMLNode {
    const column = this.at - this.lineStart;
    if (this.isItem()) {
      return this.list(column);
    }
    const key = this.key();
    return key === undefined ? this.value(parent) : this.map(column, key);
  }

  private list(column: number): YAMLNode {
    const children: YAMLNode[] = [];
    const list = this.named({ kind: 'list', start: this.at, children });
    this.depth += 1;
    do {
      this.at = skipSpaces(this.text, this.at + 1);
      if (this.isLineOver()) {
        this.endLine();
        ensure(this.column > column);
      }
      children.push(this.node(column));
    } while (this.column === column && this.isItem());
    this.depth -= 1;
    ensure(this.column <= column);
    return list;
  }

  private map(column: number, first: YAMLScalar): YAMLNode {
    const children: YAMLNode[] = [];
    const map = this.named({ kind: 'map', start: first.start, children });
    this.depth += 1;
    children.push(first, this.member(column));
    while (this.column === column) {
      const key = this.key();
      ensure(key !== undefined);
      children.push(key, this.member(column));
    }
    this.depth -= 1;
    ensure(this.column < column);
    return map;
  }

  /** Reads the value of a key at a column. */
  private member(column: number): YAMLNode {
    if (!this.isLineOver()) {
      return this.value(column);
    }
    const start = this.at;
    this.endLine();
    if (this.column > column) {
      return this.node(column);
    }
    return this.column === column && this.isItem() ? this.list(column) : scalar(start, '', true);
  }

  /** Reads a value that is no list or mapping in lines, and goes on to the next line. */
  private value(parent: number): YAMLNode {
    switch (this.text[this.at]) {
      case '|':
      case '>':
        return this.block(parent);
      case '&':
        this.takeAnchor();
        if (this.isLineOver()) {
          this.endLine();
          ensure(this.column > parent);
          return this.node(parent);
        }
        return this.value(parent);
      default: {
        const node = this.inline(parent);
        if (node === undefined) {
          return this.plain(parent);
        }
        this.endLine();
        return node;
      }
    }
  }

  private block(parent: number): YAMLNode {
    ensure(this.depth > 0);
    const start = this.at;
    const { text, end } = readBlock(this.text, start, parent);
    this.nextLine(end);
    return this.named(scalar(start, text, false));
  }

  private plain(parent: number): YAMLNode {
    const { text, at: start } = this;
    ensure(startsPlain(text, start));
    let end = this.plainLine();
    while (this.column > parent) {
      // A comment ends the text.
      ensure(!text.slice(end, this.at).includes('#'));
      end = this.plainLine();
    }
    return this.named(scalar(start, foldLines(trimmed(text, start, end)), true));
  }

  /** Reads a line of plain text, and goes on to the next line; returns the end of the text. */
  private plainLine(): number {
    const end = plainEnd(this.text, this.at, false);
    this.at = end;
    this.endLine();
    return end;
  }

  /** Reads a value in quotes or brackets, or an alias; undefined for anything else. */
  private inline(parent: number): YAMLNode | undefined {
    switch (this.text[this.at]) {
      case '"':
      case "'":
        return this.named(this.quoted(parent));
      case '[':
        return this.flowList(parent);
      case '{':
        return this.flowMap(parent);
      case '*':
        return this.alias();
      default:
        return undefined;
    }
  }

  private quoted(parent: number): YAMLScalar {
    const { text, at: start } = this;
    this.at = quotedEnd(text, start);
    const source = text.slice(start, this.at);
    ensure(!source.includes('\n') || isIndented(source, parent));
    return scalar(start, quotedText(source), false);
  }

  private alias(): YAMLNode {
    const start = this.at;
    const name = this.name();
    ensure(this.anchor === undefined && /[ \n,\]}]/.test(this.text.charAt(this.at)));
    return { kind: 'alias', start, name, target: this.anchors.get(name) };
  }

  private flowList(parent: number): YAMLNode {
    const children: YAMLNode[] = [];
    const list = this.named({ kind: 'list', start: this.at, children });
    this.flowItems(parent, ']', () => children.push(this.flowValue(parent)));
    return list;
  }

  private flowMap(parent: number): YAMLNode {
    const children: YAMLNode[] = [];
    const map = this.named({ kind: 'map', start: this.at, children });
    this.flowItems(parent, '}', () => {
      const key = this.key(true);
      ensure(key !== undefined);
      this.skipInFlow(parent);
      children.push(key, this.flowValue(parent));
    });
    return map;
  }

  private flowItems(parent: number, closing: string, readItem: () => void): void {
    this.at += 1;
    this.skipInFlow(parent);
    this.depth += 1;
    while (this.text[this.at] !== closing) {
      readItem();
      this.skipInFlow(parent);
      if (this.text[this.at] !== closing) {
        ensure(this.text[this.at] === ',');
        this.at += 1;
        this.skipInFlow(parent);
      }
    }
    this.depth -= 1;
    this.at += 1;
  }

  private flowValue(parent: number): YAMLNode {
    const { text, at: start } = this;
    if (text[start] === '&') {
      this.takeAnchor();
      return this.flowValue(parent);
    }
    const node = this.inline(parent);
    if (node !== undefined) {
      return node;
    }
    ensure(startsPlain(text, start) && text[start] !== ':');
    this.at = plainEnd(text, start, true);
    ensure(this.at > start);
    return this.named(scalar(start, trimmed(text, start, this.at), true));
  }

  /** Reads a key with its colon, and goes on to the value in its line; undefined if it is something else. */
  private key(isFlow = false): YAMLScalar | undefined {
    const { text, at: start } = this;
    const char = text[start];
    const isQuoted = char === '"' || char === "'";
    if (!isQuoted && !startsPlain(text, start)) {
      return undefined;
    }
    const end = isQuoted ? quotedEnd(text, start) : plainEnd(text, start, isFlow);
    const colon = skipSpaces(text, end);
    const isKey = text[colon] === ':' && (isBlank(text, colon + 1) || (isQuoted && isFlow));
    const source = trimmed(text, start, end);
    if (!isKey || source.length >= KEY_LENGTH || source.includes('\n')) {
      return undefined;
    }
    this.at = skipSpaces(text, colon + 1);
    return scalar(start, isQuoted ? quotedText(source) : source, !isQuoted);
  }

  private takeAnchor(): void {
    ensure(!this.isPart && this.anchor === undefined);
    this.anchor = this.name();
    ensure(isBlank(this.text, this.at));
    this.at = skipSpaces(this.text, this.at);
  }

  /** Reads the name of an anchor after its `&` or `*`. */
  private name(): string {
    ensure(!this.isPart);
    NAME.lastIndex = this.at + 1;
    const [name] = NAME.exec(this.text) ?? [];
    ensure(name !== undefined);
    this.at = NAME.lastIndex;
    return name;
  }

  /** Gives a value its anchor. */
  private named<T extends YAMLNode>(node: T): T {
    ensure(this.depth < this.maxDepth);
    if (this.anchor !== undefined) {
      this.anchors.set(this.anchor, node);
      this.anchor = undefined;
    }
    return node;
  }

  /** Whether the next token is a dash before an item. */
  private isItem(): boolean {
    return this.text.charCodeAt(this.at) === DASH && isBlank(this.text, this.at + 1);
  }

  /** Whether the line has only a comment after the spaces that precede this place. */
  private isLineOver(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === LINE_FEED || code === HASH;
  }

  /** Goes on to the next line after the last token of a line. */
  private endLine(): void {
    const { text } = this;
    const end = skipSpaces(text, this.at);
    if (text.charCodeAt(end) === HASH) {
      ensure(text[end - 1] === ' ');
      this.nextLine(text.indexOf('\n', end) + 1);
    } else {
      ensure(text.charCodeAt(end) === LINE_FEED);
      this.nextLine(end + 1);
    }
  }

  /** Goes to the first token from the start of a line on. */
  private nextLine(start: number): void {
    const { text } = this;
    let line = start;
    while (line < text.length) {
      const token = skipSpaces(text, line);
      const code = text.charCodeAt(token);
      if (code !== LINE_FEED && code !== HASH) {
        this.at = token;
        this.lineStart = line;
        this.column = token - line;
        return;
      }
      line = text.indexOf('\n', token) + 1;
    }
    this.at = text.length;
    this.column = -1;
  }

  /** Skips spaces and line breaks in brackets. */
  private skipInFlow(parent: number): void {
    this.at = skipSpaces(this.text, this.at);
    if (this.isLineOver()) {
      this.endLine();
      ensure(this.column > parent);
    }
  }
}

/** Reports whether all lines after the first are blank or indented by more than `parent`. */
function isIndented(text: string, parent: number): boolean {
  const [, ...lines] = text.split('\n');
  return lines.every((line) => line.trim() === '' || skipSpaces(line, 0) > parent);
}

function scalar(start: number, text: string, isPlain: boolean): YAMLScalar {
  return { kind: 'scalar', start, text, isPlain, tag: undefined };
}
