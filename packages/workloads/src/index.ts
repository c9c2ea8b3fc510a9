/**
 * The workloads of Kubernetes and the Pods that they run.
 *
 * Read it in this order:
 * - `replicas/`: the kinds that have a Pod template, the template, and how many Pods they run
 * - `owners/`: the workload that created the controller of a Pod or a Job
 * - `names.ts`: the names of Pods, claims and Jobs
 * - `jobs/`: what a Job has left, and what it does about a failed Pod
 * - `cron-jobs/`: when a CronJob runs, and what its controller does now
 * - `daemon-set-nodes.ts`: the nodes on which a DaemonSet runs
 * - `rollout/`: how far a rollout is, and how many Pods it replaces at once
 * - `scaling/`: the Pods of a ReplicaSet, and which of them it deletes
 * - `autoscaling/`: what a HorizontalPodAutoscaler decides
 *
 * Sources: `k8s.io/api` v0.37.1, and in `k8s.io/kubernetes` v1.37.1 the packages `pkg/apis/apps/v1`, `pkg/apis/batch/v1`
 * and `pkg/controller`.
 *
 * @packageDocumentation
 */

export type { AutoscalerMetrics, MetricAnswer } from './autoscaling/autoscaler-metrics.js';
export { hpaMetrics } from './autoscaling/autoscaler-v1.js';
export type {
  AutoscalerCondition,
  HpaDecision,
  HpaMetricExplanation,
  HpaPod,
  HpaPodState,
  HpaReplicasOptions,
} from './autoscaling/decision.js';
export { hpaReplicas } from './autoscaling/hpa-replicas.js';
export {
  type AutoscalerPast,
  type PastRecommendation,
  type PastScaling,
} from './autoscaling/limits.js';
export type { CurrentMetricValue } from './autoscaling/metric-proposals.js';
export type { ProposalRule, Tolerances } from './autoscaling/proposal.js';
export type { CronJobProblemCode } from './cron-jobs/cron-job-fields.js';
export {
  type CronJobDecision,
  type CronJobDecisionOptions,
  type CronJobDecisionReason,
  type CronJobEvent,
  cronJobDecision,
} from './cron-jobs/decision.js';
export {
  type CronJobRun,
  type CronJobRuns,
  type CronJobRunsOptions,
  type CronTimes,
  cronJobRuns,
  type NoRunsReason,
} from './cron-jobs/runs.js';
export {
  type DaemonSetNode,
  type DaemonSetNodeReason,
  daemonSetNodes,
} from './daemon-set-nodes.js';
export {
  type PodFailurePolicyAction,
  type PodFailurePolicyMatch,
  podFailurePolicyMatch,
} from './jobs/failure-policy.js';
export type { JobProgress, JobProgressOptions, JobState } from './jobs/job-progress.js';
export { jobProgress } from './jobs/progress.js';
export {
  claimNames,
  type GeneratedNameOptions,
  generatedNamePrefix,
  jobName,
  type PodClaims,
  type PodNamesOptions,
  podNames,
} from './names.js';
export { type ControllerCreator, controllerCreator } from './owners/creator.js';
export {
  type Owner,
  type OwnerChain,
  type OwnerChainOptions,
  ownerChain,
} from './owners/owner-chain.js';
export type { OwnerProblem, OwnerProblemCode } from './owners/owner-index.js';
export { type OwnedPods, type PodsOfOptions, podsOf } from './owners/pods-of.js';
export {
  type AutoscalerOptions,
  type AutoscalerRange,
  autoscaledPodCount,
  autoscalerRange,
  type ScaleTarget,
} from './replicas/autoscaler.js';
export { type PodCount, type PodCountOptions, podCount } from './replicas/pod-count.js';
export { podTemplate } from './replicas/pod-template.js';
export {
  servedApiVersion,
  type Workload,
  type WorkloadOptions,
  workloadKind,
} from './replicas/workload-kind.js';
export {
  nextRolloutStep,
  type RolloutMode,
  type RolloutStep,
  type RolloutStepOptions,
} from './rollout/deployment-sync.js';
export {
  type LimitRounding,
  type LimitRule,
  type RollingUpdateLimits,
  type RollingUpdateLimitsOptions,
  rollingUpdateLimits,
} from './rollout/limits.js';
export type { RolloutCheck, RolloutReason, RolloutWorkload } from './rollout/rollout-fields.js';
export { isSameTemplate } from './rollout/same-template.js';
export type { RolloutScaling, RolloutScalingReason } from './rollout/scaling-plan.js';
export { simulateRollout } from './rollout/simulation.js';
export { type RolloutStatus, type RolloutStatusOptions, rolloutStatus } from './rollout/status.js';
export type {
  AdmitPods,
  PodAdmission,
  ReplicaSetPods,
  RolloutPod,
  RolloutRejection,
  RolloutSimulation,
  RolloutStuckReason,
  SimulatedScaling,
  SimulateRolloutOptions,
} from './rollout/timeline.js';
export {
  type DeletionOrder,
  type DeletionRank,
  type DeletionRankOptions,
  type DeletionRankRule,
  deletionOrder,
  deletionRanks,
} from './scaling/deletion-order.js';
export { type PodsToDeleteOptions, podsToDelete } from './scaling/pods-to-delete.js';
export {
  type ReplicaSetCounts,
  type ReplicaSetStatusOptions,
  replicaSetStatus,
} from './scaling/replica-set-status.js';
