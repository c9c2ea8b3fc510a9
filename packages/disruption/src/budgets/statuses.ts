import { type PodDisruptionBudget, type PodDisruptionBudgetStatus } from '@kubesem/core';
import { ABSENT, fields, madeOf } from '@kubesem/core/internal';
import type { DisruptionCluster } from '../cluster.js';
import { controllersOf } from './controllers.js';
import { controllerDuplicates } from './duplicate-uids.js';
import type { PdbStatusExplanation } from './explanation.js';
import { podsByBudget } from './selected.js';
import {
  type EvaluatedBudget,
  evaluateBudget,
  explanationOf,
  type PdbStatusOptions,
} from './status.js';

/**
 * Computes the statuses of many PodDisruptionBudgets, without comparing each Pod with each budget.
 *
 * @param pdbs - the budgets as they are stored; they are not changed
 * @param cluster - Pods and their controllers
 * @param options - the current time
 * @returns the result of {@link pdbStatus} for each budget, in their order
 * @throws the errors of {@link pdbStatus}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the selector, `minAvailable` or `maxUnavailable` has the
 *   wrong type
 *
 * @example
 * ```ts
 * import { pdbStatuses } from '@kubesem/disruption';
 *
 * const pod = (app: string) => ({ metadata: { name: app, labels: { app } } });
 * const pdb = (app: string) => ({ spec: { minAvailable: 1, selector: { matchLabels: { app } } } });
 * const pods = [pod('web'), pod('api')];
 * const statuses = pdbStatuses([pdb('web'), pdb('db')], { pods }, { now: '2026-01-01T00:00:00Z' });
 * statuses.map((status) => status?.expectedPods) // => [1, 0]
 * ```
 *
 * Source: as {@link pdbStatus}.
 */
export function pdbStatuses(
  pdbs: readonly PodDisruptionBudget[],
  cluster: DisruptionCluster,
  options: PdbStatusOptions,
): readonly (PodDisruptionBudgetStatus | undefined)[] {
  return evaluatedBudgets(pdbs, cluster, options).map(({ status }) => status);
}

/**
 * Computes the statuses as {@link pdbStatuses} does, and explains them.
 *
 * @param pdbs - the budgets as they are stored; they are not changed
 * @param cluster - Pods and their controllers
 * @param options - the current time
 * @returns the result of {@link explainPdbStatus} for each budget, in their order
 * @throws the errors of {@link pdbStatus}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the selector, `minAvailable` or `maxUnavailable` has the
 *   wrong type
 *
 * @example
 * ```ts
 * import { explainPdbStatuses } from '@kubesem/disruption';
 *
 * const pdb = { spec: { minAvailable: 1, selector: {} } };
 * const pods = [{ metadata: { name: 'web', uid: 'u1' } }, { metadata: { name: 'api', uid: 'u1' } }];
 * const [explained] = explainPdbStatuses([pdb], { pods }, { now: '2026-01-01T00:00:00Z' });
 * explained?.rule // => 'MIN_AVAILABLE_NUMBER'
 * explained?.duplicateUids // => [{ uid: 'u1', objects: ['Pod default/web', 'Pod default/api'] }]
 * ```
 *
 * Source: as {@link pdbStatus}.
 */
export function explainPdbStatuses(
  pdbs: readonly PodDisruptionBudget[],
  cluster: DisruptionCluster,
  options: PdbStatusOptions,
): readonly PdbStatusExplanation[] {
  const duplicates = madeOf(cluster, controllerDuplicates);
  return evaluatedBudgets(pdbs, cluster, options).map((each, at) =>
    explanationOf(fields(pdbs[at], ABSENT).value, each, duplicates, options.now),
  );
}

function evaluatedBudgets(
  pdbs: readonly PodDisruptionBudget[],
  cluster: DisruptionCluster,
  { now }: PdbStatusOptions,
): readonly EvaluatedBudget[] {
  const index = madeOf(cluster, controllersOf);
  const selected = podsByBudget(pdbs, cluster.pods);
  return fields({ pdbs }, ABSENT).each('pdbs', ({ value }, at) =>
    evaluateBudget(value, selected[at] ?? [], index, now),
  );
}
