/** Bytes of a text in UTF-8; half of a surrogate pair counts as U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    bytes += character < '\x80' ? 1 : character < '\u0800' ? 2 : character.length + 2;
  }
  return bytes;
}
