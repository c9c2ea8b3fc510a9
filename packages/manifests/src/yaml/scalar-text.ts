import { jsonStringEnd } from '../json/json-scan.js';
import { readDoubleQuoted } from './double-quoted.js';
import { ensure } from './unclear.js';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const COLON = 0x3a;

/** What no plain text starts with. */
const INDICATORS = '\t\n ,[]{}#&*!|>\'"%@`';
/** What plain text starts with only if more text follows. */
const WEAK_INDICATORS = '-?:';
const FLOW_INDICATORS = ',[]{}';
const WHITE_SPACE = /[ \t\n]+/g;

/** Reports whether a space or the end of the line is at an offset. */
export function isBlank(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === SPACE || code === LINE_FEED;
}

/**
 * Finds the end of plain text in its line: a comment, a colon after a key, or the end of the line; in brackets, also a
 * bracket or a comma.
 *
 * @returns the offset of what ends the text; spaces may precede it
 */
export function plainEnd(text: string, start: number, isFlow: boolean): number {
  for (let index = start; ; index++) {
    const code = text.charCodeAt(index);
    switch (code) {
      case LINE_FEED:
        return index;
      case COLON:
        if (isBlank(text, index + 1) || (isFlow && isOneOf(FLOW_INDICATORS, text, index + 1))) {
          return index;
        }
        break;
      case HASH:
        if (text.charCodeAt(index - 1) === SPACE) {
          return index;
        }
        break;
      case TAB:
        ensure(false);
        break;
      default:
        if (isFlow && isOneOf(`?${FLOW_INDICATORS}`, text, index)) {
          return index;
        }
    }
  }
}

/** Reports whether plain text can start at an offset. */
export function startsPlain(text: string, start: number): boolean {
  return (
    !isOneOf(INDICATORS, text, start) &&
    (!isOneOf(WEAK_INDICATORS, text, start) || !isBlank(text, start + 1))
  );
}

function isOneOf(characters: string, text: string, offset: number): boolean {
  return characters.includes(text.charAt(offset));
}

/** Returns the offset after the spaces at an offset. */
export function skipSpaces(text: string, start: number): number {
  let index = start;
  while (text.charCodeAt(index) === SPACE) {
    index += 1;
  }
  return index;
}

/** Returns the text between two offsets without the spaces at its end. */
export function trimmed(text: string, start: number, end: number): string {
  let last = end;
  while (text.charCodeAt(last - 1) === SPACE) {
    last -= 1;
  }
  return text.slice(start, last);
}

/** Finds the end of the text between quotes that starts at `start`. */
export function quotedEnd(text: string, start: number): number {
  const quote = text[start];
  let end = start + 1;
  if (quote === '"') {
    end = jsonStringEnd(text, start);
  } else {
    do {
      end = text.indexOf("'", end) + 1;
      ensure(end > 0);
    } while (text[end] === "'" && ++end);
  }
  ensure(end > start + 1 && text[end - 1] === quote);
  return end;
}

/** Reads text with its quotes. */
export function quotedText(source: string): string {
  const text = source.slice(1, -1);
  if (source[0] === "'") {
    return foldLines(text).replace(/''/g, "'");
  }
  const read = /[\\\n]/.test(text) ? readDoubleQuoted(text) : text;
  ensure(read !== undefined);
  return read;
}

/** Joins lines: a line break is a space, and one of several is dropped. */
export function foldLines(text: string): string {
  return text.includes('\n') ? text.replace(WHITE_SPACE, folded) : text;
}

function folded(space: string): string {
  const breaks = space.split('\n').length - 1;
  return breaks === 0 ? space : '\n'.repeat(breaks - 1) || ' ';
}

const BLOCK_HEADER = /[|>](?:([-+])([1-9])?|([1-9])([-+])?)?(?: *| +#.*)\n/y;

/** A text in lines of its own. */
export interface BlockText {
  readonly text: string;
  /** Offset of the line after it. */
  readonly end: number;
}

/**
 * Reads a text that follows `|` or `>`. Its lines are indented by more than `parent`.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_parser_scan_block_scalar`.
 */
export function readBlock(text: string, start: number, parent: number): BlockText {
  BLOCK_HEADER.lastIndex = start;
  const header = BLOCK_HEADER.exec(text);
  ensure(header !== null);
  const [, sign, digit, digitBefore, signAfter] = header;
  const chomping = sign ?? signAfter;
  const explicit = Number(digit ?? digitBefore ?? 0);
  let line = BLOCK_HEADER.lastIndex;
  const indent = explicit > 0 ? Math.max(parent, 0) + explicit : firstIndent(text, line, parent);
  const isFolded = text[start] === '>';
  let result = '';
  /** The line breaks since the last line with text. */
  let breaks = '';
  let hasText = false;
  /** Whether the last line with text starts with white space, which keeps the line breaks around it. */
  let isSpaced = true;
  while (line < text.length) {
    const content = Math.min(skipSpaces(text, line), line + indent);
    const isEmpty = text.charCodeAt(content) === LINE_FEED;
    if (content < line + indent && !isEmpty) {
      break;
    }
    const end = isEmpty ? content : text.indexOf('\n', content);
    if (!isEmpty) {
      const wasSpaced = isSpaced;
      isSpaced = text[content] === ' ' || text[content] === '\t';
      const folds = isFolded && hasText && !wasSpaced && !isSpaced;
      result += (folds ? breaks.slice(1) || ' ' : breaks) + text.slice(content, end);
      breaks = '';
      hasText = true;
    }
    breaks += '\n';
    line = end + 1;
  }
  const last = chomping === '+' ? breaks : chomping === '-' || !hasText ? '' : '\n';
  return { text: result + last, end: line };
}

/** Returns how far the first line with text is indented, which no line before it exceeds. */
function firstIndent(text: string, start: number, parent: number): number {
  let longest = 0;
  for (let line = start; line < text.length; ) {
    const content = skipSpaces(text, line);
    if (text.charCodeAt(content) !== LINE_FEED) {
      const indent = Math.max(content - line, parent + 1, 1);
      ensure(text.charCodeAt(content) !== TAB && longest <= indent);
      return indent;
    }
    longest = Math.max(longest, content - line);
    line = content + 1;
  }
  ensure(longest <= parent + 1);
  return parent + 1;
}
