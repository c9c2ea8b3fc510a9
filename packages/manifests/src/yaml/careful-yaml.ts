import {
  Composer,
  CST,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  Parser,
  type Scalar,
  type YAMLError,
} from 'yaml';
import { MAX_DEPTH, syntaxError, type TextProblem, tooDeep } from '../text-document.js';
import { lexemesOf } from './yaml-lexer.js';
import type { YAMLNode } from './yaml-node.js';

type Token = ReturnType<Parser['parse']> extends Generator<infer T, void> ? T : never;

/** Limit for the tokens of one document: about 15 MB of manifests, which take 1.5 GB of memory while they are parsed. */
const MAX_LEXEMES = 5_000_000;
const BAD_ESCAPE = 'invalid escape sequence in double quotes';

/** The tree of a document, or why it cannot be read. */
export interface CarefulYAML {
  readonly root?: YAMLNode | undefined;
  readonly problem?: TextProblem;
}

class Unreadable extends Error {
  constructor(readonly problem: TextProblem) {
    super();
  }
}

/**
 * Reads any YAML document as Go does, and finds out what is wrong with it. It takes ten times as long as
 * {@link readPlainYAML}.
 */
export function readCarefully(text: string): CarefulYAML {
  const found = tryToRead(text);
  const { offset = 0 } = found.problem ?? {};
  if (found.root !== undefined || offset === 0) {
    return found;
  }
  // kubectl stops at the end of the first document: what is wrong after it does not matter.
  const start = text.slice(0, offset);
  const before = tryToRead(start);
  if (before.root !== undefined && before.problem === undefined) {
    return isDirective(text, offset) || /\n\.\.\.[ \t\n]/.test(start)
      ? { ...before, problem: textAfter(text, offset) }
      : found;
  }
  return before.problem?.code === 'IGNORED_TEXT' ? before : found;
}

