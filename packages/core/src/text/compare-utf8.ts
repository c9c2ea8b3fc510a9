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
 * import { compareUtf8 } from '@kubesem/core';
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
