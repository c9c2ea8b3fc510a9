// The grammar of references, as `github.com/distribution/reference` v0.6.0 has it in regular expressions, scanned by
// hand, each character once or twice. The first `/` parts what may be a domain from the rest: tag and digest have none.
import { fail } from './image-errors.js';

/** The most characters that a path may have. Source: `RepositoryNameTotalLengthMax`. */
const MAX_PATH_LENGTH = 255;
const MAX_TAG_LENGTH = 128;

const DOT = 46;
const SLASH = 47;
const COLON = 58;
const AT = 64;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const UNDERSCORE = 95;

// The classes of characters, a bit for each.
const DIGIT = 1;
const LOWER_HEX = 2;
/** Letters and digits of a path. */
const PATH = 4;
/** Letters and digits of a host. */
const HOST = 8;
/** What stands in the brackets of an IPv6 address; nothing else about it is looked at, as in Go. */
const ADDRESS = 16;
const TAG = 32;
/** What a tag may begin with. */
const TAG_START = 64;
const HYPHEN = 128;

function classTable(): Uint8Array {
  const table = new Uint8Array(128);
  const add = (classes: number, first: string, last: string) => {
    for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) {
      table[code] = (table[code] as number) | classes;
    }
  };
  add(DIGIT | LOWER_HEX | PATH | HOST | ADDRESS | TAG | TAG_START, '0', '9');
  add(PATH | HOST | TAG | TAG_START, 'a', 'z');
  add(HOST | TAG | TAG_START, 'A', 'Z');
  add(LOWER_HEX | ADDRESS, 'a', 'f');
  add(ADDRESS, 'A', 'F');
  add(ADDRESS, ':', ':');
  add(TAG | HYPHEN, '-', '-');
  add(TAG, '.', '.');
  add(TAG | TAG_START, '_', '_');
  return table;
}

/** A table, since a processor foresees none of several comparisons with random digits: it halves the time. */
const CLASSES: Uint8Array = /* @__PURE__ */ classTable();

/** The character at an index, 0 behind the end: a NaN, which is no integer, would slow every loop. */
function codeAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : 0;
}

function isOf(classes: number, code: number): boolean {
  return code < 128 && ((CLASSES[code] as number) & classes) !== 0;
}

/** Where the run of characters of some classes that begins at `index` ends. */
function skip(classes: number, text: string, index: number): number {
  const { length } = text;
  let end = index;
  while (end < length && isOf(classes, text.charCodeAt(end))) {
    end++;
  }
  return end;
}

/** Where the host that begins a text stops; the sign is negative, less one, where it is wrong there. */
function hostEnd(text: string): number {
  if (codeAt(text, 0) === OPENING_BRACKET) {
    const end = skip(ADDRESS, text, 1);
    return end > 1 && codeAt(text, end) === CLOSING_BRACKET ? end + 1 : -1 - end;
  }
  for (let index = 0; ; ) {
    const end = skip(HOST, text, index);
    if (end === index) {
      return -1 - index;
    }
    index = codeAt(text, end) === DOT ? end + 1 : skip(HYPHEN, text, end);
    if (index === end) {
      return end;
    }
  }
}

/**
 * Where the first `slash` characters of a text, which a `/` follows, stop to be a domain; -1 if they are one.
 *
 * A domain is a host name or an address in brackets, and a port of any digits if there is one.
 */
export function domainFault(text: string, slash: number): number {
  const end = hostEnd(text);
  if (end < 0) {
    return -1 - end;
  }
  if (end === slash) {
    return -1;
  }
  if (codeAt(text, end) !== COLON) {
    return end;
  }
  const portEnd = skip(DIGIT, text, end + 1);
  return portEnd === slash && portEnd > end + 1 ? -1 : portEnd;
}

/** Says what was expected where a domain is wrong. */
function expectedOfDomain(text: string, fault: number): string {
  const before = text.slice(0, fault);
  const closing = before.indexOf(']');
  if (codeAt(text, 0) === OPENING_BRACKET && closing < 0) {
    return "a hexadecimal digit, ':' or ']'";
  }
  if (before.includes(':', closing)) {
    return "the digits of a port and '/'";
  }
  if (closing > 0) {
    return "':' or '/'";
  }
  return isOf(HOST, codeAt(text, fault - 1))
    ? "a letter, a digit, '-', '.', ':' or '/'"
    : 'a letter or a digit';
}

