/**
 * API Priority and Fairness for a Node server.
 *
 * Read `gate/gate.ts` first: a request enters, executes or is rejected, and leaves. `gate/options.ts` has the hooks that say
 * who sends a request and what it is for, and `node/protect.ts` protects a handler of `node:http` or
 * `node:http2`. The adapters for frameworks and metrics libraries are separate entries.
 *
 * Sources: `k8s.io/apiserver/pkg/server/filters` v0.37.1, `WithPriorityAndFairness`, and
 * `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `apf_filter.go`.
 *
 * @packageDocumentation
 */

export { type AdaptiveGate, type AdaptSeatsOptions, adaptSeats } from './gate/adapt-seats.js';
export type {
  Admission,
  Arrival,
  Entry,
  EntryHeaders,
  Refusal,
  RefusalCode,
} from './gate/entry.js';
export { Gate } from './gate/gate.js';
export type { Awaitable, GateOptions, GateUpdate, KubernetesOptions } from './gate/options.js';
export { type PathFlowOptions, pathFlow } from './hooks/flow.js';
export {
  type ApiKeyOptions,
  apiKeyUser,
  type BearerOptions,
  bearerUser,
  type CertificateSubject,
  type ContextRequest,
  certificateUser,
  firstUser,
  type HandlerContext,
  type HeaderFields,
  type HeaderGetter,
  type PeerCertificate,
  type RequestWithHeaders,
  type RequestWithSocket,
  type ServerRequest,
  type TokenClaims,
  type UserHook,
} from './hooks/user.js';
export { type LevelProblem, type LevelProblemCode, LevelsError } from './levels/error.js';
export type { Level, RouteMatch, RouteMethod } from './levels/level.js';
export { levelObjects, safeLevelObjects } from './levels/objects.js';
export {
  type CollectedMetric,
  GateMetrics,
  type GateMetricsOptions,
  type MetricHistogram,
  type MetricSource,
  type MetricValue,
} from './metrics/gate-metrics.js';
export type { NodeRequest, NodeResponse } from './node/connection.js';
export { type NodeHandler, type ProtectedHandler, protect } from './node/protect.js';
