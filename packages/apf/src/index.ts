export {
  ApfConfigurationError,
  ApfError,
  type ApfErrorCode,
  type ConfigurationProblem,
} from './apf-errors.js';
export type { EventClock, ScheduledEvent } from './clock/event-clock.js';
export { RealClock } from './clock/real-clock.js';
export { VirtualClock } from './clock/virtual-clock.js';
export {
  ApfController,
  type ApfControllerOptions,
  type ApfRequestOptions,
  type EstimationContext,
} from './engine/apf-controller.js';
export {
  ApfRejection,
  type ApfRejectionCode,
  type RejectionReason,
} from './engine/apf-rejection.js';
export type { AbortSignalLike, ApfTicket } from './engine/apf-ticket.js';
export {
  type AllocationClass,
  allocateConcurrency,
  type ConcurrencyAllocation,
} from './engine/concurrency-allocation.js';
export {
  type Borrowing,
  type BorrowingLevel,
  borrowSeats,
  type ConcurrencyLimits,
  concurrencyLimits,
} from './engine/concurrency-limits.js';
export {
  QueueSet,
  type QueueSetArrival,
  type QueueSetObserver,
  type QueueSetOptions,
  type QueueSetRejection,
  type QueuingConfig,
} from './engine/queue-set.js';
export type { QueuedRequest, RequestState, WorkEstimate } from './engine/queued-request.js';
export type { RequestQueue } from './engine/request-queue.js';
export { RetryAfterTracker } from './engine/retry-after.js';
export {
  type SeatDemand,
  SeatDemandIntegrator,
  type SeatDemandStats,
  updateSeatDemandStats,
} from './engine/seat-demand.js';
export {
  collisionProbability,
  dealHand,
  type FlowHash,
  requiredEntropyBits,
  type ShuffleSharding,
} from './engine/shuffle-sharding.js';
export type { ApfConfiguration } from './objects/apf-configuration.js';
export { checkedConfiguration } from './objects/apf-configuration.js';
export type { ApfProblem, ApfProblemCode } from './objects/apf-problem.js';
export { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './objects/defaults.js';
export {
  type EffectiveConfiguration,
  type EffectiveLevel,
  effectiveConfiguration,
} from './objects/effective-configuration.js';
export {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
} from './objects/mandatory-objects.js';
export {
  type ExistingApfObjects,
  type MaintenanceAction,
  planMaintenance,
} from './objects/plan-maintenance.js';
export {
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from './objects/suggested-objects.js';
export { validateFlowSchema } from './objects/validate-flow-schema.js';
export { validatePriorityLevel } from './objects/validate-priority-level.js';
export type {
  ApfDump,
  ApfDumpOptions,
  PriorityLevelDump,
  QueueDump,
  RequestDump,
} from './observe/apf-dump.js';
export { APF_METRICS, type ApfMetric } from './observe/apf-metrics.js';
export type { ApfObserver, ApfWarning, LevelConcurrency } from './observe/apf-observer.js';
export {
  type ApfMetricsObserver,
  type ApfMetricsSink,
  type MetricLabels,
  metricsObserver,
} from './observe/metrics-observer.js';
export {
  type Classification,
  classify,
  flowDistinguisher,
  matchesFlowSchema,
  nameOf,
} from './requests/classify.js';
export { createClassifier } from './requests/create-classifier.js';
export {
  type ClassificationExplanation,
  explainClassification,
  type FlowSchemaExplanation,
  type RuleExplanation,
  type RulesExplanation,
  type RulesOutcome,
} from './requests/explain-classification.js';
export { flowHash } from './requests/flow-hash.js';
export type { RequestDigest, RequestInfo, RequestUser } from './requests/request-digest.js';
export { isLongRunning, requestFromUrl } from './requests/request-info.js';
export { requestUser } from './requests/request-user.js';
export {
  estimateWork,
  interestedWatches,
  type ObjectStats,
  type WorkEstimateContext,
} from './requests/work-estimate.js';
