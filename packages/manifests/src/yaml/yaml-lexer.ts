import { CST, Lexer } from 'yaml';

type Lexemes = ReturnType<Lexer['pushCount']>;

/**
 * Makes a lexer that follows YAML 1.1 as Go reads it, where that of `yaml` follows YAML 1.2. The names in quotes are
 * private in `yaml`, whose release is pinned.
 *
 * - Brackets and quotes ignore indentation. The lexer resets its limit at the next block of lines.
 * - In brackets, `?` is always an indicator, and a colon ends plain text only before white space.
 * - Names of anchors and aliases consist of ASCII letters, digits, `_` and `-`.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_parser_fetch_next_token` and the functions that it calls.
 */
export function createLexer(): Lexer {
  const lexer = new Lexer();
  for (const method of ['parseFlowCollection', 'parseQuotedScalar'] as const) {
    const parse = lexer[method].bind(lexer);
    lexer[method] = () => {
      lexer['indentNext'] = 0;
      return parse();
    };
  }
  // A block scalar that is the whole document is also indented.
  const parseBlockScalar = lexer['parseBlockScalar'].bind(lexer);
  lexer['parseBlockScalar'] = () => {
    lexer['indentNext'] = Math.max(lexer['indentNext'], 1);
    return parseBlockScalar();
  };
  const pushIndicators = lexer['pushIndicators'].bind(lexer);
  lexer['pushIndicators'] = () =>
    lexer['flowLevel'] > 0 ? pushFlowIndicators(lexer) : pushIndicators();
  const parsePlainScalar = lexer['parsePlainScalar'].bind(lexer);
  lexer['parsePlainScalar'] = () =>
    lexer['flowLevel'] > 0 ? parseFlowText(lexer) : parsePlainScalar();
  const pushUntil = lexer['pushUntil'].bind(lexer);
  lexer['pushUntil'] = (test: (char: string) => boolean) =>
    /[&*]/.test(lexer['charAt'](0)) ? pushName(lexer) : pushUntil(test);
  return lexer;
}

const NAME = /[&*][-\w]*/y;

function* pushName(lexer: Lexer): Lexemes {
  NAME.lastIndex = lexer['pos'];
  NAME.exec(lexer['buffer']);
  return yield* lexer['pushToIndex'](NAME.lastIndex, false);
}

function* pushFlowIndicators(lexer: Lexer): Lexemes {
  let length = 0;
  for (;;) {
    const char = lexer['charAt'](0);
    if (char === '!') {
      length += yield* lexer['pushTag']();
    } else if (char === '&') {
      length += yield* pushName(lexer);
    } else if (char === '?' || char === ':' || (char === '-' && isEmpty(lexer['charAt'](1)))) {
      length += yield* lexer['pushCount'](1);
    } else {
      return length;
    }
    length += yield* lexer['pushSpaces'](true);
  }
}

const FLOW_TEXT = /(?:[^ \t\n:,?[\]{}]|:(?![ \t\n]|$))+/y;
const BLANKS = /[ \t]*/y;

/** Yields plain text in brackets, which may have several lines. */
function* parseFlowText(lexer: Lexer): Generator<string, 'flow'> {
  const text = lexer['buffer'];
  let end = lexer['pos'];
  for (let next = end; next >= 0 && text[next] !== '#'; ) {
    const word = skip(FLOW_TEXT, text, next);
    if (word === next) {
      break;
    }
    end = word;
    next = skip(BLANKS, text, end);
    while (text[next] === '\n') {
      const line: number = lexer['continueScalar'](next + 1);
      next = line < 0 ? text.length : skip(BLANKS, text, line);
    }
  }
  yield CST.SCALAR;
  yield* lexer['pushToIndex'](end, true);
  return 'flow';
}

function isEmpty(char: string | undefined): boolean {
  return char === undefined || /[ \t\n]/.test(char);
}

/** Returns the offset after a match at `start`, or `start`. */
function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/**
 * Yields the lexemes of a text, and reports the tabs, names and tags that only Go rejects.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_parser_scan_to_next_token`, `yaml_parser_scan_plain_scalar`,
 * `yaml_parser_scan_anchor` and `yaml_parser_scan_tag`.
 *
 * @param text - a document
 * @param indent - returns the column up to which lines cannot continue plain text
 * @param reject - receives what is wrong with the next lexeme
 */
export function* lexemesOf(
  text: string,
  indent: () => number,
  reject: (message: string) => void,
): Generator<string, void> {
  const lexer = createLexer();
  /** Whether a key may be next: at the start of a line, and after an indicator. */
  let mayBeKey = true;
  let isScalar = false;
  /** Whether there is only white space after plain text. */
  let isAfterText = false;
  let column = 0;
  for (const lexeme of lexer.lex(text)) {
    if (isScalar) {
      isScalar = false;
      mayBeKey = lexeme.endsWith('\n');
      isAfterText = !mayBeKey;
    } else if (lexeme === CST.SCALAR) {
      isScalar = true;
    } else if (lexeme === '\n') {
      mayBeKey = true;
      column = 0;
    } else if (/^[ \t]/.test(lexeme)) {
      if (mayBeKey && lexeme.includes('\t')) {
        const start = column + lexeme.indexOf('\t');
        if (isAfterText ? start < indent() : lexer['flowLevel'] === 0) {
          reject('tab before a key or an item; use spaces');
        }
      }
      column += lexeme.length;
    } else if (lexeme !== CST.DOCUMENT && lexeme !== CST.FLOW_END) {
      mayBeKey = lexeme === '-' || lexeme === '?' || (lexeme === ':' && mayBeKey);
      isAfterText = false;
      if (/^[&*]/.test(lexeme) && !isName(lexer, lexeme)) {
        reject('the name of an anchor or alias consists of letters, digits, "_" and "-"');
      }
      // In Go, `,` and `]` belong to the tag.
      if (lexeme.startsWith('!') && !isEmpty(lexer['charAt'](lexeme.length))) {
        reject('expected white space after a tag');
      }
    }
    yield lexeme;
  }
}

function isName(lexer: Lexer, lexeme: string): boolean {
  const next = lexer['charAt'](lexeme.length);
  return lexeme.length > 1 && (isEmpty(next) || '?:,]}%@`'.includes(next));
}
