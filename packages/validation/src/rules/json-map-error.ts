import { goQuote } from '@kubesem/core';

/**
 * Returns why Go cannot decode JSON into a map, in its words; undefined if it can, also from `null`.
 *
 * Source: Go 1.26 `encoding/json`, `Unmarshal`, and the scanner of `scanner.go`.
 *
 * @param bytes - the JSON as a byte string
 */
export function jsonMapError(bytes: string): string | undefined {
  const invalid = syntaxError(bytes);
  if (invalid !== undefined) {
    return invalid;
  }
  const first = bytes.replace(/^[ \t\r\n]+/, '').charAt(0);
  if (first !== '{' && first !== 'n') {
    const kind = KINDS[first] ?? 'number';
    return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
  }
  const withoutTexts = bytes.replace(/"(?:[^"\\]|\\[^])*"/g, '');
  const numbers = withoutTexts.match(/-?\d[\d.eE+-]*/g) ?? [];
  const large = numbers.find((number) => !Number.isFinite(Number(number)));
  return large === undefined
    ? undefined
    : `json: cannot unmarshal number ${large} into Go value of type float64`;
}

const KINDS: { readonly [first: string]: string | undefined } = {
  '"': 'string',
  '[': 'array',
  t: 'bool',
  f: 'bool',
};

/** What can be next, and how Go says that something else is. */
const CONTEXTS = {
  value: 'looking for beginning of value',
  firstItem: 'looking for beginning of value',
  key: 'looking for beginning of object key string',
  firstKey: 'looking for beginning of object key string',
  afterKey: 'after object key',
  afterMember: 'after object key:value pair',
  afterItem: 'after array element',
  afterAll: 'after top-level value',
} as const;

type State = keyof typeof CONTEXTS;

/** What follows a character, or the start of a text (`"`), or of a number or word (`0`); `DONE` if it completes a value. */
const STEPS: { readonly [stateAndCharacter: string]: State | 'DONE' | undefined } = {
  'value {': 'firstKey',
  'value [': 'firstItem',
  'value "': 'DONE',
  'value 0': 'DONE',
  'firstItem {': 'firstKey',
  'firstItem [': 'firstItem',
  'firstItem ]': 'DONE',
  'firstItem "': 'DONE',
  'firstItem 0': 'DONE',
  'firstKey }': 'DONE',
  'firstKey "': 'afterKey',
  'key "': 'afterKey',
  'afterKey :': 'value',
  'afterMember ,': 'key',
  'afterMember }': 'DONE',
  'afterItem ,': 'value',
  'afterItem ]': 'DONE',
};

const MAX_DEPTH = 10_000;
const INCOMPLETE = 'unexpected end of JSON input';

/** Returns the first syntax error of a text. */
function syntaxError(bytes: string): string | undefined {
  // Go's scanner reads a space after the end, to learn whether the text is complete.
  const text = `${bytes} `;
  const open: string[] = [];
  let state: State = 'value';
  for (let at = afterSpace(text, 0); at < text.length; at = afterSpace(text, at)) {
    const character = text.charAt(at);
    const next: State | 'DONE' | undefined =
      STEPS[`${state} ${character.replace(/[-\dtfn]/, '0')}`];
    if (next === undefined) {
      return unexpected(character, CONTEXTS[state]);
    }
    const end = endOf(text, at);
    if (typeof end === 'string') {
      return end;
    }
    if (/[\]}]/.test(character)) {
      open.pop();
    } else if (/[[{]/.test(character) && open.push(character) > MAX_DEPTH) {
      return unexpected(character, 'exceeded max depth');
    }
    state = next === 'DONE' ? afterValue(open) : next;
    at = end;
  }
  return state === 'afterAll' ? undefined : INCOMPLETE;
}

function afterSpace(text: string, at: number): number {
  return at + (matchAt(/[ \t\r\n]*/y, text, at) as string).length;
}

function afterValue(open: readonly string[]): State {
  const holder = open[open.length - 1];
  return holder === undefined ? 'afterAll' : holder === '{' ? 'afterMember' : 'afterItem';
}

/** The end of a text, number, word or other character, or what is wrong with it. */
function endOf(text: string, at: number): number | string {
  const first = text.charAt(at);
  const word = WORDS[first];
  if (first === '"') {
    return stringAt(text, at);
  }
  if (word !== undefined) {
    return wordAt(text, at, word);
  }
  return /[-\d]/.test(first) ? numberAt(text, at) : at + 1;
}

const WORDS: { readonly [first: string]: string | undefined } = {
  t: 'true',
  f: 'false',
  n: 'null',
};

function wordAt(text: string, at: number, word: string): number | string {
  const wrong = [...word].findIndex((expected, index) => text.charAt(at + index) !== expected);
  return wrong < 0
    ? at + word.length
    : unexpected(text.charAt(at + wrong), `in literal ${word} (expecting '${word.charAt(wrong)}')`);
}

/** A number up to the first character that it cannot have. */
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;

function numberAt(text: string, at: number): number | string {
  const number = matchAt(NUMBER, text, at) as string;
  const end = at + number.length;
  if (/\d$/.test(number)) {
    return end;
  }
  const place =
    number === '-' ? 'in' : number.endsWith('.') ? 'after decimal point in' : 'in exponent of';
  return unexpected(text.charAt(end), `${place} numeric literal`);
}

/** A text up to its closing quote, or to the first character that it cannot have. */
const STRING = /"(?:[^"\\\0-\x1f]+|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*/y;

function stringAt(text: string, at: number): number | string {
  const end = at + (matchAt(STRING, text, at) as string).length;
  switch (text.charAt(end)) {
    case '"':
      return end + 1;
    case '':
      return INCOMPLETE;
    case '\\': {
      const digits = matchAt(/\\u[\da-fA-F]*/y, text, end);
      return digits === undefined
        ? unexpected(text.charAt(end + 1), 'in string escape code')
        : unexpected(text.charAt(end + digits.length), 'in \\u hexadecimal character escape');
    }
    default:
      return unexpected(text.charAt(end), 'in string literal');
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Source: Go 1.26 `encoding/json`, `quoteChar`. */
function unexpected(character: string, context: string): string {
  const quoted =
    character === '"' || character === "'"
      ? character.replace("'", "\\'")
      : goQuote(character).slice(1, -1);
  return `invalid character '${quoted}' ${context}`;
}
