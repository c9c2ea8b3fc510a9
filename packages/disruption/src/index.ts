/**
 * What PodDisruptionBudgets allow: their status, evictions, drains and node shutdowns.
 *
 * Read it in this order:
 * - `cluster.ts`: the objects that affect disruptions
 * - `budgets/`: the status of a budget, and misconfigured budgets
 * - `eviction/`: the answer of the eviction API, taints, and the condition of a Pod that is disrupted
 * - `drain/`: what `kubectl drain` evicts, and a drain in virtual time
 * - `shutdown.ts`: the order in which the kubelet ends Pods when its node shuts down
 *
 * Sources: `k8s.io/kubernetes` v1.37.1, `pkg/controller/disruption`, `pkg/registry/core/pod/storage`,
 * `pkg/controller/tainteviction` and `pkg/kubelet/nodeshutdown`; `k8s.io/kubectl/pkg/drain` v0.37.1.
 *
 * @packageDocumentation
 */

export type { BudgetController } from './budgets/counts.js';
export {
  type CustomObject,
  customKinds,
  type ScaleDefinition,
  type ScaleVersion,
} from './budgets/custom-kinds.js';
export type { DuplicateUid } from './budgets/duplicate-uids.js';
export type { BudgetPod, PdbEvent, PdbRule, PdbStatus } from './budgets/explanation.js';
export {
  type BudgetedWorkload,
  type PdbProblem,
  type PdbProblemCode,
  pdbProblems,
  type WorkloadSpec,
} from './budgets/problems.js';
export { type PdbStatusOptions, pdbStatus } from './budgets/status.js';
export { pdbStatuses } from './budgets/statuses.js';
export type { ApiKind, DisruptionCluster, ObjectScale } from './cluster.js';
export {
  type DrainedPod,
  type DrainOptions,
  type DrainPlan,
  type DrainRule,
  drainPlan,
} from './drain/plan.js';
export { controllerReplacement, type ReplacementOptions } from './drain/replacement.js';
export { simulateDrain } from './drain/simulate.js';
export type {
  BlockedPod,
  DrainCluster,
  DrainEvent,
  DrainEventType,
  DrainTimeline,
  NodeDrain,
  PodReplacement,
  SimulateDrainOptions,
} from './drain/timeline.js';
export {
  type EvictionAnswer,
  type EvictionDeleteOptions,
  type EvictionOptions,
  type EvictionPreconditions,
  type EvictionRule,
  evictionAnswer,
} from './eviction/answer.js';
export type {
  EvictionStatus,
  EvictionStatusCause,
  EvictionStatusDetails,
} from './eviction/api-status.js';
export { type TaintEviction, taintEviction } from './eviction/taints.js';
export {
  type DisruptionActor,
  type DisruptionTarget,
  type DisruptionTargetOptions,
  disruptionTarget,
} from './eviction/target.js';
export {
  type NodeShutdownConfig,
  nodeShutdownPlan,
  type ShutdownGracePeriod,
  type ShutdownGroup,
  type ShutdownPod,
} from './shutdown.js';
