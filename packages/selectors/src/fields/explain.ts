import type { StringMap } from '@kubesem/core';
import {
  type FieldRequirement,
  fieldValue,
  formatFieldRequirement,
  isMetBy,
} from './field-selector.js';

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
