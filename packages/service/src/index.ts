/**
 * What the API server, the controllers and kubectl compute from Services: defaults, validity, ports, endpoints.
 *
 * @packageDocumentation
 */
export { type NodePortBands, nodePortBands, type PortBand } from './bands/node-ports.js';
