// Go's strings are bytes, and escapes in URLs and base64 can make any bytes. A byte string is a string of which each
// UTF-16 code unit is one byte. It is the text itself as long as that is ASCII, which nearly every image name is.

/** The UTF-8 bytes of a text; half of a surrogate pair becomes U+FFFD, as in every encoder. */
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

/** The text of UTF-8 bytes; each byte that belongs to no code point becomes U+FFFD, as Go reads it. */
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

/** The text with U+FFFD for each half of a surrogate pair that stands alone. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
}

/** How many bytes the code point at an index takes; 1 for a byte that starts none. */
export function runeSize(bytes: string, at: number): number {
  const first = bytes.charCodeAt(at);
  if (first < 0xc2 || first > 0xf4) {
    return 1;
  }
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // The shortest form only, no surrogates, and nothing above U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < size; i++) {
    const byte = bytes.charCodeAt(at + i);
    // NaN behind the end is in no range.
    if (!(byte >= (i === 1 ? low : 0x80) && byte <= (i === 1 ? high : 0xbf))) {
      return 1;
    }
  }
  return size;
}

/** The code point of so many bytes at an index; U+FFFD for a byte that starts none. */
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

/** The two to four bytes of a code point beyond ASCII. */
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
