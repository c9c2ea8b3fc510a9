import {
  Composer,
  type Document,
  isCollection,
  Lexer,
  type ParsedNode,
  Parser,
  type YAMLError,
} from 'yaml';
import {
  MAX_DEPTH,
  syntaxError,
  type TextDocument,
  type TextProblem,
  tooDeep,
  unreadable,
} from '../text-document.js';
import { convertYAML } from './yaml-value.js';

type Token = ReturnType<Parser['parse']> extends Generator<infer T, void> ? T : never;

/** Limit for the tokens of one document: about 15 MB of manifests, which take 1.5 GB of memory while they are parsed. */
const MAX_LEXEMES = 5_000_000;

class Unreadable extends Error {
  constructor(readonly problem: TextProblem) {
    super();
  }
}

/**
 * YAML 1.1 ignores indentation inside brackets and quotes, but the lexer follows YAML 1.2. It resets its limit at the
 * next block of lines. These names are private in `yaml`, whose release is pinned.
 */
function createLexer(): Lexer {
  const lexer = new Lexer();
  for (const method of ['parseFlowCollection', 'parseQuotedScalar'] as const) {
    const parse = lexer[method].bind(lexer);
    lexer[method] = () => {
      lexer['indentNext'] = 0;
      return parse();
    };
  }
  return lexer;
}

/** The composer is recursive and would exhaust the stack; the parser, which runs first, is not. */
function* tokens(text: string): Generator<Token, void> {
  const parser = new Parser();
  const lexer = createLexer();
  let count = 0;
  let isLineStart = true;
  for (const lexeme of lexer.lex(text)) {
    if (isLineStart && lexeme.startsWith('\t') && lexer['flowLevel'] === 0) {
      const message = 'tab at the start of a line; indent with spaces';
      throw new Unreadable(syntaxError(message, parser.offset));
    }
    isLineStart = lexeme === '\n';
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

/**
 * Parses one YAML document as kubectl does.
 *
 * Source: `sigs.k8s.io/yaml` v1.6.0, `YAMLToJSON`, over `go.yaml.in/yaml/v2` v2.4.4.
 *
 * @param text - the document, without separator lines
 * @returns the value and the problems; offsets count from the start of the text
 */
export function readYAMLDocument(text: string): TextDocument {
  // No schema: scalars are read from their source text. Not strict: a closing bracket may be indented like its key.
  const options = { version: '1.1', schema: 'failsafe', strict: false, uniqueKeys: false } as const;
  let documents: Document.Parsed[];
  try {
    const composer = new Composer({ ...options, resolveKnownTags: false });
    documents = [...composer.compose(tokens(text), true, text.length)];
  } catch (thrown) {
    if (thrown instanceof Unreadable) {
      return unreadable(thrown.problem);
    }
    throw thrown;
  }
  const first = documents[0];
  // YAML 1.1 does not require a space before a comment.
  const error = first?.errors.find(({ message }) => !message.startsWith('Comments must'));
  if (first === undefined || (error !== undefined && !isAfter(error, first.contents, text))) {
    return unreadable(syntaxError(messageOf(error), error?.pos[0] ?? 0));
  }
  const problems: TextProblem[] = [];
  const rest = error?.pos[0] ?? documents[1]?.range[0];
  if (rest !== undefined) {
    problems.push({
      severity: 'warning',
      code: 'IGNORED_TEXT',
      message: 'kubectl ignores the text after the document; separate documents with "---"',
      offset: rest,
    });
  }
  return convertYAML(first, problems);
}

/** Messages that replace those of `yaml` which quote the text: it may be a Secret. */
const MESSAGES: { readonly [code: string]: string | undefined } = {
  UNEXPECTED_TOKEN: 'unexpected text; check the quotes, brackets and indentation around it',
  BAD_DQ_ESCAPE: 'invalid escape sequence in double quotes',
};

function messageOf(error: YAMLError | undefined): string {
  return error === undefined ? 'expected YAML' : (MESSAGES[error.code] ?? error.message);
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
