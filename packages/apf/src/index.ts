export type { ApfConfiguration } from './apf-configuration.js';
export {
  ApfController,
  type ApfControllerOptions,
  type ApfRequestOptions,
  type EstimationContext,
} from './apf-controller.js';
export type {
  ApfDump,
  ApfDumpOptions,
  PriorityLevelDump,
  QueueDump,
  RequestDump,
} from './apf-dump.js';
export {
  ApfConfigurationError,
  ApfError,
  type ApfErrorCode,
  type ConfigurationProblem,
} from './apf-errors.js';
export { APF_METRICS, type ApfMetric } from './apf-metrics.js';
export type { ApfObserver, ApfWarning, LevelConcurrency } from './apf-observer.js';
export type { ApfProblem, ApfProblemCode } from './apf-problem.js';
export { ApfRejection, type ApfRejectionCode, type RejectionReason } from './apf-rejection.js';
export type { AbortSignalLike, ApfTicket } from './apf-ticket.js';
export type { ArrivalProcess, ClosedLoopArrivals, OpenArrivals } from './arrival-process.js';
export {
  type AuditArrivals,
  type AuditEvent,
  type AuditLogReader,
  type AuditResponseStatus,
  type AuditSkipCode,
  type AuditUser,
  arrivalsFromAuditLog,
  auditLogReader,
  requestFromAuditEvent,
} from './audit-arrivals.js';
export { type Classification, classify, flowDistinguisher, matchesFlowSchema } from './classify.js';
export {
  type AllocationClass,
  allocateConcurrency,
  type ConcurrencyAllocation,
} from './concurrency-allocation.js';
export {
  type Borrowing,
  type BorrowingLevel,
  borrowSeats,
  type ConcurrencyLimits,
  concurrencyLimits,
} from './concurrency-limits.js';
export { createClassifier } from './create-classifier.js';
export { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './defaults.js';
export type { DurationDistribution } from './duration-distribution.js';
export {
  type EffectiveConfiguration,
  type EffectiveLevel,
  effectiveConfiguration,
} from './effective-configuration.js';
export type { EventClock, ScheduledEvent } from './event-clock.js';
export {
  type ClassificationExplanation,
  explainClassification,
  type FlowSchemaExplanation,
  type RuleExplanation,
  type RulesExplanation,
  type RulesOutcome,
} from './explain-classification.js';
export { type FlowShare, fairnessIndex } from './fairness.js';
export { flowHash } from './flow-hash.js';
export type { DurationSummary } from './log-histogram.js';
export {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
} from './mandatory-objects.js';
export {
  type ApfMetricsObserver,
  type ApfMetricsSink,
  type MetricLabels,
  metricsObserver,
} from './metrics-observer.js';
export { parseScenario, safeParseScenario } from './parse-scenario.js';
export {
  type ExistingApfObjects,
  type MaintenanceAction,
  planMaintenance,
} from './plan-maintenance.js';
export {
  QueueSet,
  type QueueSetArrival,
  type QueueSetObserver,
  type QueueSetOptions,
  type QueueSetRejection,
  type QueuingConfig,
} from './queue-set.js';
export type { QueuedRequest, RequestState, WorkEstimate } from './queued-request.js';
export { RealClock } from './real-clock.js';
export type { RecordedArrival } from './recorded-arrival.js';
export type { RequestDigest, RequestInfo, RequestUser } from './request-digest.js';
export { isLongRunning, requestFromUrl } from './request-info.js';
export type { RequestQueue } from './request-queue.js';
export { requestUser } from './request-user.js';
export { RetryAfterTracker } from './retry-after.js';
export type {
  Scenario,
  ScenarioChange,
  ScenarioFlow,
  ScenarioRequest,
  ScenarioWork,
  SimulatedServer,
} from './scenario.js';
export { ScenarioError, type ScenarioProblem, type ScenarioProblemCode } from './scenario-error.js';
export {
  type SeatDemand,
  SeatDemandIntegrator,
  type SeatDemandStats,
  updateSeatDemandStats,
} from './seat-demand.js';
export {
  collisionProbability,
  dealHand,
  type FlowHash,
  requiredEntropyBits,
  type ShuffleSharding,
} from './shuffle-sharding.js';
export { type SimulationOptions, simulate } from './simulate.js';
export type {
  LevelSeries,
  RejectionCounts,
  RequestStatistics,
  SimulatedFlow,
  SimulatedFlowSchema,
  SimulatedLevel,
  SimulationResult,
} from './simulation-result.js';
export {
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from './suggested-objects.js';
export { validateFlowSchema } from './validate-flow-schema.js';
export { validatePriorityLevel } from './validate-priority-level.js';
export { VirtualClock } from './virtual-clock.js';
export {
  estimateWork,
  interestedWatches,
  type ObjectStats,
  type WorkEstimateContext,
} from './work-estimate.js';
