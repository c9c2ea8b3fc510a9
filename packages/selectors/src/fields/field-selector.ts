// Field selectors as text. Source: `k8s.io/apimachinery/pkg/fields` v0.37.1.
import { KubesemError, type Result, type StringMap } from '@kubesem/core';
import { compareUtf8, displayText, raise, wrongType } from '@kubesem/core/internal';

/**
 * One requirement of a field selector: a field has a value, or does not have that value.
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, type `Requirement`.
 */
export interface FieldRequirement {
  /** The field, such as `metadata.name`. */
  readonly field: string;
  /** `=` or `!=`; `==` is read as `=`. */
  readonly operator: '=' | '!=';
  /** The value, without escapes. */
  readonly value: string;
}

/**
 * Why a text is not a field selector.
 *
 * - `INVALID_TYPE`: it is not a string
 * - `MISSING_OPERATOR`: a requirement has no `=`, `==` or `!=`
 * - `INVALID_ESCAPE`: a backslash in a value is not followed by a backslash, a comma or `=`
 * - `UNESCAPED_CHARACTER`: a value has an `=` without a backslash
 */
export type FieldSelectorErrorCode =
  | 'INVALID_TYPE'
  | 'MISSING_OPERATOR'
  | 'INVALID_ESCAPE'
  | 'UNESCAPED_CHARACTER';

/** A requirement as text, and where it starts. */
interface Term {
  readonly text: string;
  readonly offset: number;
}

/** Splits at commas without a backslash before them. */
function splitTerms(selector: string): Term[] {
  const terms: Term[] = [];
  let offset = 0;
  for (let i = 0; i < selector.length; i++) {
    if (selector[i] === '\\') {
      i++;
    } else if (selector[i] === ',') {
      terms.push({ text: selector.slice(offset, i), offset });
      offset = i + 1;
    }
  }
  return [...terms, { text: selector.slice(offset), offset }];
}

function parseTerm({ text, offset }: Term): FieldRequirement {
  const at = text.search(/!?=/);
  if (at < 0) {
    const message = `"${displayText(text)}" has no operator; write field=value, field==value or field!=value`;
    throw new KubesemError({ code: 'MISSING_OPERATOR', message, input: text, offset });
  }
  const length = text[at] === '!' || text[at + 1] === '=' ? 2 : 1;
  return {
    field: text.slice(0, at),
    operator: text[at] === '!' ? '!=' : '=',
    value: unescapeValue(text.slice(at + length), offset + at + length),
  };
}

/** Removes the escapes of a value, which starts at `offset`. */
function unescapeValue(text: string, offset: number): string {
  const part = /[^\\,=]+|\\[\\,=]/y;
  let value = '';
  let end = 0;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    value += match[0].startsWith('\\') ? match[0].slice(1) : match[0];
    end = part.lastIndex;
  }
  if (end === text.length) {
    return value;
  }
  const isEscape = text[end] === '\\';
  const message = isEscape
    ? 'a backslash in a value must be followed by a backslash, a comma or ='
    : 'write \\= for an equals sign in a value';
  const code = isEscape ? 'INVALID_ESCAPE' : 'UNESCAPED_CHARACTER';
  throw new KubesemError({ code, message, input: text, offset: offset + end });
}

/**
 * Parses a field selector, as in a URL or after `kubectl get --field-selector`.
 *
 * Only the syntax is checked. {@link fieldSelectorProblems} finds fields that a kind does not have.
 *
 * @param selector - the selector, such as `metadata.name=web,status.phase!=Running`; commas separate requirements, and
 *   a backslash escapes `\`, `,` and `=` in values
 * @returns the requirements, sorted by their text as in Kubernetes, without those of an empty field and value (`=`);
 *   empty if the selector selects everything
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_TYPE` if the selector is not a string
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `MISSING_OPERATOR` if a requirement has no operator; the
 *   error has its offset
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_ESCAPE` if a value has another escape
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNESCAPED_CHARACTER` if a value has an `=` without a
 *   backslash
 *
 * @example
 * ```ts
 * import { parseFieldSelector } from '@kubesem/selectors';
 *
 * parseFieldSelector('status.phase!=Running,metadata.name=web') // => [
 * //   { field: 'metadata.name', operator: '=', value: 'web' },
 * //   { field: 'status.phase', operator: '!=', value: 'Running' },
 * // ]
 * parseFieldSelector('status.phase') // throws MISSING_OPERATOR
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `ParseSelector`.
 */
