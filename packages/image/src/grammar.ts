// The grammar of references, as `github.com/distribution/reference` v0.6.0 has it in regular expressions, scanned by
// hand: every character once or twice. The first `/` parts what may be a domain from the rest; no tag and no digest
// has one.
import { fail } from './image-errors.js';

/** The most characters that a path may have. Source: `RepositoryNameTotalLengthMax`. */
const MAX_PATH_LENGTH = 255;
const MAX_TAG_LENGTH = 128;

const HYPHEN = 45;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const AT = 64;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const UNDERSCORE = 95;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isLetterOrDigit(code: number): boolean {
  return isLower(code) || isDigit(code) || isUpper(code);
}

function isLowerHex(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102);
}

/** What stands in the brackets of an IPv6 address; nothing else about it is looked at, as in Go. */
function isAddressCharacter(code: number): boolean {
  return isLowerHex(code) || code === COLON || (code >= 65 && code <= 70);
}

function isTagCharacter(code: number): boolean {
  return isLetterOrDigit(code) || code === UNDERSCORE || code === DOT || code === HYPHEN;
}

/** Where the port that begins with a `:` at `index` is wrong; -1 if it is well up to `end`. */
function portFault(text: string, index: number, end: number): number {
  if (text.charCodeAt(index) !== COLON) {
    return index;
  }
  const start = index + 1;
  do {
    index++;
  } while (isDigit(text.charCodeAt(index)));
  return index === end && index > start ? -1 : index;
}

/**
 * Where the first `end` characters of a text, which a `/` follows, stop to be a domain; -1 if they are one.
 *
 * A domain is a host name or an address in brackets, and a port of any digits if there is one.
 */
export function domainFault(text: string, end: number): number {
  let index = 0;
  if (text.charCodeAt(0) === OPENING_BRACKET) {
    do {
      index++;
    } while (isAddressCharacter(text.charCodeAt(index)));
    if (index === 1 || text.charCodeAt(index) !== CLOSING_BRACKET) {
      return index;
    }
    index++;
  } else {
    // Each label begins and ends with a letter or a digit.
    let previous = DOT;
    for (; index < end; index++) {
      const code = text.charCodeAt(index);
      const isAllowed =
        isLetterOrDigit(code) ||
        (code === HYPHEN && previous !== DOT) ||
        (code === DOT && isLetterOrDigit(previous));
      if (!isAllowed) {
        break;
      }
      previous = code;
    }
    if (!isLetterOrDigit(previous)) {
      return index;
    }
  }
  return index === end ? -1 : portFault(text, index, end);
}

/** Says what was expected where a domain is wrong. */
function expectedOfDomain(text: string, fault: number): string {
  const before = text.slice(0, fault);
  const closing = before.lastIndexOf(']');
  if (text.charCodeAt(0) === OPENING_BRACKET && closing < 0) {
    return "a hexadecimal digit, ':' or ']'";
  }
  if (before.lastIndexOf(':') > closing) {
    return "the digits of a port and '/'";
  }
  if (closing >= 0) {
    return "':' or '/'";
  }
  return isLetterOrDigit(before.charCodeAt(fault - 1))
    ? "a letter, a digit, '-', '.', ':' or '/'"
    : 'a letter or a digit';
}

/** Throws for a path that is wrong at `index`, where the first part is no domain because of `fault`. */
function failPath(text: string, index: number, fault: number, expected: string): never {
  const isUpperCase = isUpper(text.charCodeAt(index));
  // Where only an underscore keeps the first part from being a domain, its upper-case letter is what is wrong.
  if (fault > index && !(isUpperCase && text.charCodeAt(fault) === UNDERSCORE)) {
    fail('INVALID_DOMAIN', text, fault, expectedOfDomain(text, fault));
  }
  if (text === '') {
    fail('EMPTY', text, 0, 'a name');
  }
  fail(isUpperCase ? 'UPPERCASE' : 'INVALID_PATH', text, index, expected);
}

/**
 * Where the path that begins at `start` ends: at a `:`, at an `@`, or with the text.
 *
 * Its components are runs of lower-case letters and digits, with one of `.`, `_`, `__`, `-`, `--` … between each two.
 * `fault` is where the text stops to be a domain, if that is why the path begins at 0.
 */
export function pathEnd(text: string, start: number, fault: number): number {
  let index = start;
  for (;;) {
    const runStart = index;
    let code = text.charCodeAt(index);
    while (isLower(code) || isDigit(code)) {
      code = text.charCodeAt(++index);
    }
    if (index === runStart) {
      failPath(text, index, fault, 'a lower-case letter or a digit');
    }
    if (code === HYPHEN) {
      do {
        index++;
      } while (text.charCodeAt(index) === HYPHEN);
    } else if (code === UNDERSCORE) {
      index += text.charCodeAt(index + 1) === UNDERSCORE ? 2 : 1;
    } else if (code === DOT || code === SLASH) {
      index++;
    } else if (code === COLON || code === AT || index === text.length) {
      return index;
    } else {
      failPath(text, index, fault, "one of a-z 0-9 . _ - / : @ or the text's end");
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
  if (text.charCodeAt(index) !== COLON) {
    return index;
  }
  let end = index + 1;
  let code = text.charCodeAt(end);
  const mayFollow = code !== DOT && code !== HYPHEN;
  while (mayFollow && isTagCharacter(code)) {
    code = text.charCodeAt(++end);
  }
  if (end - index > MAX_TAG_LENGTH + 1) {
    const offset = index + 1 + MAX_TAG_LENGTH;
    fail('TAG_TOO_LONG', text, offset, `a tag of at most ${MAX_TAG_LENGTH} characters`);
  }
  if (end === index + 1) {
    fail('INVALID_TAG', text, end, "a letter, a digit or '_'");
  }
  if (code !== AT && end < text.length) {
    fail('INVALID_TAG', text, end, "one of A-Z a-z 0-9 _ . - @ or the text's end");
  }
  return end;
}

/** How many digits a digest of this algorithm has; 0 if the algorithm is not a registered one. */
function digestLength(algorithm: string): number {
  switch (algorithm) {
    case 'sha256':
      return 64;
    case 'sha384':
      return 96;
    case 'sha512':
      return 128;
    default:
      return 0;
  }
}

/** Throws if what follows the `@` at `index`, up to the end of the text, is not a digest. */
export function checkDigest(text: string, index: number): void {
  const start = index + 1;
  const colon = text.indexOf(':', start);
  const algorithmEnd = colon < 0 ? text.length : colon;
  const length = digestLength(text.slice(start, algorithmEnd));
  if (start === text.length || (colon < 0 && length > 0)) {
    fail('INVALID_DIGEST', text, text.length, 'a digest, such as sha256:… with 64 digits');
  }
  if (length === 0) {
    fail('UNSUPPORTED_DIGEST', text, start, 'one of sha256: sha384: sha512:');
  }
  let end = colon + 1;
  while (isLowerHex(text.charCodeAt(end))) {
    end++;
  }
  const expectedEnd = colon + 1 + length;
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
  let index = 0;
  while (text.length === 64 && isLowerHex(text.charCodeAt(index))) {
    index++;
  }
  return index === 64;
}
