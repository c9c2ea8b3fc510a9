import type { PodDisruptionBudget } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { DisruptionCluster } from '../cluster.js';
import type { PdbStatus } from './explanation.js';
import { podsByBudget } from './selected.js';
import { controllersIn, type PdbStatusOptions, statusWith } from './status.js';

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
 * statuses.map(({ status }) => status?.expectedPods) // => [1, 0]
 * ```
 *
 * Source: as {@link pdbStatus}.
 */
export function pdbStatuses(
  pdbs: readonly PodDisruptionBudget[],
  cluster: DisruptionCluster,
  options: PdbStatusOptions,
): readonly PdbStatus[] {
  const statusOf = statusWith(controllersIn(cluster), options);
  const selected = podsByBudget(pdbs, cluster.pods);
  return fields({ pdbs }, ABSENT).each('pdbs', ({ value }, at) =>
    statusOf(value, selected[at] ?? []),
  );
}
