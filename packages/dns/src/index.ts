export { DnsError, type DnsErrorCode } from './dns-errors.js';
export {
  explainLookup,
  type LookupCluster,
  type LookupExplanation,
} from './lookup/explain-lookup.js';
export type { LookupReason, LookupReasonCode } from './lookup/lookup-reason.js';
export type { LookupAttempt } from './lookup/lookup-walk.js';
export type { DnsNameOptions } from './names/dns-name.js';
export { endpointName } from './names/endpoint-name.js';
export {
  formatIpAddress,
  type IpAddress,
  parseIpAddress,
  safeParseIpAddress,
} from './names/ip-address.js';
export { podFqdn, podHostname } from './names/pod-hostname.js';
export { podName } from './names/pod-name.js';
export { reverseName } from './names/reverse-name.js';
export { type ServiceReference, serviceName } from './names/service-name.js';
export { srvName } from './names/srv-name.js';
export { type PodDnsRule, type PodResolvConf, podResolvConf } from './resolver/pod-resolv-conf.js';
export {
  formatResolvConf,
  parseResolvConf,
  type ResolvConf,
  safeParseResolvConf,
} from './resolver/resolv-conf.js';
export {
  type NodeResolver,
  nodeResolvConfWarnings,
  type OmittedByLimits,
  type OmittedSearch,
  type ResolverEvent,
} from './resolver/resolver-limits.js';
export {
  type Libc,
  type NextCandidate,
  type SearchCandidate,
  type SearchCandidates,
  type SearchOptions,
  type SearchRule,
  searchCandidates,
} from './resolver/search-candidates.js';
export {
  type PodDnsProblem,
  type PodDnsProblemCode,
  validatePodDns,
} from './resolver/validate-pod-dns.js';
export {
  type AddressRecord,
  type DnsRecord,
  formatRecord,
  type SrvRecord,
  type TargetRecord,
  type TextRecord,
} from './zone/dns-record.js';
export { type DnsAnswer, type DnsAnswerCode, query } from './zone/query.js';
export {
  buildZone,
  type Zone,
  type ZoneObjects,
  type ZoneOptions,
  type ZoneProblem,
  type ZoneProblemCode,
} from './zone/zone.js';
export { formatZone, zoneRecords } from './zone/zone-records.js';
