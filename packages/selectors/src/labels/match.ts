import { fieldPath, type LabelSelector, type StringMap } from '@kubesem/core';
import { raise, wrongType } from '@kubesem/core/internal';
import { labelSelectorRequirements } from './label-selector.js';
import {
  formatRequirement,
  isMetBy,
  type LabelRequirement,
  labelValue,
  readLabels,
} from './requirement.js';

/**
 * A label selector in any form but text.
 *
 * - absent or `null`: selects nothing
 * - `{}`, or a `LabelSelector` without requirements: selects everything
 * - requirements: select what meets all of them; an empty list selects everything
 *
 * The selector of a Service is another type; see {@link matchesServiceSelector}.
 */
export type LabelSelectorInput = LabelSelector | readonly LabelRequirement[] | null | undefined;

/** The requirements of a selector; undefined if it selects nothing. */
function requirementsOf(selector: LabelSelectorInput): readonly LabelRequirement[] | undefined {
  if (selector === null || selector === undefined) {
    return undefined;
  }
  return isList(selector) ? checked(selector) : labelSelectorRequirements(selector);
}

/** The list itself: a selector of an untrusted object can be a list of anything. */
function checked(requirements: readonly LabelRequirement[]): readonly LabelRequirement[] {
  requirements.forEach((each, index) => {
    if (typeof each?.key !== 'string' || !Array.isArray(each.values)) {
      raise(wrongType(each, fieldPath(index), 'a label requirement'));
    }
  });
  return requirements;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(
  selector: LabelSelector | readonly LabelRequirement[],
): selector is readonly LabelRequirement[] {
  return Array.isArray(selector);
}

/**
 * Reports whether a label selector selects an object.
 *
 * An object without a label matches `!=` and `notin`. `<` and `>` compare integers of 64 bits; no other value matches.
 * To compare many objects with a `LabelSelector`, turn it into requirements once, with {@link labelSelectorRequirements}.
 *
 * @param selector - a `LabelSelector`, or requirements; an absent selector selects nothing, an empty one everything
 * @param labels - the labels of the object
 * @returns whether the labels meet all requirements
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the labels are not a map of strings, or a
 *   field of the selector has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of {@link labelSelectorRequirements} if the selector
 *   is invalid
 *
 * @example
 * ```ts
 * import { matchesLabelSelector, parseLabelSelector } from '@kubesem/selectors';
 *
 * const requirements = parseLabelSelector('app=web,tier!=cache');
 * matchesLabelSelector(requirements, { app: 'web' }) // => true
 * matchesLabelSelector(requirements, { app: 'web', tier: 'cache' }) // => false
 *
 * matchesLabelSelector({ matchLabels: { app: 'web' } }, { app: 'web' }) // => true
 * matchesLabelSelector({}, { app: 'web' }) // => true
 * matchesLabelSelector(undefined, { app: 'web' }) // => false
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Selector.Matches`.
 */
export function matchesLabelSelector(
  selector: LabelSelectorInput,
  labels: StringMap | null | undefined,
): boolean {
  const requirements = requirementsOf(selector);
  if (requirements === undefined) {
    return false;
  }
  const present = readLabels(labels);
  for (const requirement of requirements) {
    if (!isMetBy(requirement, labelValue(present, requirement.key))) {
      return false;
    }
  }
  return true;
}

/** Whether one requirement of a label selector is met, and why. */
export interface RequirementMatch {
  /** The requirement. */
  readonly requirement: LabelRequirement;
  /** The requirement as text, such as `tier in (back,front)`. */
  readonly selector: string;
  /** The value of the label; absent if the object has no such label. */
  readonly value?: string | undefined;
  /** Whether the requirement is met. */
  readonly matches: boolean;
  /** The reason in English, such as `label tier is "cache", not one of "back", "front"`. */
  readonly text: string;
}

/** Whether a label selector selects an object, and why. */
export interface LabelMatchExplanation {
  /** Whether the object is selected. */
  readonly matches: boolean;
  /**
   * The rule that decides.
   *
   * - `NO_SELECTOR`: an absent selector selects nothing
   * - `EMPTY_SELECTOR`: an empty selector selects everything
   * - `REQUIREMENTS`: all requirements must be met
   */
  readonly rule: 'NO_SELECTOR' | 'EMPTY_SELECTOR' | 'REQUIREMENTS';
  /** All requirements, met or not. */
  readonly requirements: readonly RequirementMatch[];
  /** The reason in English: the first requirement that is not met, or else all of them. */
  readonly text: string;
}

/**
 * Explains why a label selector selects an object, or why not.
 *
 * @param selector - a `LabelSelector`, or requirements; an absent selector selects nothing, an empty one everything. For a
 *   Service, pass the result of {@link serviceSelectorRequirements}
 * @param labels - the labels of the object
 * @returns the answer of {@link matchesLabelSelector}, with each requirement and the value that was compared
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the labels are not a map of strings, or a
 *   field of the selector has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of {@link labelSelectorRequirements} if the selector
 *   is invalid
 *
 * @example
 * ```ts
 * import { explainLabelMatch, parseLabelSelector } from '@kubesem/selectors';
 *
 * const requirements = parseLabelSelector('app=web,tier in (front,back)');
 * const { matches, text } = explainLabelMatch(requirements, { app: 'web', tier: 'cache' });
 * matches // => false
 * text // => 'label tier is "cache", not one of "back", "front"'
 * explainLabelMatch(undefined, {}).rule // => 'NO_SELECTOR'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Requirement.Matches`.
 */
export function explainLabelMatch(
  selector: LabelSelectorInput,
  labels: StringMap | null | undefined,
): LabelMatchExplanation {
  const requirements = requirementsOf(selector);
  const present = readLabels(labels);
  if (requirements === undefined) {
    const text = 'there is no selector, which selects nothing';
    return { matches: false, rule: 'NO_SELECTOR', requirements: [], text };
  }
  if (requirements.length === 0) {
    const text = 'the selector is empty, which selects everything';
    return { matches: true, rule: 'EMPTY_SELECTOR', requirements: [], text };
  }
  const results = requirements.map((each) => explain(each, labelValue(present, each.key)));
  const failed = results.find(({ matches }) => !matches);
  return {
    matches: failed === undefined,
    rule: 'REQUIREMENTS',
    requirements: results,
    text: failed?.text ?? results.map(({ text }) => text).join('; '),
  };
}

function explain(requirement: LabelRequirement, value: string | undefined): RequirementMatch {
  const matches = isMetBy(requirement, value);
  const found = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  return {
    requirement,
    selector: formatRequirement(requirement),
    ...(value !== undefined && { value }),
    matches,
    text: `label ${requirement.key} ${found}${expectation(requirement, matches, value)}`,
  };
}

/** What a label must be, or must not be; empty if its presence decides. */
function expectation(
  { operator, values }: LabelRequirement,
  matches: boolean,
  value: string | undefined,
): string {
  const listed = values.map((each) => JSON.stringify(each)).join(', ');
  const oneOf = values.length === 1 ? listed : `one of ${listed}`;
  switch (operator) {
    case 'exists':
      return '';
    case '!':
      return matches ? '' : '; it must be missing';
    case '!=':
    case 'notin':
      return matches ? `, not ${oneOf}` : `; it must not be ${oneOf}`;
    case '<':
    case '>': {
      const bound = `${operator === '<' ? 'less' : 'greater'} than ${values[0]}`;
      return matches ? `, ${bound}` : `; it must be an integer ${bound}`;
    }
    default:
      if (matches) {
        return values.length === 1 ? '' : `, ${oneOf}`;
      }
      return value === undefined ? `; it must be ${oneOf}` : `, not ${oneOf}`;
  }
}
