import { wellFormed } from './byte-string.js';

/** Formats a string as JSON like Go, which escapes characters that are special in HTML. */
export function goJson(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats the fields of an object as JSON like Go, without empty fields. */
export function goJsonObject(fields: { readonly [name: string]: string }): string {
  const members = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `"${name}":${goJson(value)}`);
  return `{${members.join()}}`;
}
