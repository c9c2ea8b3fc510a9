// Reads the spec of a budget.
import {
  childPath,
  INT32_RANGE,
  type IntOrPercent,
  type LabelSelector,
  objectOf,
  type Pod,
  type PodDisruptionBudget,
  type PodDisruptionBudgetSpec,
  readInteger,
  readObject,
} from '@kubesem/core';
import {
  type LabelRequirement,
  labelSelectorRequirements,
  matchesLabelSelector,
} from '@kubesem/selectors';

/** The spec of a budget; throws if it has the wrong type. */
export function readSpec(pdb: PodDisruptionBudget): PodDisruptionBudgetSpec {
  return (
    readObject<PodDisruptionBudgetSpec>(objectOf(pdb).spec, childPath(undefined, 'spec')) ?? {}
  );
}

/** The requirements of the selector, or why there are none. */
export interface ReadSelector {
  /** Undefined if it selects nothing. */
  readonly requirements: readonly LabelRequirement[] | undefined;
  /** What is wrong with it. */
  readonly failure?: string;
}

/** Reads the selector of a budget: absent, it selects nothing. */
export function readSelector({ selector }: PodDisruptionBudgetSpec): ReadSelector {
  const path = childPath(childPath(undefined, 'spec'), 'selector');
  const object = readObject<LabelSelector>(selector, path);
  try {
    return { requirements: object && labelSelectorRequirements(object) };
  } catch (error) {
    return { requirements: undefined, failure: (error as Error).message };
  }
}

/** Whether requirements select a Pod. Labels of the wrong type select nothing. */
export function isSelected(
  requirements: readonly LabelRequirement[] | undefined,
  { metadata }: Pod,
): boolean {
  try {
    return matchesLabelSelector(requirements, objectOf(metadata).labels);
  } catch {
    return false;
  }
}

/** The field that counts, and its value. */
export interface BudgetLimits {
  readonly field: 'maxUnavailable' | 'minAvailable' | undefined;
  readonly value: IntOrPercent;
}

/** Reads the limits of a budget: `maxUnavailable` counts first. */
export function readLimits(spec: PodDisruptionBudgetSpec): BudgetLimits {
  for (const field of ['maxUnavailable', 'minAvailable'] as const) {
    const value = spec[field];
    if (value !== undefined && value !== null) {
      const path = childPath(childPath(undefined, 'spec'), field);
      return {
        field,
        value: typeof value === 'string' ? value : (readInteger(value, path, INT32_RANGE) ?? 0),
      };
    }
  }
  return { field: undefined, value: 0 };
}
