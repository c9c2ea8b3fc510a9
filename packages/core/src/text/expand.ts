/** A part of a text with references. */
export interface ExpansionPart {
  /** Index of the first character in the text. */
  readonly offset: number;
  /** The characters as written. */
  readonly text: string;
  /** The name in `$(NAME)`; absent if the part is not a reference. */
  readonly name?: string | undefined;
  /** What it becomes. */
  readonly value: string;
}

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
  return text.includes('$')
    ? expansionParts(text, lookup)
        .map(({ value }) => value)
        .join('')
    : text;
}

/**
 * Explains how `expandReferences` replaces each part of a text.
 *
 * @param text - the text
 * @param lookup - returns the value of a name; undefined leaves the reference as it is
 * @returns the parts in their order: references, escapes and the text between them
 *
 * @example
 * ```ts
 * import { expansionParts } from '@kubesem/core/internal';
 *
 * expansionParts('$(A):80', () => 'a') // => [
 * //   { offset: 0, text: '$(A)', name: 'A', value: 'a' },
 * //   { offset: 4, text: ':80', value: ':80' },
 * // ]
 * ```
 *
 * Source: as `expandReferences`.
 */
export function expansionParts(
  text: string,
  lookup: (name: string) => string | undefined,
): readonly ExpansionPart[] {
  const parts: ExpansionPart[] = [];
  let partEnd = 0;
  const plainUntil = (end: number): void => {
    if (end > partEnd) {
      const plain = text.slice(partEnd, end);
      parts.push({ offset: partEnd, text: plain, value: plain });
    }
  };
  // No reference ends after it, so none is searched for: that would take quadratic time.
  const lastCloser = text.lastIndexOf(')');
  for (let at = text.indexOf('$'); at !== -1; at = text.indexOf('$', at)) {
    const isReference = text[at + 1] === '(' && at < lastCloser;
    if (!isReference && text[at + 1] !== '$') {
      at++;
      continue;
    }
    plainUntil(at);
    const offset = at;
    at = isReference ? text.indexOf(')', at) + 1 : at + 2;
    partEnd = at;
    const written = text.slice(offset, at);
    const name = written.slice(2, -1);
    parts.push(
      isReference
        ? { offset, text: written, name, value: lookup(name) ?? written }
        : { offset, text: written, value: '$' },
    );
  }
  plainUntil(text.length);
  return parts;
}
