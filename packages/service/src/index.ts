/**
 * What the API server, the controllers and kubectl compute from Services: defaults, validity, ports, endpoints.
 *
 * Read it in this order:
 * - `fields/`: the fields of a Service as Go reads them
 * - `defaults/`: what the API server adds to a Service; `bands/` has the numbers that it draws
 * - `validation/`: whether the API server accepts a Service or an EndpointSlice, and its warnings
 * - `explain/`: what a Service gets because of its type
 * - `ports/`: which port of a Pod a port of a Service means
 * - `pods/`: which Pods are endpoints, and why
 * - `slices/`: the EndpointSlices that the controller writes; `hints/` has their hints; `endpoints/`: the older Endpoints, which
 *   `mirroring/` copies to EndpointSlices
 * - `traffic/`: what kube-proxy does with a connection
 * - `columns/`: the columns of `kubectl get`
 *
 * Sources: `k8s.io/kubernetes` v1.37.1; `k8s.io/endpointslice` and `k8s.io/kubectl` v0.37.1.
 *
 * @packageDocumentation
 */
export type { Family } from './addresses/address.js';
export type { AddressWarningCode } from './addresses/warnings.js';
export { type AddressBand, type ClusterIpBands, clusterIpBands } from './bands/cluster-ips.js';
export { type NodePortBands, nodePortBands, type PortBand } from './bands/node-ports.js';
export {
  type EndpointSliceColumns,
  type EndpointsColumns,
  endpointSliceColumns,
  endpointsColumns,
} from './columns/endpoint-columns.js';
export {
  type ColumnOptions,
  type ServiceColumns,
  serviceColumns,
} from './columns/service-columns.js';
export { applyServiceDefaults } from './defaults/apply-defaults.js';
export type { ServiceClusterOptions } from './defaults/cluster.js';
export {
  type CompletedService,
  type CompleteServiceOptions,
  completeService,
  type DrawnNumbers,
} from './defaults/complete-service.js';
export { buildEndpoints } from './endpoints/build-endpoints.js';
export {
  explainService,
  type IgnoredField,
  type ServiceExplanation,
} from './explain/explain-service.js';
export type { NoHintsReason } from './hints/allocation.js';
export type { HintsEvent } from './hints/events.js';
export {
  explainTopologyHints,
  type TopologyHintsExplanation,
  topologyHints,
  type ZoneHints,
} from './hints/explain-hints.js';
export type { IncompleteNode } from './hints/shares.js';
export type { ZoneMove } from './hints/topology.js';
export { mirrorEndpoints } from './mirroring/mirror-endpoints.js';
export type {
  MirroredEndpoints,
  MirroringEvent,
  MirroringOptions,
  UnmirroredReason,
} from './mirroring/types.js';
export { explainAllEndpoints, explainEndpoints } from './pods/explain-endpoints.js';
export type {
  EndpointsExplanation,
  LabelMismatch,
  PodEndpoint,
  PodEndpointExplanation,
  PodVerdict,
} from './pods/explanation.js';
export { podServices, servicePods } from './pods/selected.js';
export {
  explainPortForward,
  type PortForwardExplanation,
  portForwardPort,
} from './ports/port-forward.js';
export {
  explainTargetPort,
  type NearPort,
  type TargetPortExplanation,
  targetPort,
} from './ports/target-port.js';
export { buildEndpointSlices } from './slices/build.js';
export { explainStoredSlices } from './slices/explain-stored.js';
export {
  type EndpointSliceChanges,
  type EndpointSliceOptions,
  reconcileEndpointSlices,
} from './slices/reconcile.js';
export { reconcileAllEndpointSlices } from './slices/reconcile-all.js';
export type { StoredSliceProblem, StoredSliceProblemCode } from './slices/stored-problem.js';
export { portMismatches } from './traffic/port-mismatch.js';
export { reachableEndpoints } from './traffic/reachable.js';
export { explainTraffic, routeTraffic } from './traffic/route.js';
export type {
  HintsExplanation,
  HintsMode,
  HintsUse,
  PortMismatch,
  ReachableEndpoints,
  SlicePort,
  TrafficDestination,
  TrafficEndpoint,
  TrafficExplanation,
  TrafficPort,
  TrafficReason,
  TrafficRequest,
  TrafficRoute,
  TrafficSource,
  TrafficVerdict,
  UnusedEndpoint,
  UnusedReason,
} from './traffic/types.js';
export { countEndpoints, reachableFamilies } from './traffic/used-endpoints.js';
export type { ServiceProblemCode } from './validation/problems.js';
export { validateService } from './validation/validate-service.js';
export {
  type EndpointSliceProblemCode,
  endpointSliceWarnings,
  type ValidateEndpointSliceOptions,
  validateEndpointSlice,
} from './validation/validate-slice.js';
export {
  type ServiceWarning,
  type ServiceWarningCode,
  serviceWarnings,
} from './validation/warnings.js';
