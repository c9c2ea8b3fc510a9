const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Encodes a byte string as padded base64.
 *
 * @param bytes - a string in which each UTF-16 code unit is one byte
 * @returns base64 of the standard alphabet
 *
 * @example
 * ```ts
 * import { encodeBase64 } from '@kubesem/core/internal';
 *
 * encodeBase64('web') // => 'd2Vi'
 * ```
 */
export function encodeBase64(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    // After the end charCodeAt returns NaN, which the shifts treat as 0.
    const bits =
      (bytes.charCodeAt(at) << 16) | (bytes.charCodeAt(at + 1) << 8) | bytes.charCodeAt(at + 2);
    const count = Math.min(bytes.length - at, 3);
    for (let i = 0; i <= count; i++) {
      text += ALPHABET.charAt((bits >> (18 - 6 * i)) & 63);
    }
    text += '==='.slice(count);
  }
  return text;
}

/**
 * Decodes base64. Line breaks and unused trailing bits are ignored.
 *
 * @param text - base64 of the standard alphabet
 * @param isPadded - whether `=` must complete the last group of four, or is invalid
 * @returns a string in which each UTF-16 code unit is one byte; undefined if the text is invalid
 *
 * @example
 * ```ts
 * import { decodeBase64 } from '@kubesem/core/internal';
 *
 * decodeBase64('d2Vi', true) // => 'web'
 * decodeBase64('d2V', true) // => undefined
 * ```
 *
 * Source: Go 1.26 `encoding/base64`, `StdEncoding` and `RawStdEncoding`.
 */
export function decodeBase64(text: string, isPadded: boolean): string | undefined {
  let digits = text.replace(/[\r\n]/g, '');
  if (isPadded) {
    if (digits.length % 4 !== 0) {
      return undefined;
    }
    digits = digits.replace(/==?$/, '');
  }
  if (digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits)) {
    return undefined;
  }
  let bytes = '';
  for (let at = 0; at < digits.length; at += 4) {
    const count = Math.min(digits.length - at, 4);
    let bits = 0;
    for (let i = 0; i < 4; i++) {
      // After the end the character is empty, which indexOf finds at 0.
      bits = (bits << 6) | ALPHABET.indexOf(digits.charAt(at + i));
    }
    bytes += String.fromCharCode(bits >> 16, (bits >> 8) & 255, bits & 255).slice(0, count - 1);
  }
  return bytes;
}