/** Throws for a path that is wrong at `index`, where the first part is no domain because of `fault`. */
function failPath(text: string, index: number, fault: number, expected: string): never {
  if (text === '') {
    fail('EMPTY', text, 0, 'a name');
  }
  // No path has it, though a host may.
  const isUpperCase = isOf(HOST, codeAt(text, index)) && !isOf(PATH, codeAt(text, index));
  // Where only an underscore keeps the first part from being a domain, its upper-case letter is what is wrong.
  if (fault > index && !(isUpperCase && codeAt(text, fault) === UNDERSCORE)) {
    fail('INVALID_DOMAIN', text, fault, expectedOfDomain(text, fault));
  }
  fail(isUpperCase ? 'UPPERCASE' : 'INVALID_PATH', text, index, expected);
}

/**
 * Where the path that begins at `start` ends: at a `:`, at an `@`, or with the text.
 *
 * It is runs of lower-case letters and digits, with one of `/`, `.`, `_`, `__`, `-`, `--` … between each two.
 * `fault` is where the text stops to be a domain, if that is why the path begins at 0.
 */
export function pathEnd(text: string, start: number, fault: number): number {
  for (let index = start; ; ) {
    const end = skip(PATH, text, index);
    if (end === index) {
      failPath(text, index, fault, 'a lower-case letter or a digit');
    }
    const code = codeAt(text, end);
    if (code === SLASH || code === DOT) {
      index = end + 1;
    } else if (code === UNDERSCORE) {
      index = end + (codeAt(text, end + 1) === UNDERSCORE ? 2 : 1);
    } else {
      index = skip(HYPHEN, text, end);
    }
    if (index === end) {
      // A `/` is still to come where the first part went further as a domain, so that no tag can begin here.
      if (fault <= end && (code === COLON || code === AT || end === text.length)) {
        return end;
      }
      failPath(text, end, fault, "one of a-z 0-9 . _ - / : @ or the text's end");
    }
  }
}

/** Throws if a path of this length, with what was filled in, is too long; it ends at `end`. */
export function checkPathLength(text: string, end: number, length: number): void {
  if (length > MAX_PATH_LENGTH) {
    const offset = end - (length - MAX_PATH_LENGTH);
    fail('PATH_TOO_LONG', text, offset, `a path of at most ${MAX_PATH_LENGTH} characters`);
  }
}

/** Where the tag ends whose `:` stands at `index`; `index` itself if no tag begins there. */
export function tagEnd(text: string, index: number): number {
  if (codeAt(text, index) !== COLON) {
    return index;
  }
  const start = index + 1;
  if (!isOf(TAG_START, codeAt(text, start))) {
    fail('INVALID_TAG', text, start, "a letter, a digit or '_'");
  }
  const end = skip(TAG, text, start);
  if (end - start > MAX_TAG_LENGTH) {
    const offset = start + MAX_TAG_LENGTH;
    fail('TAG_TOO_LONG', text, offset, `a tag of at most ${MAX_TAG_LENGTH} characters`);
  }
  if (end < text.length && codeAt(text, end) !== AT) {
    fail('INVALID_TAG', text, end, "one of A-Z a-z 0-9 _ . - @ or the text's end");
  }
  return end;
}

/** How many digits follow an algorithm and its `:`; 0 if it is none of the registered ones. */
function digestLength(algorithm: string): number {
  switch (algorithm) {
    case 'sha256:':
      return 64;
    case 'sha384:':
      return 96;
    case 'sha512:':
      return 128;
    default:
      return 0;
  }
}

/** Throws if what follows the `@` at `index`, up to the end of the text, is not a digest. */
export function checkDigest(text: string, index: number): void {
  const start = index + 1;
  const digits = start + 'sha256:'.length;
  const length = digestLength(text.slice(start, digits));
  if (length === 0) {
    const expected = 'one of sha256: sha384: sha512: and digits';
    // What ends too early is not unsupported.
    const isCutOff = start === text.length || digestLength(`${text.slice(start)}:`) > 0;
    fail(
      isCutOff ? 'INVALID_DIGEST' : 'UNSUPPORTED_DIGEST',
      text,
      isCutOff ? text.length : start,
      expected,
    );
  }
  const end = skip(LOWER_HEX, text, digits);
  const expectedEnd = digits + length;
  if (end < text.length && end <= expectedEnd) {
    const expected = end < expectedEnd ? 'a digit or one of a-f' : "the text's end";
    fail('INVALID_DIGEST', text, end, expected);
  }
  if (end !== expectedEnd) {
    fail('INVALID_DIGEST_LENGTH', text, Math.min(end, expectedEnd), `${length} digits`);
  }
}

/** Whether a text is what some tools take for an image's ID: 64 lower-case hexadecimal digits and nothing else. */
export function isIdentifier(text: string): boolean {
  return text.length === 64 && skip(LOWER_HEX, text, 0) === 64;
}
