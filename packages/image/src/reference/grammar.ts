// The grammar of references. `github.com/distribution/reference` v0.6.0 has it in regular expressions; here it is scanned
// by hand, each character once or twice. The first `/` ends the possible domain, because tags and digests have no `/`.
import { fail } from './image-errors.js';

/** The largest number of characters of a path. Source: `RepositoryNameTotalLengthMax`. */
const MAX_PATH_LENGTH = 255;
const MAX_TAG_LENGTH = 128;

const DOT = 46;
const SLASH = 47;
const COLON = 58;
const AT = 64;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const UNDERSCORE = 95;

// One bit for each class of characters.
const DIGIT = 1;
const LOWER_HEX = 2;
/** Letters and digits of a path. */
const PATH = 4;
/** Letters and digits of a host. */
const HOST = 8;
/** Characters in the brackets of an IPv6 address, of which nothing else is checked, as in Go. */
const ADDRESS = 16;
const TAG = 32;
/** First characters of a tag. */
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

/** A table takes half the time of comparisons, which processors cannot predict for random digits. */
const CLASSES: Uint8Array = /* @__PURE__ */ classTable();

/** Returns the character at an index; 0 after the end, because NaN is not an integer and would slow down every loop. */
function codeAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : 0;
}

function isOf(classes: number, code: number): boolean {
  return code < 128 && ((CLASSES[code] as number) & classes) !== 0;
}

/** Returns the end of the run of characters of some classes that starts at `index`. */
function skip(classes: number, text: string, index: number): number {
  const { length } = text;
  let end = index;
  while (end < length && isOf(classes, text.charCodeAt(end))) {
    end++;
  }
  return end;
}

/** Returns the end of the host at the start of a string, or `-1 - index` of its first invalid character. */
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
 * Returns the index of the first character that is invalid in a domain, among the first `slash` characters; -1 if they are a
 * domain.
 *
 * A domain is a host name or an address in brackets, with an optional port of any number of digits.
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

/** Returns what was expected at the first invalid character of a domain. */
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

/** Throws for a path that is invalid at `index`; `fault` is where the first part stops being a domain. */
function failPath(text: string, index: number, fault: number, expected: string): never {
  if (text === '') {
    fail('EMPTY', text, 0, 'a name');
  }
  // Allowed in a host, but not in a path.
  const isUpperCase = isOf(HOST, codeAt(text, index)) && !isOf(PATH, codeAt(text, index));
  // If only an underscore keeps the first part from being a domain, the fault is the upper-case letter.
  if (fault > index && !(isUpperCase && codeAt(text, fault) === UNDERSCORE)) {
    fail('INVALID_DOMAIN', text, fault, expectedOfDomain(text, fault));
  }
  fail(isUpperCase ? 'UPPERCASE' : 'INVALID_PATH', text, index, expected);
}

/**
 * Returns the end of the path that starts at `start`: a `:`, an `@`, or the end of the text.
 *
 * A path consists of runs of lower-case letters and digits, separated by one of `/`, `.`, `_`, `__`, `-`, `--` …
 * `fault` is where the text stops being a domain.
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
      // If the first part is longer as a domain, a `/` follows, so no tag can start here.
      if (fault <= end && (code === COLON || code === AT || end === text.length)) {
        return end;
      }
      failPath(text, end, fault, 'one of a-z 0-9 . _ - / : @ or the end of the text');
    }
  }
}

/** Throws if a path of this length, including defaults, is too long; it ends at `end`. */
export function checkPathLength(text: string, end: number, length: number): void {
  if (length > MAX_PATH_LENGTH) {
    const offset = end - (length - MAX_PATH_LENGTH);
    fail('PATH_TOO_LONG', text, offset, `a path of at most ${MAX_PATH_LENGTH} characters`);
  }
}

/** Returns the end of the tag after the `:` at `index`; `index` itself if there is no `:`. */
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
    fail('INVALID_TAG', text, end, 'one of A-Z a-z 0-9 _ . - @ or the end of the text');
  }
  return end;
}

/** Returns the number of digits after an algorithm and its `:`; 0 for an unknown algorithm. */
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

/** Throws if the text after the `@` at `index` is not a digest. */
export function checkDigest(text: string, index: number): void {
  const start = index + 1;
  const digits = start + 'sha256:'.length;
  const length = digestLength(text.slice(start, digits));
  if (length === 0) {
    const expected = 'sha256:, sha384: or sha512: and digits';
    // An incomplete algorithm is invalid, not unsupported.
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
    const expected = end < expectedEnd ? 'a digit or one of a-f' : 'the end of the text';
    fail('INVALID_DIGEST', text, end, expected);
  }
  if (end !== expectedEnd) {
    fail('INVALID_DIGEST_LENGTH', text, Math.min(end, expectedEnd), `${length} digits`);
  }
}

/** Reports whether some tools treat a string as an image ID: it is 64 lower-case hexadecimal digits. */
export function isIdentifier(text: string): boolean {
  return text.length === 64 && skip(LOWER_HEX, text, 0) === 64;
}
