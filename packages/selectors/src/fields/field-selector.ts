// Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `ParseSelector`.
import { compareUtf8, KubesemError, type Result } from '@kubesem/core';

/**
 * One requirement of a field selector: a field has a value, or does not have that value.
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `Requirement`.
 */
export interface FieldRequirement {
  /** The field, such as `metadata.name`. */
  readonly field: string;
  /** `=` or `!=`; `==` is read as `=`. */
  readonly operator: '=' | '!=';
  /** The value, without escapes. */
  readonly value: string;
}

/** Splits at commas without a backslash before them. */
function splitTerms(selector: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < selector.length; i++) {
    if (selector[i] === '\\') {
      i++;
    } else if (selector[i] === ',') {
      terms.push(selector.slice(start, i));
      start = i + 1;
    }
  }
  terms.push(selector.slice(start));
  return terms;
}

/** Removes the escapes `\\`, `\,` and `\=` from a value; undefined if it has others, or an `=` without escape. */
function unescapeValue(value: string): string | undefined {
  if (/^(?:[^\\,=]|\\[\\,=])*$/.test(value)) {
    return value.replace(/\\(.)/g, '$1');
  }
  return undefined;
}

function parseTerm(term: string): FieldRequirement | undefined {
  const match = /^((?:(?!!=|=).)*)(!=|==|=)(.*)/s.exec(term);
  if (match === null) {
    return undefined;
  }
  const [, field = '', operator, rawValue = ''] = match;
  const value = unescapeValue(rawValue);
  return value === undefined
    ? undefined
    : { field, operator: operator === '!=' ? '!=' : '=', value };
}

/**
 * Parses a field selector.
 *
 * @param selector - the selector, such as `metadata.name=web,status.phase!=Running`; commas separate requirements, and
 *   a backslash escapes `\`, `,` and `=` in values
 * @returns the requirements, sorted by their text as in Kubernetes, without those of an empty field and value (`=`);
 *   empty if the selector selects everything
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_FIELD_SELECTOR` if the selector is not a
 *   string, a requirement has no operator, or its value has an invalid escape
 *
 * @example
 * ```ts
 * import { parseFieldSelector } from '@kubesem/selectors';
 *
 * parseFieldSelector('status.phase!=Running,metadata.name=web') // => [
 * //   { field: 'metadata.name', operator: '=', value: 'web' },
 * //   { field: 'status.phase', operator: '!=', value: 'Running' },
 * // ]
 * parseFieldSelector('status.phase') // throws INVALID_FIELD_SELECTOR
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `ParseSelector`.
 */
export function parseFieldSelector(selector: string): readonly FieldRequirement[] {
  const { error, value } = safeParseFieldSelector(selector);
  if (error !== undefined) {
    throw error;
  }
  return value;
}

/**
 * Parses a field selector that may be invalid.
 *
 * @param selector - the selector, or anything else; see {@link parseFieldSelector}
 * @returns the requirements, or the error
 *
 * @example
 * ```ts
 * import { safeParseFieldSelector } from '@kubesem/selectors';
 *
 * safeParseFieldSelector('metadata.name=web').value?.length // => 1
 * safeParseFieldSelector('metadata.name=a=b').error?.code // => 'INVALID_FIELD_SELECTOR'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `ParseSelector`.
 */
export function safeParseFieldSelector(
  selector: unknown,
): Result<readonly FieldRequirement[], KubesemError<'INVALID_FIELD_SELECTOR'>> {
  const fail = (message: string) => {
    const code = 'INVALID_FIELD_SELECTOR';
    return { ok: false, error: new KubesemError({ code, message, input: selector }) } as const;
  };
  if (typeof selector !== 'string') {
    return fail('expected a string');
  }
  const value: FieldRequirement[] = [];
  for (const term of splitTerms(selector).sort(compareUtf8)) {
    if (term === '') {
      continue;
    }
    const requirement = parseTerm(term);
    if (requirement === undefined) {
      const shown = term.length > 80 ? `${term.slice(0, 80)}…` : term;
      return fail(`"${shown}" must be field=value, field==value or field!=value`);
    }
    if (requirement.field !== '' || requirement.value !== '') {
      value.push(requirement);
    }
  }
  return { ok: true, value };
}

/**
 * Finds the value that a field must have.
 *
 * @param requirements - the result of {@link parseFieldSelector}
 * @param field - the field
 * @returns the value of the first requirement with `=`; undefined if there is none
 *
 * @example
 * ```ts
 * import { parseFieldSelector, requiredFieldValue } from '@kubesem/selectors';
 *
 * const requirements = parseFieldSelector('spec.nodeName=node-1,metadata.namespace!=test');
 * requiredFieldValue(requirements, 'spec.nodeName') // => 'node-1'
 * requiredFieldValue(requirements, 'metadata.namespace') // => undefined
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `Selector.RequiresExactMatch`.
 */
export function requiredFieldValue(
  requirements: readonly FieldRequirement[],
  field: string,
): string | undefined {
  return requirements.find((each) => each.field === field && each.operator === '=')?.value;
}