export function parseFieldSelector(selector: string): readonly FieldRequirement[] {
  if (typeof selector !== 'string') {
    raise(wrongType(selector, undefined, 'a string'));
  }
  return splitTerms(selector)
    .filter(({ text }) => text !== '')
    .sort((a, b) => compareUtf8(a.text, b.text))
    .map(parseTerm)
    .filter(({ field, value }) => field !== '' || value !== '');
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
 * const { error } = safeParseFieldSelector('metadata.name=a=b');
 * error?.code // => 'UNESCAPED_CHARACTER'
 * error?.offset // => 15
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `ParseSelector`.
 */
export function safeParseFieldSelector(
  selector: unknown,
): Result<readonly FieldRequirement[], KubesemError<FieldSelectorErrorCode>> {
  try {
    return { ok: true, value: parseFieldSelector(selector as string) };
  } catch (error) {
    return { ok: false, error: error as KubesemError<FieldSelectorErrorCode> };
  }
}

/**
 * Writes the requirements of a field selector as text, with escapes.
 *
 * @param requirements - the requirements
 * @returns the text, which {@link parseFieldSelector} can parse; empty if there are no requirements
 *
 * @example
 * ```ts
 * import { formatFieldSelector } from '@kubesem/selectors';
 *
 * formatFieldSelector([
 *   { field: 'metadata.name', operator: '=', value: 'web' },
 *   { field: 'reason', operator: '!=', value: 'a,b' },
 * ]) // => 'metadata.name=web,reason!=a\\,b'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `Selector.String` and `EscapeValue`.
 */
export function formatFieldSelector(requirements: readonly FieldRequirement[]): string {
  return requirements.map(formatFieldRequirement).join();
}

/** Writes one requirement. */
function formatFieldRequirement({ field, operator, value }: FieldRequirement): string {
  return field + operator + value.replace(/[\\,=]/g, '\\$&');
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

/**
 * Reports whether a field selector selects an object.
 *
 * A field that the object does not have is an empty string.
 *
 * @param requirements - the result of {@link parseFieldSelector}
 * @param fields - the fields of the object: the result of {@link selectableFields}
 * @returns whether the fields meet all requirements
 *
 * @example
 * ```ts
 * import { matchesFieldSelector, parseFieldSelector, selectableFields } from '@kubesem/selectors';
 *
 * const requirements = parseFieldSelector('spec.nodeName=,status.phase!=Running');
 * const pod = { apiVersion: 'v1', kind: 'Pod', status: { phase: 'Pending' } };
 * matchesFieldSelector(requirements, selectableFields(pod)) // => true
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `Selector.Matches`.
 */
export function matchesFieldSelector(
  requirements: readonly FieldRequirement[],
  fields: StringMap,
): boolean {
  return requirements.every((each) => isMetBy(each, fieldValue(fields, each.field)));
}

/** The value of a field; empty if there is none. */
function fieldValue(fields: StringMap, field: string): string {
  const isPresent = Object.prototype.hasOwnProperty.call(fields, field);
  return isPresent ? (fields[field] ?? '') : '';
}

/** Whether the value of a field meets a requirement. */
export function isMetBy({ operator, value }: FieldRequirement, found: string): boolean {
  return (found === value) === (operator === '=');
}

/** Whether one requirement of a field selector is met, and why. */
export interface FieldRequirementMatch {
  /** The requirement. */
  readonly requirement: FieldRequirement;
  /** The requirement as text, such as `spec.nodeName!=node-1`. */
  readonly selector: string;
  /** The value of the field; empty if the object does not have it. */
  readonly value: string;
  /** Whether the requirement is met. */
  readonly matches: boolean;
  /** The reason in English, such as `field status.phase is "Pending", not "Running"`. */
  readonly text: string;
}

/** Whether a field selector selects an object, and why. */
export interface FieldMatchExplanation {
  /** Whether the object is selected. */
  readonly matches: boolean;
  /** All requirements, met or not; an empty selector has none and selects everything. */
  readonly requirements: readonly FieldRequirementMatch[];
  /** The reason in English: the first requirement that is not met, or else all of them. */
  readonly text: string;
}

/**
 * Explains why a field selector selects an object, or why not.
 *
 * @param requirements - the result of {@link parseFieldSelector}
 * @param fields - the fields of the object: the result of {@link selectableFields}
 * @returns the answer of {@link matchesFieldSelector}, with each requirement and the value that was compared
 *
 * @example
 * ```ts
 * import { explainFieldMatch, parseFieldSelector } from '@kubesem/selectors';
 *
 * const requirements = parseFieldSelector('status.phase=Running');
 * explainFieldMatch(requirements, { 'status.phase': 'Pending' }).text // => 'field status.phase is "Pending", not "Running"'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/fields` v0.37.1, `Selector.Matches`.
 */
export function explainFieldMatch(
  requirements: readonly FieldRequirement[],
  fields: StringMap,
): FieldMatchExplanation {
  const results = requirements.map((requirement): FieldRequirementMatch => {
    const value = fieldValue(fields, requirement.field);
    const matches = isMetBy(requirement, value);
    const wanted = JSON.stringify(requirement.value);
    const isEqual = value === requirement.value;
    const difference = isEqual ? (matches ? '' : `; it must not be ${wanted}`) : `, not ${wanted}`;
    return {
      requirement,
      selector: formatFieldRequirement(requirement),
      value,
      matches,
      text: `field ${requirement.field} is ${JSON.stringify(value)}${difference}`,
    };
  });
  const failed = results.find(({ matches }) => !matches);
  return {
    matches: failed === undefined,
    requirements: results,
    text:
      failed?.text ??
      (results.map(({ text }) => text).join('; ') ||
        'the selector is empty, which selects everything'),
  };
}
