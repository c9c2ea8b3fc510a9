/**
 * What the API server, the controllers and kubectl compute from Services: defaults, validity, ports, endpoints.
 *
 * Read it in this order:
 * - `fields/`: the fields of a Service as Go reads them
 * - `ports/`: which port of a Pod a port of a Service means
 * - `pods/`: which Pods are endpoints, and why
 *
 * @packageDocumentation
 */
export type { Family } from './addresses/address.js';
export { type NodePortBands, nodePortBands, type PortBand } from './bands/node-ports.js';
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
