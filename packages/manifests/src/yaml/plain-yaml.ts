import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
} from 'js-yaml';
import { MAX_DEPTH } from '../text-document.js';
import type { YAMLNode } from './yaml-node.js';

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;
type AliasEvent = Extract<Event, { type: typeof EVENT_ID.ALIAS }>;
type CollectionEvent = Extract<Event, { type: typeof EVENT_ID.SEQUENCE | typeof EVENT_ID.MAPPING }>;

/**
 * Reads a YAML document if it has nothing that YAML 1.1 and YAML 1.2 read differently, as nearly all manifests.
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
  let events: Event[];
  try {
    // A part is an item in a list in an object, and is read as an item in a list.
    events = parseEvents(text, { maxDepth: isPart ? MAX_DEPTH - 1 : MAX_DEPTH });
  } catch {
    return false;
  }
  try {
    return new TreeBuilder(text, !isPart).build(events);
  } catch (thrown) {
    if (thrown === UNCLEAR) {
      return false;
    }
    throw thrown;
  }
}

/** Finds directives, the starts and ends of documents, explicit keys, and characters that end lines in YAML 1.1 only. */
function isUnusual(text: string): boolean {
  return (
    UNUSUAL_START.test(text) ||
    text.includes('\n%') ||
    text.includes('\n...') ||
    text.includes('\n---') ||
    UNUSUAL_CHARACTER.test(text) ||
    EXPLICIT_KEY.test(text)
  );
}

/** An indented `---` is text. */
const UNUSUAL_START = /^(?:%|\.\.\.| +---)/;
const UNUSUAL_CHARACTER = /[\x85\u2028\u2029\ufeff]/;
const EXPLICIT_KEY = /^[ -]*\?[ \n]/m;

/** Thrown for what YAML 1.1 and YAML 1.2 may read differently. */
const UNCLEAR = /* @__PURE__ */ new Error('unclear YAML');

/** Go reads keys of up to 1,024 characters. */
const KEY_LENGTH = 1000;
const NAME = /^[-\w]+$/;
const NO_RANGE = -1;

/** Escapes that YAML 1.1 does not have or reads in another way. */
const UNCLEAR_ESCAPE = /\\(?:\/|u[dD][89a-fA-F]|U|\n[ \t]*\n)/;
const BLANK = /[ \n]*/y;
const SPACES = /[ \t]*/y;

interface Frame {
  readonly kind: 'map' | 'list';
  readonly isFlow: boolean;
  readonly children: YAMLNode[];
}

/** Builds the tree of a document from its events; throws {@link UNCLEAR}. */
class TreeBuilder {
  private readonly anchors = new Map<string, YAMLNode>();
  private readonly hasTabs: boolean;
  private readonly frames: Frame[] = [];
  private frame: Frame = { kind: 'list', isFlow: false, children: [] };
  /** End of the last token. */
  private end = 0;

  constructor(
    private readonly text: string,
    private readonly allowsAnchors: boolean,
  ) {
    this.hasTabs = text.includes('\t');
  }

  build(events: readonly Event[]): YAMLNode | undefined {
    for (const event of events) {
      switch (event.type) {
        case EVENT_ID.SCALAR:
          this.addScalar(event);
          break;
        case EVENT_ID.MAPPING:
          this.open(event, 'map');
          break;
        case EVENT_ID.SEQUENCE:
          this.open(event, 'list');
          break;
        case EVENT_ID.ALIAS:
          this.addAlias(event);
          break;
        case EVENT_ID.POP:
          this.frame = this.frames.pop() ?? this.frame;
          break;
        default:
          this.frames.push(this.frame);
      }
    }
    this.moveTo(this.text.length, this.text.length);
    return this.frame.children[0];
  }

  /** Adds a node between two offsets; the text before it holds only white space, comments, indicators and an anchor. */
  private add(node: YAMLNode, end: number, event?: ScalarEvent | CollectionEvent): void {
    ensure(!this.needsNewLine || this.isOnNewLine(node.start));
    this.moveTo(node.start, end);
    if (event !== undefined && event.anchorStart !== NO_RANGE) {
      this.addAnchor(node, event.anchorStart, event.anchorEnd);
    }
    this.frame.children.push(node);
  }

  private moveTo(start: number, end: number): void {
    const { text, hasTabs, frame } = this;
    ensure(!hasTabs || frame.isFlow || !text.slice(this.end, start).includes('\t'));
    this.end = end;
  }

