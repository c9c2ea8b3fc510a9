/**
 * What PodDisruptionBudgets allow: their status, evictions, drains and node shutdowns.
 *
 * Read it in this order:
 * - `cluster.ts`: the objects that decide
 * - `budgets/`: the status of a budget, and budgets that are a mistake
 *
 * Sources: `k8s.io/kubernetes` v1.37.1.
 *
 * @packageDocumentation
 */

export type { BudgetController } from './budgets/counts.js';
export type { BudgetPod, PdbRule, PdbStatusExplanation } from './budgets/explanation.js';
export { explainPdbStatus, type PdbStatusOptions, pdbStatus } from './budgets/status.js';
export type { ApiKind, DisruptionCluster, ObjectScale } from './cluster.js';
export {
  type DisruptionActor,
  type DisruptionTarget,
  type DisruptionTargetOptions,
  disruptionTarget,
} from './eviction/target.js';
