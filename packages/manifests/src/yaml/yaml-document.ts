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
  type ReadDocument,
  syntaxError,
  type TextProblem,
  tooDeep,
  unreadable,
} from '../stream/read-document.js';
import { convertYAML } from './yaml-value.js';

type Token = ReturnType<Parser['parse']> extends Generator<infer T, void> ? T : never;

/** Most words, marks and spaces of one document: some 15 MB of manifests, which take 1.5 GB while they are read. */
const MAX_LEXEMES = 5_000_000;

class Unreadable extends Error {
  constructor(readonly problem: TextProblem) {
    super();
  }
}

/**
 * Indentation inside brackets and quotes means nothing in YAML 1.1, and the lexer knows YAML 1.2 alone. It sets its
 * bound anew at the next block of lines. These names are private there, and the release is pinned.
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

/** The composer calls itself for each level and would exhaust the stack; the parser before it does not. */
function* tokens(text: string): Generator<Token, void> {
  const parser = new Parser();
  const lexer = createLexer();
  let count = 0;
  let isLineStart = true;
  for (const lexeme of lexer.lex(text)) {
    if (isLineStart && lexeme.startsWith('\t') && lexer['flowLevel'] === 0) {
      const message = 'expected spaces at the start of the line, found a tab';
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
  const message = `expected a YAML document of at most ${MAX_LEXEMES} words and marks, found more in ${text.length} characters; as JSON it may be larger`;
  return { severity: 'error', code: 'TOO_LARGE', message, offset: 0 };
}

/**
 * Reads one YAML document as kubectl does.
 *
 * Source: `sigs.k8s.io/yaml` v1.6.0, `YAMLToJSON`, over `go.yaml.in/yaml/v2` v2.4.4.
 *
 * @param text - the document, without the lines that separate it from others
 * @returns its value and what is wrong with it; offsets count from the start of the text
 */
export function readYAMLDocument(text: string): ReadDocument {
  // No schema: scalars are read by their source text. Not strict: a closing bracket may stand at the indentation of its key.
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
  // YAML 1.1 wants no space before a comment.
  const error = first?.errors.find(({ message }) => !message.startsWith('Comments must'));
  if (first === undefined || (error !== undefined && !isBehind(error, first.contents, text))) {
    return unreadable(syntaxError(error?.message ?? 'expected YAML', error?.pos[0] ?? 0));
  }
  const problems: TextProblem[] = [];
  const rest = error?.pos[0] ?? documents[1]?.range[0];
  if (rest !== undefined) {
    problems.push({
      severity: 'warning',
      code: 'IGNORED_TEXT',
      message:
        'kubectl has read one document, and ignores what follows; separate documents by "---"',
      offset: rest,
    });
  }
  return convertYAML(first, problems);
}

/**
 * Whether kubectl has read its document, and looks no further, where an error is: behind the outermost value. One in
 * lines goes on as far as they are indented like it.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `unmarshal`, which parses one document.
 */
function isBehind({ code, pos }: YAMLError, value: ParsedNode | null, text: string): boolean {
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
