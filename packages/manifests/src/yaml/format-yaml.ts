import { utf8Length } from '@kubesem/core/internal';
import { isPlainString } from './yaml-scalar.js';

/** What `formatYAML` writes; it leaves out what is undefined. */
export type YAMLData = string | boolean | undefined | { readonly [key: string]: YAMLData };

/**
 * Writes strings, booleans and objects of these as `kubectl -o yaml` does, byte by byte.
 *
 * Unlike kubectl, it also writes control characters that are not ASCII: kubectl rejects them, and makes a space of U+0085.
 *
 * Source: `sigs.k8s.io/yaml` v1.6.0, `Marshal`; `go.yaml.in/yaml/v2` v2.4.4, `encoder.stringv` and the emitter.
 *
 * @param data - an object
 * @param isUnsafe - whether a text must be between double quotes, where unusual characters can be escaped
 * @returns the text, with its last line end
 */
export function formatYAML(
  data: { readonly [key: string]: YAMLData },
  isUnsafe: (text: string) => boolean = () => false,
): string {
  const emitter = new Emitter(isUnsafe);
  emitter.map(data);
  return emitter.end();
}

const WIDTH = 80;
/** In bytes; longer keys follow a `?`. */
const KEY_LENGTH = 128;
const BREAK = /[\r\n\x85\u2028\u2029]/;
const SPECIAL = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
/** Starts of a string, or parts of it, that are not plain. */
const INDICATOR =
  /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[-?:](?:[ \t]|$))|:(?:[ \t]|$)|[ \t\r\n\0\x85\u2028\u2029]#/;

const ESCAPES: { readonly [char: string]: string | undefined } = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\xa0': '_',
  '\u2028': 'L',
  '\u2029': 'P',
};

type Style = 'plain' | 'single' | 'double' | 'literal';

function styleOf(text: string, isKey: boolean, isUnsafe: boolean): Style {
  const hasSpaceBreak = / [\r\n\x85\u2028\u2029]/.test(text);
  const hasBreakSpace = /[\r\n\x85\u2028\u2029] /.test(text);
  if (isUnsafe || SPECIAL.test(text) || hasSpaceBreak) {
    return 'double';
  }
  if (text.includes('\n')) {
    return isKey || text.endsWith(' ') ? 'double' : 'literal';
  }
  if (!isPlainString(text)) {
    return 'double';
  }
  const hasBreak = BREAK.test(text);
  if (isKey && hasBreak) {
    return 'double';
  }
  const isPlain = !hasBreak && !/^ | $/.test(text) && !INDICATOR.test(text);
  return isPlain ? 'plain' : hasBreakSpace ? 'double' : 'single';
}

/** The state of Go's emitter. */
class Emitter {
  out = '';
  private column = 0;
  private indent = -2;
  /** Whether the last character was white space, and whether there is nothing else in the line. */
  private hasSpace = true;
  private isIndented = true;

  constructor(private readonly isUnsafe: (text: string) => boolean) {}

  map(data: { readonly [key: string]: YAMLData }): void {
    const entries = Object.entries(data).filter(([, value]) => value !== undefined);
    if (entries.length === 0) {
      this.indicator('{}', true);
      return;
    }
    this.indent += 2;
    for (const [key, value] of entries.sort(([a], [b]) => compareKeys(a, b))) {
      this.writeIndent();
      const isSimple = !BREAK.test(key) && utf8Length(key) <= KEY_LENGTH;
      if (isSimple) {
        this.text(key, true);
        this.indicator(':', false);
      } else {
        this.indicator('?', true, true);
        this.text(key, false);
        this.writeIndent();
        this.indicator(':', true, true);
      }
      this.value(value);
    }
    this.indent -= 2;
  }

  end(): string {
    this.indent = 0;
    this.writeIndent();
    return this.out;
  }

  private value(value: YAMLData): void {
    if (typeof value === 'string') {
      this.text(value, false);
    } else if (typeof value === 'object') {
      this.map(value);
    } else {
      this.indicator(String(value), true);
    }
  }

  private text(text: string, isKey: boolean): void {
    this.indent += 2;
    this.styled(text, isKey);
    this.indent -= 2;
  }

  private styled(text: string, isKey: boolean): void {
    switch (styleOf(text, isKey, this.isUnsafe(text))) {
      case 'plain':
        this.indicator('', true);
        this.folded(text, !isKey, (char) => char);
        break;
      case 'single':
        this.indicator("'", true);
        this.folded(text, !isKey, (char) => (char === "'" ? "''" : char));
        this.indicator("'", false);
        break;
      case 'double':
        this.indicator('"', true);
        this.double(text, !isKey);
        this.indicator('"', false);
        break;
      default:
        this.literal(text);
        return;
    }
    this.hasSpace = false;
    this.isIndented = false;
  }

