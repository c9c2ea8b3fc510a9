export { DnsError, type DnsErrorCode } from './dns-errors.js';
export type { DnsNameOptions } from './dns-name.js';
export { endpointName } from './endpoint-name.js';
export {
  formatIpAddress,
  type IpAddress,
  parseIpAddress,
  safeParseIpAddress,
} from './ip-address.js';
export { podFqdn, podHostname } from './pod-hostname.js';
export { podName } from './pod-name.js';
export { reverseName } from './reverse-name.js';
export { type ServiceReference, serviceName } from './service-name.js';
export { srvName } from './srv-name.js';
