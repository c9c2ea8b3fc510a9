/**
 * The DNS names, records and resolver configuration that Kubernetes gives to Services and Pods.
 *
 * Read it in this order:
 * - `names/`: the names of Services, ports, endpoints and Pods, IP addresses, and the host names inside Pods
 * - `resolver/`: the `resolv.conf` of a Pod, its checks and limits, and the queries of glibc, musl and Windows
 * - `zone/`: the records of a cluster's DNS server, and its answer to a query
 * - `lookup/`: a lookup from a Pod, query by query, and why it fails
 *
 * Sources: the Kubernetes DNS specification 1.1; `k8s.io/kubernetes/pkg/kubelet` v1.37.1; CoreDNS v1.14.6; the resolvers
 * of glibc 2.36 and musl 1.2.5.
 *
 * @packageDocumentation
 */
export type { DnsErrorCode } from './dns-error-code.js';
export {
  explainLookup,
  type LookupCluster,
  type LookupExplanation,
} from './lookup/explain-lookup.js';
export type { LookupReason, LookupReasonCode } from './lookup/reasons.js';
export type { LookupAttempt } from './lookup/walk.js';
export type { DnsNameOptions } from './names/dns-name.js';
export { endpointDnsName } from './names/endpoint-name.js';
export { parseIpAddress, safeParseIpAddress } from './names/ip-address.js';
export { podFqdn, podHostname } from './names/pod-hostname.js';
export { podDnsName } from './names/pod-name.js';
export { reverseDnsName } from './names/reverse-name.js';
export { type ServiceReference, serviceDnsName } from './names/service-name.js';
export { srvName } from './names/srv-name.js';
export {
  clusterDnsAddresses,
  type PodDnsRule,
  type PodResolvConf,
  podResolvConf,
} from './resolver/pod-resolv-conf.js';
export {
  formatResolvConf,
  parseResolvConf,
  type ResolvConf,
  safeParseResolvConf,
} from './resolver/resolv-conf.js';
export {
  MAX_NAMESERVERS,
  MAX_SEARCH_BYTES,
  MAX_SEARCH_LIST_BYTES,
  MAX_SEARCHES,
  type NodeResolver,
  nodeResolvConfEvents,
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
export { dnsZone } from './zone/dns-zone.js';
export {
  type ClusterDnsNames,
  clusterDnsNames,
  type DnsName,
  type DnsNames,
} from './zone/object-names.js';
export type { ZoneProblemCode } from './zone/problem.js';
export { type DnsAnswer, type DnsAnswerCode, queryZone } from './zone/query.js';
export {
  type AddressRecord,
  type DnsRecord,
  formatRecord,
  type SrvRecord,
  type TargetRecord,
  type TextRecord,
} from './zone/record.js';
export { formatZone, zoneRecords } from './zone/records.js';
export { servicesWithoutAddress } from './zone/services-without-address.js';
export type { Zone, ZoneObjects, ZoneOptions } from './zone/zone.js';
