/**
 * Replaces each `$(NAME)` in a text by what a lookup finds for the name.
 *
 * @param text - the text; a byte string gives a byte string
 * @param lookup - returns the value of a name; undefined leaves the reference as it is
 * @returns the text with the values
 *
 * @example
 * ```ts
 * import { expandReferences } from '@kubesem/core/internal';
 *
 * expandReferences('$(A) $$(A) $(B)', (name) => (name === 'A' ? 'a' : undefined)) // => 'a $(A) $(B)'
 * ```
 *
 * Source: `k8s.io/kubernetes/third_party/forked/golang/expansion` v1.37.1, `Expand`.
 */
export function expandReferences(
  text: string,
  lookup: (name: string) => string | undefined,
): string {
  let expanded = '';
  let end = 0;
  // No reference ends after it, so none is searched for: that would take quadratic time.
  const lastCloser = text.lastIndexOf(')');
  for (let at = text.indexOf('$'); at !== -1; at = text.indexOf('$', at)) {
    const isReference = text[at + 1] === '(' && at < lastCloser;
    if (!isReference && text[at + 1] !== '$') {
      at++;
      continue;
    }
    const next = isReference ? text.indexOf(')', at) + 1 : at + 2;
    const written = text.slice(at, next);
    const value = isReference ? (lookup(written.slice(2, -1)) ?? written) : '$';
    expanded += text.slice(end, at) + value;
    at = next;
    end = next;
  }
  return expanded + text.slice(end);
}