  private addAnchor(node: YAMLNode, start: number, end: number): void {
    const { text } = this;
    ensure(this.allowsAnchors);
    const name = text.slice(start, end);
    const before = text.slice(
      this.frame.isFlow ? start - 1 : text.lastIndexOf('\n', start) + 1,
      start - 1,
    );
    ensure(NAME.test(name) && isSpace(text, end) && !this.isKey && /[-:,[{] +$|^$/.test(before));
    this.anchors.set(name, node);
  }

  /** Whether the next node is a key or an item after another one: `js-yaml` also reads it on the line of the one before. */
  private get needsNewLine(): boolean {
    const { kind, isFlow, children } = this.frame;
    return !isFlow && children.length > 0 && (kind === 'list' || this.isKey);
  }

  /** Whether a line ends between the last token and an offset. The last token of a block ends with its line. */
  private isOnNewLine(start: number): boolean {
    const lineEnd = this.text.indexOf('\n', this.end - 1);
    return lineEnd >= 0 && lineEnd < start;
  }

  private get isKey(): boolean {
    return this.frame.kind === 'map' && this.frame.children.length % 2 === 0;
  }

  private open(event: CollectionEvent, kind: 'map' | 'list'): void {
    const { start, style, tagStart } = event;
    const isFlow = style === COLLECTION_STYLE.FLOW;
    ensure(tagStart === NO_RANGE && !this.isKey);
    const children: YAMLNode[] = [];
    this.add({ kind, start, children }, start, event);
    this.frames.push(this.frame);
    this.frame = { kind, isFlow, children };
  }

  private addAlias({ anchorStart, anchorEnd }: AliasEvent): void {
    const { text } = this;
    ensure(this.allowsAnchors);
    const name = text.slice(anchorStart, anchorEnd);
    ensure(NAME.test(name) && !this.isKey && /[\s,\]}]/.test(text.charAt(anchorEnd)));
    const target = this.anchors.get(name);
    this.add({ kind: 'alias', start: anchorStart - 1, name, target }, anchorEnd);
  }

  private addScalar(event: ScalarEvent): void {
    const { valueStart, valueEnd, style, tagStart, fast } = event;
    ensure(tagStart === NO_RANGE);
    if (valueStart === NO_RANGE) {
      this.addEmpty(event);
      return;
    }
    const isPlain = style === SCALAR_STYLE.PLAIN;
    let start = valueStart;
    let end = valueEnd;
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
      start -= 1;
      end += 1;
    } else if (!isPlain) {
      start = this.checkBlock(valueStart);
    }
    if (!fast) {
      const source = this.text.slice(valueStart, valueEnd);
      ensure(style !== SCALAR_STYLE.DOUBLE_QUOTED || !UNCLEAR_ESCAPE.test(source));
      ensure(!isPlain || !source.includes('\t'));
    }
    if (this.isKey) {
      this.checkKey(start, end, isPlain);
    }
    const text = getScalarValue(this.text, event);
    ensure(!isPlain || !this.frame.isFlow || !/^:|\?/.test(text));
    this.add({ kind: 'scalar', start, text, isPlain, tag: undefined }, end, event);
  }

  /** Adds the empty value of a key, at the place where it would start. */
  private addEmpty({ anchorStart }: ScalarEvent): void {
    ensure(anchorStart === NO_RANGE && this.frame.kind === 'map' && !this.isKey);
    const colon = skip(SPACES, this.text, this.end);
    const start = this.text[colon] === ':' ? skip(SPACES, this.text, colon + 1) : this.end;
    this.add({ kind: 'scalar', start, text: '', isPlain: true, tag: undefined }, start);
  }

  /** Returns the offset of the `|` or `>` of a block whose text starts at `start`. */
  private checkBlock(start: number): number {
    const { text } = this;
    ensure(this.frames.length > 1);
    // In Go, a tab cannot start the first line.
    ensure(!this.hasTabs || text[skip(BLANK, text, start)] !== '\t');
    const line = Math.max(this.end, text.lastIndexOf('\n', start - 2) + 1);
    return line + text.slice(line, start).search(/[|>]/);
  }

  private checkKey(start: number, end: number, isPlain: boolean): void {
    const { text } = this;
    const next = skip(SPACES, text, end);
    const isFollowed =
      text[next] === ':'
        ? !isPlain || isSpace(text, next + 1)
        : this.frame.isFlow && /[,}]/.test(text.charAt(next));
    ensure(isFollowed && end - start < KEY_LENGTH && !text.slice(start, end).includes('\n'));
  }
}

function ensure(condition: boolean): void {
  if (!condition) {
    throw UNCLEAR;
  }
}

function isSpace(text: string, offset: number): boolean {
  const char = text[offset];
  return char === ' ' || char === '\n';
}

function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.exec(text);
  return pattern.lastIndex;
}
