// Reads the spec of a budget.
import {
  type IntOrPercent,
  type Pod,
  type PodDisruptionBudget,
  type PodDisruptionBudgetSpec,
} from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import {
  type LabelRequirement,
  labelSelectorRequirements,
  matchesLabelSelector,
} from '@kubesem/selectors';

/** The spec of a budget; throws if it, or a field that is read, has the wrong type. */
export function readSpec(pdb: PodDisruptionBudget): Fields<PodDisruptionBudgetSpec> {
  return fields(pdb, THROW).at('spec');
}

/** The requirements of the selector, or why there are none. */
export interface ReadSelector {
  /** Undefined if it selects nothing. */
  readonly requirements: readonly LabelRequirement[] | undefined;
  /** What is wrong with it. */
  readonly failure?: string;
}

/** Reads the selector of a budget: absent, it selects nothing. */
export function readSelector(spec: Fields<PodDisruptionBudgetSpec>): ReadSelector {
  const { value, isPresent } = spec.at('selector');
  try {
    return { requirements: isPresent ? labelSelectorRequirements(value) : undefined };
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
    return matchesLabelSelector(requirements, metadata?.labels);
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
export function readLimits(spec: Fields<PodDisruptionBudgetSpec>): BudgetLimits {
  for (const field of ['maxUnavailable', 'minAvailable'] as const) {
    const value = spec.raw(field);
    if (value !== undefined) {
      return { field, value: typeof value === 'string' ? value : (spec.integer(field) ?? 0) };
    }
  }
  return { field: undefined, value: 0 };
}
