import { isPrintable } from './printable.js';

const ESCAPES: { readonly [character: string]: string } = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * Quotes a text as Go prints strings (`%q`).
 *
 * @param text - the text; lone surrogates are escaped
 * @returns the text in double quotes; control characters and others that Go does not print are escaped
 *
 * @example
 * ```ts
 * import { goQuote } from '@kubesem/core';
 *
 * goQuote('a "b"\n') // => '"a \\"b\\"\\n"'
 * ```
 *
 * Source: Go's `strconv.Quote`. It prints the characters of Unicode 15.0.0.
 */
export function goQuote(text: string): string {
  const escaped = text.replace(/["\\]|[^ -~]/gu, (character) => {
    const code = character.codePointAt(0) as number;
    if (code > 0x7e && isPrintable(code)) {
      return character;
    }
    const hex = code.toString(16);
    return (
      ESCAPES[character] ??
      (code < 0x80
        ? `\\x${hex.padStart(2, '0')}`
        : code < 0x10000
          ? `\\u${hex.padStart(4, '0')}`
          : `\\U${hex.padStart(8, '0')}`)
    );
  });
  return `"${escaped}"`;
}
