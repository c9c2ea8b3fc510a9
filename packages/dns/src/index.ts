export { DnsError, type DnsErrorCode } from './dns-errors.js';
export type { DnsNameOptions } from './dns-name.js';
export {
  type AddressRecord,
  type DnsRecord,
  formatRecord,
  type SrvRecord,
  type TargetRecord,
  type TextRecord,
} from './dns-record.js';
export { endpointName } from './endpoint-name.js';
export {
  explainLookup,
  type LookupCluster,
  type LookupExplanation,
} from './explain-lookup.js';
export {
  formatIpAddress,
  type IpAddress,
  parseIpAddress,
  safeParseIpAddress,
} from './ip-address.js';
export type { LookupReason, LookupReasonCode } from './lookup-reason.js';
export type { LookupAttempt } from './lookup-walk.js';
export { podFqdn, podHostname } from './pod-hostname.js';
export { podName } from './pod-name.js';
export { type PodDnsRule, type PodResolvConf, podResolvConf } from './pod-resolv-conf.js';
export { type DnsAnswer, type DnsAnswerCode, query } from './query.js';
export {
  formatResolvConf,
  parseResolvConf,
  type ResolvConf,
  safeParseResolvConf,
} from './resolv-conf.js';
export {
  type NodeResolver,
  nodeResolvConfWarnings,
  type OmittedByLimits,
  type OmittedSearch,
  type ResolverEvent,
} from './resolver-limits.js';
export { reverseName } from './reverse-name.js';
export {
  type Libc,
  type NextCandidate,
  type SearchCandidate,
  type SearchCandidates,
  type SearchOptions,
  type SearchRule,
  searchCandidates,
} from './search-candidates.js';
export { type ServiceReference, serviceName } from './service-name.js';
export { srvName } from './srv-name.js';
export { type PodDnsProblem, type PodDnsProblemCode, validatePodDns } from './validate-pod-dns.js';
export {
  buildZone,
  type Zone,
  type ZoneObjects,
  type ZoneOptions,
  type ZoneProblem,
  type ZoneProblemCode,
} from './zone.js';
export { formatZone, zoneRecords } from './zone-records.js';
