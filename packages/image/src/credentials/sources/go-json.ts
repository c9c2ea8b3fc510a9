import { fromByteString, runeSize, wellFormed } from './byte-string.js';

/** Formats a string as JSON like Go, which escapes characters that are special in HTML. */
export function goJson(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats a byte string as JSON like Go, which escapes U+FFFD only if it replaces a byte that is not UTF-8. */
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

/** Formats the fields of an object as JSON like Go, without empty fields. */
export function goJsonObject(
  fields: { readonly [name: string]: string },
  format: (value: string) => string = goJson,
): string {
  const members = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `"${name}":${format(value)}`);
  return `{${members.join()}}`;
}
