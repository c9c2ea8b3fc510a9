import { PRINTABLE } from './printable-table.js';

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
 * import { goQuote } from '@kubesem/core/internal';
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

let bounds: readonly number[] | undefined;

/**
 * Reports whether Go prints a character as it is. Engines know other versions of Unicode.
 *
 * Source: Go's `strconv.IsPrint`, of Unicode 15.0.0.
 */
function isPrintable(code: number): boolean {
  bounds ??= readBounds();
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as number) <= code) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // Characters after the first, third, … bound are printed.
  return low % 2 === 1;
}

function readBounds(): readonly number[] {
  let bound = 0;
  return PRINTABLE.split(' ').map((distance) => {
    bound += Number.parseInt(distance, 36);
    return bound;
  });
}