const DIRECTIVE =
  /%(?:YAML[ \t]+[0-9]{1,2}\.[0-9]{1,2}|TAG[ \t]+!(?:[-\w]*!)?[ \t]+[!-~]+)(?:[ \t]+(?:#.*)?)?\n/y;

function isDirective(text: string, offset: number): boolean {
  DIRECTIVE.lastIndex = offset;
  return text[offset - 1] === '\n' && DIRECTIVE.test(text);
}

function tryToRead(text: string): CarefulYAML {
  try {
    return readTree(text);
  } catch (thrown) {
    if (thrown instanceof Unreadable) {
      const { problem } = thrown;
      return { problem: { ...problem, message: commentAdvice(text, problem) ?? problem.message } };
    }
    throw thrown;
  }
}

/** Some tools write JSON with comments. */
function commentAdvice(text: string, { offset }: TextProblem): string | undefined {
  return /^\/[/*]/.test(text.slice(offset, offset + 2))
    ? 'JSON has no comments; in YAML, comments start with #'
    : undefined;
}

function readTree(text: string): CarefulYAML {
  // No schema: scalars are read from their source text. Not strict: a closing bracket may be indented like its key.
  const options = { version: '1.1', schema: 'failsafe', strict: false, uniqueKeys: false } as const;
  const composer = new Composer({ ...options, resolveKnownTags: false, keepSourceTokens: true });
  const [first, second] = [...composer.compose(tokens(text), true, text.length)];
  const error = first?.errors.find((found) => !isValidInGo(found, text));
  if (first === undefined || (error !== undefined && !isAfter(error, first.contents, text))) {
    throw new Unreadable(syntaxError(messageOf(error), error?.pos[0] ?? 0));
  }
  const root = first.contents === null ? undefined : new TreeReader(text).node(first.contents);
  const rest = error?.pos[0] ?? second?.range[0];
  return rest === undefined ? { root } : { root, problem: textAfter(text, rest) };
}

/** What cannot be the start of a token: Go also reads the first token after a document. */
const NO_TOKEN = /[@`]|"(?:[^"\\]|\\[^])*$|'[^']*(?:''[^']*)*$/y;

function textAfter(text: string, offset: number): TextProblem {
  NO_TOKEN.lastIndex = offset;
  if (NO_TOKEN.test(text)) {
    return syntaxError(MESSAGES.UNEXPECTED_TOKEN, offset);
  }
  const message = 'kubectl ignores the text after the document; separate documents with "---"';
  return { severity: 'warning', code: 'IGNORED_TEXT', message, offset };
}

/** The composer is recursive and would exhaust the stack; the parser, which runs first, is not. */
function* tokens(text: string): Generator<Token, void> {
  const parser = new Parser();
  const indent = () => {
    const blocks = parser.stack.filter(({ type }) => /^block-(?:map|seq)$/.test(type));
    return blocks.length === 0 ? 0 : (blocks[blocks.length - 1] as CST.BlockMap).indent + 1;
  };
  const reject = (message: string) => {
    throw new Unreadable(syntaxError(message, parser.offset));
  };
  let count = 0;
  let last: string | undefined;
  for (const lexeme of lexemesOf(text, indent, reject)) {
    if (lexeme === '...' && last === CST.DOCUMENT) {
      reject('"..." without a document before it');
    }
    last = lexeme;
    yield* parser.next(lexeme);
    count += 1;
    if (parser.stack.length > MAX_DEPTH) {
      throw new Unreadable(tooDeep(parser.offset));
    }
    if (count > MAX_LEXEMES) {
      throw new Unreadable(tooLarge(text));
    }
  }
  yield* parser.end();
}

function tooLarge(text: string): TextProblem {
  const message = `the YAML document has ${text.length} characters and more than ${MAX_LEXEMES} tokens; split it or convert it to JSON`;
  return { severity: 'error', code: 'TOO_LARGE', message, offset: 0 };
}

/** Messages that replace those of `yaml` which quote the text: it may be a Secret. */
const MESSAGES = {
  UNEXPECTED_TOKEN: 'unexpected text; check the quotes, brackets and indentation around it',
  BAD_DQ_ESCAPE: BAD_ESCAPE,
  BAD_DIRECTIVE: 'not a directive of YAML 1.1; put text that starts with "%" in quotes',
  TAG_RESOLVE_FAILED: 'unknown tag; put text that starts with "!" in quotes',
  BAD_COLLECTION_TYPE: 'the value does not match its tag',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line with its colon; check the lines before it',
};

function messageOf(error: YAMLError | undefined): string {
  if (error === undefined) {
    return 'expected YAML';
  }
  const [, bracket] = /^Flow .* end with a (.)$/.exec(error.message) ?? [];
  return bracket === undefined
    ? ((MESSAGES as { readonly [code: string]: string | undefined })[error.code] ?? error.message)
    : `expected ${bracket} before the end of the text, or of the lines that are indented`;
}

/** YAML 1.1 does not require a space before a comment, and has the escape sequence `\'`. */
function isValidInGo({ code, message, pos }: YAMLError, text: string): boolean {
  return (
    message.startsWith('Comments must') ||
    (code === 'BAD_DQ_ESCAPE' && text.startsWith("\\'", pos[0]))
  );
}

/**
 * Reports whether an error is after the outermost value, where kubectl stops reading. A block collection continues as long
 * as the lines are indented like it.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `unmarshal`, which parses one document.
 */
function isAfter({ code, pos }: YAMLError, value: ParsedNode | null, text: string): boolean {
  const [offset] = pos;
  if (value === null || code !== 'UNEXPECTED_TOKEN' || offset < value.range[1]) {
    return false;
  }
  const isInLines = isCollection(value) && value.flow !== true;
  return !isInLines || columnAt(text, offset) < columnAt(text, value.range[0]);
}

function columnAt(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset);
}

const BLOCK_HEADER = /^[|>](?:[-+][1-9]?|[1-9][-+]?)?[ \t]*(?:#.*)?\n/;
/** A block without an explicit indentation, and a tab before its first line. */
const TAB_IN_BLOCK = /^[|>][-+]?(?:[ \t]*#.*|[ \t]*)\n[ \n]*\t/;

/** Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_parser_scan_block_scalar`. */
function checkBlock(block: string, offset: number): void {
  if (!BLOCK_HEADER.test(block)) {
    throw new Unreadable(syntaxError('text after the indicators of a block', offset));
  }
  if (TAB_IN_BLOCK.test(block)) {
    throw new Unreadable(syntaxError('tab before the first line of a block; use spaces', offset));
  }
}

/**
 * A key without a `?` is on one line with its colon, and not too long.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_simple_key_is_valid`.
 */
function checkKey({ start = [], key, sep = [] }: Partial<CST.CollectionItem> = {}): void {
  const colon = sep.find(({ type }) => type === 'map-value-ind');
  if (colon === undefined || !key || start.some(({ type }) => type === 'explicit-key-ind')) {
    return;
  }
  const text = CST.stringify({ start: [], key, sep: sep.slice(0, sep.indexOf(colon)) });
  if (text.includes('\n') || text.length > 1024) {
    throw new Unreadable(
      syntaxError(
        'a key must be on one line with its colon, and have at most 1,024 characters',
        key.offset,
      ),
    );
  }
}

/** Turns the nodes of `yaml` into ours, in the order of the text. */
class TreeReader {
  private readonly anchors = new Map<string, YAMLNode>();

  constructor(private readonly text: string) {}

  node(node: Node): YAMLNode {
    const start = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      const name = node.source;
      return { kind: 'alias', start, name, target: this.anchors.get(name) };
    }
    if (isScalar(node)) {
      const { tag, type } = node;
      const text = this.textOf(node);
      return this.anchored(node, { kind: 'scalar', start, text, isPlain: type === 'PLAIN', tag });
    }
    const children: YAMLNode[] = [];
    if (isSeq(node)) {
      const list = this.anchored(node, { kind: 'list', start, children });
      for (const item of node.items) {
        children.push(this.node(item as Node));
      }
      return list;
    }
    const map = this.anchored(node, { kind: 'map', start, children });
    for (const { key, value, srcToken } of isMap(node) ? node.items : []) {
      checkKey(srcToken);
      children.push(this.node(key as Node), this.valueOf(key as Node, value as Node | null));
    }
    return map;
  }

  private valueOf(key: Node, value: Node | null): YAMLNode {
    const start = key.range?.[1] ?? 0;
    return value === null
      ? { kind: 'scalar', start, text: '', isPlain: true, tag: undefined }
      : this.node(value);
  }

  private anchored<T extends YAMLNode>({ anchor }: { anchor?: string }, node: T): T {
    if (anchor !== undefined) {
      this.anchors.set(anchor, node);
    }
    return node;
  }

  private textOf({ type, range, source = '' }: Scalar): string {
    const [start, end] = range ?? [0, 0];
    if (type?.startsWith('BLOCK')) {
      checkBlock(this.text.slice(start, end), start);
    }
    if (type !== 'QUOTE_DOUBLE') {
      return source;
    }
    const text = readDoubleQuoted(this.text.slice(start + 1, end - 1));
    if (text === undefined) {
      throw new Unreadable(syntaxError(BAD_ESCAPE, start));
    }
    return text;
  }
}

const ESCAPES: { readonly [char: string]: string | undefined } = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const TOKEN = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\n[ \t\n]*|[^])|[ \t\n]+/g;

/**
 * Reads the text between double quotes.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_parser_scan_flow_scalar`.
 *
 * @returns undefined if it has an escape sequence that YAML 1.1 does not have
 */
function readDoubleQuoted(source: string): string | undefined {
  let isValid = true;
  const text = source.replace(TOKEN, (token) => {
    const lines = token.split('\n').length - 1;
    if (token[0] !== '\\') {
      return lines === 0 ? token : lines === 1 ? ' ' : '\n'.repeat(lines - 1);
    }
    if (lines > 0) {
      return '\n'.repeat(lines - 1);
    }
    const char = token.length === 2 ? ESCAPES[token.slice(1)] : characterOf(token.slice(2));
    isValid &&= char !== undefined;
    return char ?? '';
  });
  return isValid ? text : undefined;
}

function characterOf(hexadecimal: string): string | undefined {
  const code = Number.parseInt(hexadecimal, 16);
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
