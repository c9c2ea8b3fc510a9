import { expandReferences, wellFormed } from '@kubesem/core/internal';

/** Values by name. */
export interface Variables {
  /** The value of one variable. */
  readonly [name: string]: string;
}

/**
 * Replaces each `$(NAME)` in a text by the value of this variable.
 *
 * A reference without a value stays as written. `$$` becomes `$`, so `$$(NAME)` becomes `$(NAME)`. References do not nest, and
 * values are not expanded again.
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
 * Source: as `expandReferences` of `@kubesem/core`.
 */
export function expandVariables(text: string, variables: Variables): string {
  return expandReferences(wellFormed(text), (name) => own(variables, name));
}

/** The value of a variable, but not what an object inherits; undefined if no variable has this name. */
function own(variables: Variables, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(variables, name) ? variables[name] : undefined;
}