  private folded(text: string, mayBreak: boolean, quote: (char: string) => string): void {
    const chars = [...text];
    let afterSpace = false;
    let afterBreak = false;
    for (const [index, char] of chars.entries()) {
      if (char === ' ') {
        const isInside = index > 0 && index < chars.length - 1;
        const folds = mayBreak && !afterSpace && this.column > WIDTH && isInside;
        if (folds && chars[index + 1] !== ' ') {
          this.writeIndent();
        } else {
          this.put(char);
        }
        afterSpace = true;
      } else if (BREAK.test(char)) {
        this.breakLine(char);
        this.isIndented = true;
        afterBreak = true;
      } else {
        if (afterBreak) {
          this.writeIndent();
        }
        this.put(quote(char), quote(char).length > 1 ? 2 : 1);
        this.isIndented = false;
        afterSpace = false;
        afterBreak = false;
      }
    }
  }

  private double(text: string, mayBreak: boolean): void {
    const chars = [...text];
    // Go takes every character of a text that starts with a byte order mark for one.
    const escapesAll = text.startsWith('\ufeff');
    let afterSpace = false;
    for (const [index, char] of chars.entries()) {
      if (escapesAll || SPECIAL.test(char) || BREAK.test(char) || char === '"' || char === '\\') {
        const escape = escapeOf(char);
        this.put(escape, escape.length);
        afterSpace = false;
      } else if (char === ' ') {
        const isInside = index > 0 && index < chars.length - 1;
        if (mayBreak && !afterSpace && this.column > WIDTH && isInside) {
          this.writeIndent();
          if (chars[index + 1] === ' ') {
            this.put('\\');
          }
        } else {
          this.put(char);
        }
        afterSpace = true;
      } else {
        this.put(char);
        afterSpace = false;
      }
    }
  }

  private literal(text: string): void {
    const chars = [...text];
    const isBreak = (index: number) => BREAK.test(chars[index] ?? '');
    const last = chars.length - 1;
    const indentHint = chars[0] === ' ' || isBreak(0) ? '2' : '';
    const chompHint = isBreak(last) ? (last === 0 || isBreak(last - 1) ? '+' : '') : '-';
    this.indicator(`|${indentHint}${chompHint}`, true);
    this.breakLine('\n');
    this.isIndented = true;
    this.hasSpace = true;
    let afterBreak = true;
    for (const char of chars) {
      if (BREAK.test(char)) {
        this.breakLine(char);
        this.isIndented = true;
        afterBreak = true;
      } else {
        if (afterBreak) {
          this.writeIndent();
        }
        this.put(char);
        this.isIndented = false;
        afterBreak = false;
      }
    }
  }

  private writeIndent(): void {
    const { column, indent } = this;
    if (!this.isIndented || column > indent || (column === indent && !this.hasSpace)) {
      this.breakLine('\n');
    }
    while (this.column < indent) {
      this.put(' ');
    }
    this.hasSpace = true;
    this.isIndented = true;
  }

  private indicator(text: string, needsSpace: boolean, isIndention = false): void {
    if (needsSpace && !this.hasSpace) {
      this.put(' ');
    }
    this.put(text, text.length);
    this.hasSpace = false;
    this.isIndented &&= isIndention;
  }

  private breakLine(char: string): void {
    this.out += char;
    this.column = 0;
  }

  private put(text: string, columns = 1): void {
    this.out += text;
    this.column += columns;
  }
}

function escapeOf(char: string): string {
  const short = ESCAPES[char];
  if (short !== undefined) {
    return `\\${short}`;
  }
  const code = char.codePointAt(0) ?? 0;
  const [letter, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(Number(digits), '0')}`;
}

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/**
 * Compares keys as Go sorts them when it writes YAML: numbers in them by their value, letters last.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `keyList.Less`.
 *
 * @param first - a key
 * @param second - another key
 * @returns negative if the first key comes first, positive if the second does
 */
function compareKeys(first: string, second: string): number {
  const a = [...first];
  const b = [...second];
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a[index] === b[index]) {
    index += 1;
  }
  if (index === length) {
    return a.length - b.length;
  }
  const isLetterA = LETTER.test(a[index] as string);
  const isLetterB = LETTER.test(b[index] as string);
  if (isLetterA !== isLetterB) {
    return isLetterB ? -1 : 1;
  }
  if (!isLetterA) {
    const inNumber =
      (a[index] === '0' || b[index] === '0') && isInNumber(a, index) ? BigInt(1) : BigInt(0);
    const one = numberAt(a, index, inNumber);
    const other = numberAt(b, index, inNumber);
    if (one.value !== other.value) {
      return one.value < other.value ? -1 : 1;
    }
    if (one.end !== other.end) {
      return one.end - other.end;
    }
  }
  return codeOf(a[index]) - codeOf(b[index]);
}

/** Whether digits precede a zero, and not only zeros. */
function isInNumber(chars: readonly string[], end: number): boolean {
  let index = end - 1;
  while (index >= 0 && chars[index] === '0') {
    index -= 1;
  }
  return index >= 0 && DIGIT.test(chars[index] as string);
}

function numberAt(chars: readonly string[], start: number, before: bigint) {
  let value = before;
  let end = start;
  while (end < chars.length && DIGIT.test(chars[end] as string)) {
    value = BigInt.asIntN(64, value * BigInt(10) + BigInt(codeOf(chars[end]) - 0x30));
    end += 1;
  }
  return { value, end };
}

function codeOf(char = ''): number {
  return char.codePointAt(0) ?? 0;
}
