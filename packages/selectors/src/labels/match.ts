import { fieldPath, type LabelSelector, raise, type StringMap, wrongType } from '@kubesem/core';
import { labelSelectorRequirements } from './label-selector.js';
import { isMetBy, type LabelRequirement, labelValue, readLabels } from './requirement.js';

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
export function requirementsOf(
  selector: LabelSelectorInput,
): readonly LabelRequirement[] | undefined {
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
