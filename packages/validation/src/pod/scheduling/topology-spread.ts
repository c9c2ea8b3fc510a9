// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { PodSpec } from '@kubesem/core';
import { type Fields, writtenPath } from '@kubesem/core/internal';
import { checkLabelSelector } from '../../rules/labels.js';
import { checkLabelKeys, type LabelKeys, type PodLabels, withPodLabels } from './label-keys.js';

/** What is read of a topology spread constraint. Source: `k8s.io/api/core/v1` v0.37.1. */
interface TopologySpreadConstraint extends Omit<LabelKeys, 'mismatchLabelKeys'> {
  readonly maxSkew?: number | null | undefined;
  readonly topologyKey?: string | null | undefined;
  readonly whenUnsatisfiable?: string | null | undefined;
  readonly minDomains?: number | null | undefined;
  readonly nodeAffinityPolicy?: string | null | undefined;
  readonly nodeTaintsPolicy?: string | null | undefined;
}

/** Checks the topology spread constraints of a Pod. Source: `validateTopologySpreadConstraints`, as above. */
export function checkTopologySpread(spec: Fields<PodSpec>, labels: PodLabels): void {
  const constraints = spec.objects(
    'topologySpreadConstraints',
  ) as readonly Fields<TopologySpreadConstraint>[];
  const lastIndexes = new Map(constraints.map((constraint, index) => [pairOf(constraint), index]));
  constraints.forEach((constraint, index) => {
    checkConstraint(constraint, lastIndexes.get(pairOf(constraint)) !== index);
    const selector = withPodLabels(constraint, labels);
    checkLabelKeys(constraint, selector);
    checkLabelSelector(selector);
  });
}

/** There can be only one constraint with the same values of these. */
function pairOf(constraint: Fields<TopologySpreadConstraint>): string {
  return `{${constraint.text('topologyKey')}, ${constraint.text('whenUnsatisfiable')}}`;
}

function checkConstraint(
  constraint: Fields<TopologySpreadConstraint>,
  isRepeatedLater: boolean,
): void {
  checkPositive(constraint, 'maxSkew', constraint.integer('maxSkew') ?? 0);
  if (constraint.text('topologyKey') === '') {
    constraint.required('topologyKey', 'can not be empty');
  }
  const action = constraint.text('whenUnsatisfiable');
  constraint.supported('whenUnsatisfiable', action, ['DoNotSchedule', 'ScheduleAnyway']);
  if (isRepeatedLater) {
    const written = '.{topologyKey, whenUnsatisfiable}';
    const path = writtenPath(constraint.path, 'topologyKey', written);
    constraint.duplicate(path, pairOf(constraint));
  }
  const minDomains = constraint.integer('minDomains');
  if (minDomains !== undefined) {
    checkPositive(constraint, 'minDomains', minDomains);
    if (action !== 'DoNotSchedule') {
      const message = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
      constraint.invalid('minDomains', message, minDomains);
    }
  }
  for (const field of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
    const policy = constraint.optionalText(field);
    if (policy !== undefined) {
      constraint.supported(field, policy, ['Honor', 'Ignore']);
    }
  }
}

function checkPositive(
  constraint: Fields<TopologySpreadConstraint>,
  field: 'maxSkew' | 'minDomains',
  value: number,
): void {
  if (value <= 0) {
    constraint.invalid(field, 'must be greater than zero', value);
  }
}
