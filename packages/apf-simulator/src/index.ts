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
} from './audit/audit-arrivals.js';
export {
  type AuditedRequest,
  type AuditRequestProblemCode,
  type AuditRequestReader,
  auditRequestReader,
} from './audit/audit-requests.js';
export type { RecordedArrival } from './audit/recorded-arrival.js';
export { type FlowShare, fairnessIndex } from './run/fairness.js';
export type { DurationSummary } from './run/log-histogram.js';
export { mergeConfiguration, type ServerObjects } from './run/merge-configuration.js';
export { type ServerWarning, serverWarnings } from './run/server-warnings.js';
export { type SimulationOptions, simulate } from './run/simulate.js';
export type {
  LevelSeries,
  RejectionCounts,
  RequestStatistics,
  SimulatedFlow,
  SimulatedFlowSchema,
  SimulatedLevel,
  SimulationResult,
} from './run/simulation-result.js';
export type {
  ArrivalProcess,
  ClosedLoopArrivals,
  OpenArrivals,
} from './scenario/arrival-process.js';
export type { DurationDistribution } from './scenario/duration-distribution.js';
export { parseScenario, safeParseScenario } from './scenario/parse-scenario.js';
export type {
  Scenario,
  ScenarioChange,
  ScenarioFlow,
  ScenarioRequest,
  ScenarioWork,
  SimulatedServer,
} from './scenario/scenario.js';
export {
  ScenarioError,
  type ScenarioProblem,
  type ScenarioProblemCode,
} from './scenario/scenario-error.js';
