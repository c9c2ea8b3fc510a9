import { Composer, type Document, Lexer, Parser } from 'yaml';
import {
  MAX_DEPTH,
  type ReadDocument,
  syntaxError,
  type TextProblem,
  tooDeep,
  unreadable,
} from './read-document.js';
import { convertYAML } from './yaml-value.js';

type Token = ReturnType<Parser['parse']> extends Generator<infer T, void> ? T : never;

class TooDeep extends Error {
  constructor(readonly offset: number) {
    super();
  }
}

/** The composer calls itself for each level and would exhaust the stack; the parser before it does not. */
function* tokens(text: string): Generator<Token, void> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_DEPTH) {
      throw new TooDeep(parser.offset);
    }
  }
  yield* parser.end();
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
  // No schema: scalars are read by their source text. Not strict: indentation inside brackets is free in YAML 1.1.
  const options = { version: '1.1', schema: 'failsafe', strict: false, uniqueKeys: false } as const;
  let documents: Document.Parsed[];
  try {
    const composer = new Composer({ ...options, resolveKnownTags: false, logLevel: 'silent' });
    documents = [...composer.compose(tokens(text), true, text.length)];
  } catch (thrown) {
    if (thrown instanceof TooDeep) {
      return unreadable(tooDeep(thrown.offset));
    }
    throw thrown;
  }
  const first = documents[0];
  const broken = first?.errors[0];
  if (first === undefined || broken !== undefined) {
    return unreadable(syntaxError(broken?.message ?? 'expected YAML', broken?.pos[0] ?? 0));
  }
  const problems: TextProblem[] = [];
  // After a line of three dots kubectl reads no further.
  const rest = documents.slice(1).find((document) => document.contents !== null);
  if (rest !== undefined) {
    problems.push({
      severity: 'warning',
      code: 'IGNORED_TEXT',
      message: 'kubectl ignores what follows a line of "..."; separate documents by "---"',
      offset: rest.range[0],
    });
  }
  return convertYAML(first, problems);
}
