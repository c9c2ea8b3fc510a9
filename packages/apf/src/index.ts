/**
 * API Priority and Fairness of Kubernetes as an engine: which FlowSchema a request matches, whether it executes, waits or
 * is rejected, and which priority level lends seats to which.
 *
 * Start with `engine/fair-queuing.ts`, which explains the algorithm. `engine/queue-set.ts` is its mechanism, and
 * `engine/controller.ts` puts all priority levels of a server together. `objects/` checks FlowSchemas and
 * PriorityLevelConfigurations, `requests/` classifies requests and estimates their work, `clock/` has real and virtual
 * time, and `observe/` has events, metrics and dumps.
 *
 * Sources: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `k8s.io/kubernetes/pkg/apis/flowcontrol` v1.37.1 and
 * KEP-1040.
 *
 * @packageDocumentation
 */

export type { EventClock, ScheduledEvent } from './clock/event-clock.js';
export { RealClock } from './clock/real-clock.js';
export { VirtualClock } from './clock/virtual-clock.js';
export { ApfController } from './engine/controller.js';
export type {
  QueueChoice,
  QueueSetArrival,
  QueueSetObserver,
  QueueSetRejection,
  QueuingConfig,
  RejectionReason,
} from './engine/fair-queuing.js';
export type {
  ApfControllerOptions,
  ApfControllerUpdate,
  ApfRequestOptions,
  EstimationContext,
} from './engine/options.js';
export { QueueSet, type QueueSetOptions } from './engine/queue-set.js';
export { ApfRejection, type ApfRejectionCode } from './engine/rejection.js';
export type { QueuedRequest, RequestQueue, RequestState } from './engine/request-queue.js';
export type { AbortSignalLike, ApfTicket } from './engine/ticket.js';
export {
  type AllocationClass,
  type ConcurrencyAllocation,
  concurrencyAllocation,
} from './levels/concurrency-allocation.js';
export {
  type Borrowing,
  type BorrowingLevel,
  borrowSeats,
  type ConcurrencyLimits,
  concurrencyLimits,
} from './levels/concurrency-limits.js';
export {
  type EffectiveClassification,
  type EffectiveConfiguration,
  type EffectiveLevel,
  effectiveClassifier,
  effectiveConfiguration,
} from './levels/effective-configuration.js';
export {
  type SeatDemand,
  SeatDemandIntegrator,
  type SeatDemandStats,
  updateSeatDemandStats,
} from './levels/seat-demand.js';
export {
  type ApfConfiguration,
  ApfConfigurationError,
  type ConfigurationProblem,
  checkedConfiguration,
  type StorableConfiguration,
  storableConfiguration,
} from './objects/configuration.js';
export { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './objects/defaults.js';
export type { ApfProblem } from './objects/field-checks.js';
export { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from './objects/mandatory-objects.js';
export {
  type MaintenanceAction,
  maintenanceActions,
  withBuiltInObjects,
} from './objects/plan-maintenance.js';
export { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from './objects/suggested-objects.js';
export { validateFlowSchema } from './objects/validate-flow-schema.js';
export { validatePriorityLevel } from './objects/validate-priority-level.js';
export type {
  ApfDump,
  ApfDumpOptions,
  PriorityLevelDump,
  QueueDump,
  RequestDump,
} from './observe/dump.js';
export { APF_METRICS, type ApfMetric } from './observe/metrics.js';
export {
  type ApfMetricsObserver,
  type ApfMetricsSink,
  type MetricLabels,
  metricsObserver,
} from './observe/metrics-observer.js';
export type {
  ApfObserver,
  ApfWarning,
  ApfWarningCode,
  LevelConcurrency,
} from './observe/observer.js';
export { requestClassifier } from './requests/classifier.js';
export {
  type Classification,
  classifyRequest,
  flowDistinguisher,
  matchesFlowSchema,
} from './requests/classify.js';
export {
  isLongRunning,
  isSubjectToApf,
  type RequestDigest,
  type RequestInfo,
  type RequestUser,
} from './requests/digest.js';
export {
  type ObjectStats,
  type WorkEstimateContext,
  workEstimate,
} from './requests/estimate-work.js';
export {
  type ClassificationExplanation,
  type ExplainedField,
  explainClassification,
  type FlowSchemaExplanation,
  type RuleExplanation,
  type RulesExplanation,
  type RulesOutcome,
} from './requests/explain-classification.js';
export { type FlowHash, flowHash } from './requests/flow-hash.js';
export { requestFromUrl } from './requests/from-url.js';
export { WatchTracker } from './requests/interested-watches.js';
export {
  collisionProbability,
  DEFAULT_SHUFFLE_SHARDING,
  DOCUMENTED_ELEPHANTS,
  DOCUMENTED_SHUFFLE_SHARDING,
  dealHand,
  requiredEntropyBits,
  type ShuffleSharding,
} from './requests/shuffle-sharding.js';
export { requestUser } from './requests/user.js';
export type { WorkEstimate } from './requests/work-estimate.js';
