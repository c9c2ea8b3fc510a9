/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */
export { type Band, isUsable, nodePortBands, parseCidr } from './bands.js';
export { FAMILIES } from './families.js';
export {
  defaultIngress,
  getsNodePorts,
  hasHealthCheck,
  isExternal,
  isHeadless,
  type PortFields,
  readService,
  type ServiceFields,
  withServiceFields,
} from './fields.js';
export { setServiceDefaults } from './set-defaults.js';
export { countEndpoints, hostPort, reachableFamilies } from './traffic/endpoints.js';
export { portMismatches } from './traffic/port-mismatch.js';
