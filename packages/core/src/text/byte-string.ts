// Go's strings are bytes, and escapes in URLs and base64 can produce any bytes. A byte string is a string in which each
// UTF-16 code unit is one byte. A string that is ASCII, as nearly all image names are, is its own byte string.

/**
 * Returns the UTF-8 bytes of a string as a byte string.
 *
 * @param text - the text; a lone surrogate becomes U+FFFD, as in every encoder
 * @returns a string in which each UTF-16 code unit is one byte
 *
 * @example
 * ```ts
 * import { toByteString } from '@kubesem/core/internal';
 *
 * toByteString('é') // => '\xC3\xA9'
 * ```
 */
export function toByteString(text: string): string {
  if (isAscii(text)) {
    return text;
  }
  let bytes = '';
  for (const character of text) {
    const rune = character.codePointAt(0) as number;
    bytes += rune < 0x80 ? character : encodeRune(isSurrogate(rune) ? 0xfffd : rune);
  }
  return bytes;
}

/**
 * Returns the text of UTF-8 bytes.
 *
 * @param bytes - a byte string
 * @returns the text; each invalid byte becomes U+FFFD, as in Go
 *
 * @example
 * ```ts
 * import { fromByteString } from '@kubesem/core/internal';
 *
 * fromByteString('\xC3\xA9') // => 'é'
 * fromByteString('\xFF') // => '\uFFFD'
 * ```
 */
export function fromByteString(bytes: string): string {
  if (isAscii(bytes)) {
    return bytes;
  }
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const size = runeSize(bytes, at);
    text += String.fromCodePoint(runeAt(bytes, at, size));
    at += size;
  }
  return text;
}

/**
 * Replaces each lone surrogate by U+FFFD, as Go does when it reads JSON.
 *
 * @param text - the text
 * @returns well-formed text
 *
 * @example
 * ```ts
 * import { wellFormed } from '@kubesem/core/internal';
 *
 * wellFormed('a\uD800') // => 'a\uFFFD'
 * ```
 */
export function wellFormed(text: string): string {
  // Nearly all text is, and the search alone takes half of the time.
  return /[\uD800-\uDFFF]/u.test(text) ? text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD') : text;
}

/**
 * Returns the number of bytes of the code point at an index of a byte string.
 *
 * @param bytes - the byte string
 * @param at - the index
 * @returns 1 to 4; 1 for an invalid byte
 *
 * @example
 * ```ts
 * import { runeSize } from '@kubesem/core/internal';
 *
 * runeSize('\xC3\xA9', 0) // => 2
 * ```
 *
 * @internal
 */
export function runeSize(bytes: string, at: number): number {
  const first = bytes.charCodeAt(at);
  if (first < 0xc2 || first > 0xf4) {
    return 1;
  }
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // Only the shortest form, no surrogates, and nothing above U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < size; i++) {
    const byte = bytes.charCodeAt(at + i);
    // NaN after the end is in no range.
    if (!(byte >= (i === 1 ? low : 0x80) && byte <= (i === 1 ? high : 0xbf))) {
      return 1;
    }
  }
  return size;
}

/**
 * Returns the code point of a number of bytes at an index of a byte string.
 *
 * @param bytes - the byte string
 * @param at - the index
 * @param size - the number of bytes, see `runeSize`
 * @returns the code point; U+FFFD for an invalid byte
 *
 * @example
 * ```ts
 * import { runeAt } from '@kubesem/core/internal';
 *
 * runeAt('\xC3\xA9', 0, 2) // => 0xe9
 * ```
 *
 * @internal
 */
export function runeAt(bytes: string, at: number, size: number): number {
  const first = bytes.charCodeAt(at);
  if (size === 1) {
    return first < 0x80 ? first : 0xfffd;
  }
  let rune = first & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) {
    rune = (rune << 6) | (bytes.charCodeAt(at + i) & 0x3f);
  }
  return rune;
}

/** Returns the two to four bytes of a code point beyond ASCII. */
function encodeRune(rune: number): string {
  const last = 0x80 | (rune & 0x3f);
  if (rune < 0x800) {
    return String.fromCharCode(0xc0 | (rune >> 6), last);
  }
  const third = 0x80 | ((rune >> 6) & 0x3f);
  return rune < 0x10000
    ? String.fromCharCode(0xe0 | (rune >> 12), third, last)
    : String.fromCharCode(0xf0 | (rune >> 18), 0x80 | ((rune >> 12) & 0x3f), third, last);
}

function isSurrogate(rune: number): boolean {
  return rune >= 0xd800 && rune <= 0xdfff;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/**
 * Counts the bytes of a string in UTF-8, as Kubernetes counts the lengths of names.
 *
 * @param text - the text; a lone surrogate counts as U+FFFD, 3 bytes
 * @returns the number of bytes
 *
 * @example
 * ```ts
 * import { utf8Length } from '@kubesem/core/internal';
 *
 * utf8Length('web') // => 3
 * utf8Length('ü') // => 2
 * ```
 */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    // A character beyond U+FFFF has two code units and four bytes; any other from U+0800 on has one and three.
    bytes += character < '\x80' ? 1 : character < '\u0800' ? 2 : character.length + 2;
  }
  return bytes;
}

/**
 * Compares two strings in the order of their UTF-8 bytes, as Go does. It is the order of their code points, which differs
 * from that of `<` if there are characters beyond U+FFFF.
 *
 * @param a - a string
 * @param b - another string
 * @returns a negative number if `a` comes first, a positive number if `b` comes first, and 0 if they are equal
 *
 * @example
 * ```ts
 * import { compareUtf8 } from '@kubesem/core/internal';
 *
 * ['b', 'a', '\u{1f600}', '\uffff'].sort(compareUtf8) // => ['a', 'b', '\uffff', '\u{1f600}']
 * ```
 */
export function compareUtf8(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) {
    at++;
  }
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}
