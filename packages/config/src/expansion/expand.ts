import { wellFormed } from '@kubesem/core';

/** Values by name. */
export interface Variables {
  /** The value of one variable. */
  readonly [name: string]: string;
}

/** A part of a text with references. */
export interface ExpansionPart {
  /** Index of the first character in the text. */
  readonly offset: number;
  /** The characters as written. */
  readonly text: string;
  /** The name in `$(NAME)`; absent if the part is no reference. */
  readonly name?: string | undefined;
  /** What stands there after the expansion. */
  readonly value: string;
}

/**
 * Replaces each `$(NAME)` in a text by the value of this variable.
 *
 * A name without a value stays as written. `$$` is `$`, so `$$(NAME)` is `$(NAME)`. References do not nest, and values
 * are not expanded again.
 *
 * @param text - the text, such as an argument of a container
 * @param variables - the values by name
 * @returns the text with the values
 *
 * @example
 * ```ts
 * import { expandVariables } from '@kubesem/config';
 *
 * expandVariables('http://$(HOST):80', { HOST: 'web' }) // => 'http://web:80'
 * expandVariables('$(MISSING) $$(HOST)', { HOST: 'web' }) // => '$(MISSING) $(HOST)'
 * ```
 *
 * Source: `k8s.io/kubernetes/third_party/forked/golang/expansion` v1.37.1, `Expand`.
 */
export function expandVariables(text: string, variables: Variables): string {
  return expand(wellFormed(text), (name) => own(variables, name));
}

/**
 * Explains how `expandVariables` replaces each part of a text.
 *
 * @param text - the text
 * @param variables - the values by name
 * @returns the parts in their order: references, escapes and the text between them
 *
 * @example
 * ```ts
 * import { explainExpansion } from '@kubesem/config';
 *
 * explainExpansion('$(HOST):80', { HOST: 'web' }) // => [
 * //   { offset: 0, text: '$(HOST)', name: 'HOST', value: 'web' },
 * //   { offset: 7, text: ':80', value: ':80' },
 * // ]
 * ```
 *
 * Source: as `expandVariables`.
 */
export function explainExpansion(text: string, variables: Variables): readonly ExpansionPart[] {
  return expansionParts(wellFormed(text), (name) => own(variables, name));
}

/** The value of a variable; undefined if there is none. A lookup of an inherited name finds nothing. */
function own(variables: Variables, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(variables, name) ? variables[name] : undefined;
}

/** Replaces the references of a text by what a lookup finds. */
export function expand(text: string, lookup: (name: string) => string | undefined): string {
  return text.includes('$')
    ? expansionParts(text, lookup)
        .map(({ value }) => value)
        .join('')
    : text;
}

function expansionParts(
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
