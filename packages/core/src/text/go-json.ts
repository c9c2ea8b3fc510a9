import { fromByteString, runeSize, wellFormed } from './byte-string.js';

/**
 * Formats a string as JSON like Go, which escapes characters that are special in HTML.
 *
 * @param text - the text; a lone surrogate becomes U+FFFD
 * @returns the JSON of the text
 *
 * @example
 * ```ts
 * import { goJson } from '@kubesem/core';
 *
 * goJson('a<b') // => '"a\\u003cb"'
 * ```
 *
 * Source: Go's `encoding/json`.
 */
export function goJson(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Formats a byte string as JSON like Go, which escapes U+FFFD only if it replaces a byte that is not UTF-8.
 *
 * @param bytes - a string in which each UTF-16 code unit is one byte
 * @returns the JSON of the text
 *
 * @example
 * ```ts
 * import { goJsonOfBytes } from '@kubesem/core';
 *
 * goJsonOfBytes('\xFF') // => '"\\ufffd"'
 * ```
 *
 * Source: Go's `encoding/json`.
 */
export function goJsonOfBytes(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const size = runeSize(bytes, at);
    const rune = bytes.slice(at, at + size);
    text += size === 1 && rune > '\x7f' ? '\\ufffd' : goJson(fromByteString(rune)).slice(1, -1);
    at += size;
  }
  return `"${text}"`;
}
