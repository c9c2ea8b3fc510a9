/**
 * Simulates API Priority and Fairness of Kubernetes: scenarios and audit logs in, waits and rejections out.
 *
 * Start with `scenario/scenario.ts`, which specifies a scenario; `scenario/schema.ts` and `scenario/rules.ts` check it.
 * `run/simulate.ts` runs it with the controller of `@kubesem/apf` in virtual time, and `run/result.ts` is the result.
 * `audit/` turns audit logs into requests.
 *
 * A scenario is not part of Kubernetes. Sources of the rest: `k8s.io/apiserver/pkg/util/flowcontrol` and
 * `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1.
 *
 * @packageDocumentation
 */

export {
  type AuditArrivals,
  type AuditLogReader,
  type AuditSkipCode,
  arrivalsFromAuditLog,
  auditLogReader,
} from './audit/arrivals.js';
export {
  type AuditEvent,
  type AuditResponseStatus,
  type AuditUser,
  requestFromAuditEvent,
} from './audit/event.js';
export type { RecordedArrival } from './audit/recorded-arrival.js';
export {
  type AuditedRequest,
  type AuditRequestProblemCode,
  type AuditRequestReader,
  auditRequestReader,
} from './audit/requests.js';
export { type FlowShare, fairnessIndex } from './run/fairness.js';
export type { DurationSummary } from './run/log-histogram.js';
export { mergeConfiguration, type ServerObjects } from './run/merge-configuration.js';
export type {
  LevelSeries,
  RejectionCounts,
  RequestStatistics,
  SimulatedFlow,
  SimulatedFlowSchema,
  SimulatedLevel,
  SimulationResult,
} from './run/result.js';
export { type ServerWarningCode, serverWarnings } from './run/server-warnings.js';
export { type SimulationOptions, simulateServer } from './run/simulate.js';
export type {
  ArrivalProcess,
  ClosedLoopArrivals,
  OpenArrivals,
} from './scenario/arrival-process.js';
export type { DurationDistribution } from './scenario/duration-distribution.js';
export {
  ScenarioError,
  type ScenarioProblem,
  type ScenarioProblemCode,
} from './scenario/error.js';
export { parseScenario, safeParseScenario } from './scenario/parse.js';
export type {
  Scenario,
  ScenarioChange,
  ScenarioFlow,
  ScenarioRequest,
  ScenarioWork,
  SimulatedServer,
} from './scenario/scenario.js';
