/**
 * Counts the bytes of a string in UTF-8, as Kubernetes counts the lengths of names.
 *
 * @param text - the text; a lone surrogate counts as U+FFFD, 3 bytes
 * @returns the number of bytes
 *
 * @example
 * ```ts
 * import { utf8Length } from '@kubesem/core';
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
