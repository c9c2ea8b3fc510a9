/**
 * What the API server, the controllers and kubectl compute from Services: ports, endpoints, EndpointSlices, traffic.
 *
 * Read it in this order:
 * - `fields`: the fields of a Service as Go reads them; `set-defaults`: those that it fills in; `bands`: the numbers that the API
 *   server draws
 * - `warnings`: what the API server warns of
 * - `explain-service`: what a Service gets because of its type
 * - `ports`: which port of a Pod a port of a Service means
 * - `pods/`: which Pods are endpoints, and why
 * - `slices/`: the EndpointSlices that the controller writes; `hints/`: their hints; `endpoints/`: the older Endpoints, and the
 *   EndpointSlices that mirror them
 * - `traffic/`: what kube-proxy does with a connection
 * - `columns`: the columns of `kubectl get`
 *
 * Sources: `k8s.io/kubernetes` v1.37.1; `k8s.io/endpointslice` and `k8s.io/kubectl` v0.37.1.
 *
 * @packageDocumentation
 */

export {
  type Band,
  type ClusterIpBands,
  clusterIpBands,
  type NodePortBands,
  nodePortBands,
} from './bands.js';
export { createEndpoints } from './endpoints/create-endpoints.js';
export {
  type MirroredEndpoints,
  type MirroringEvent,
  type MirroringOptions,
  mirroredEndpoints,
  type UnmirroredReason,
} from './endpoints/mirror-endpoints.js';
export { explainService, type IgnoredField, type ServiceExplanation } from './explain-service.js';
export type { Family } from './families.js';
export type { IncompleteNode } from './hints/shares.js';
export type { HintsEvent, NoHintsReason, ZoneMove } from './hints/topology.js';
export {
  type FamilyHints,
  type TopologyHints,
  topologyHints,
  type ZoneHints,
} from './hints/topology-hints.js';
export {
  type EndpointSelection,
  endpointSelection,
  endpointSelections,
  type LabelMismatch,
  type PodEndpoint,
  type PodEndpointExplanation,
  type PodVerdict,
} from './pods/endpoint-selection.js';
export { podServices, servicePods } from './pods/selected.js';
export {
  type NearPort,
  type PortForwardPort,
  portForwardPort,
  type TargetPort,
  targetPort,
} from './ports.js';
export {
  type ColumnOptions,
  type EndpointSliceRow,
  type EndpointsRow,
  endpointSliceRow,
  endpointsRow,
  type ServiceRow,
  serviceRow,
} from './rows.js';
export { explainStoredSlices, type StoredSliceProblemCode } from './slices/explain-stored.js';
export {
  createEndpointSlices,
  type EndpointSliceOptions,
  type EndpointSlicePlan,
  endpointSlicePlan,
  endpointSlicePlans,
} from './slices/reconcile.js';
export { reachableEndpoints } from './traffic/reachable.js';
export { trafficRoute } from './traffic/route.js';
export type {
  HintsExplanation,
  HintsMode,
  HintsUse,
  PortMismatch,
  ReachableEndpoints,
  SlicePort,
  TrafficDestination,
  TrafficEndpoint,
  TrafficPort,
  TrafficReason,
  TrafficRequest,
  TrafficRoute,
  TrafficSource,
  TrafficVerdict,
  UnusedEndpoint,
  UnusedReason,
} from './traffic/types.js';
export { endpointSliceWarnings, type ServiceWarningCode, serviceWarnings } from './warnings.js';
