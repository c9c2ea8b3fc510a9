import { objectNamespace, type Pod } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { computeResolvConf, type PodResolvConf } from '../resolver/pod-resolv-conf.js';
import type { NodeResolver } from '../resolver/resolver-limits.js';
import type { Libc, SearchRule } from '../resolver/search-candidates.js';
import type { Zone } from '../zone/zone.js';
import { type LookupReason, lookupReasons, shellWord } from './reasons.js';
import { type LookupAttempt, usesClusterDns, walkLookup } from './walk.js';

/** The cluster in which a lookup takes place. */
export interface LookupCluster {
  /** The zone of its DNS server, from {@link dnsZone}. */
  readonly zone: Zone;
  /** The configuration of the kubelet of the Pod's node; its cluster domain defaults to that of the zone. */
  readonly node: NodeResolver;
  /** The resolver of the container; `glibc` if absent. */
  readonly libc?: Libc | undefined;
}

/** The queries of a lookup, and why it fails. */
export interface LookupExplanation {
  /** The resolver configuration of the Pod. */
  readonly resolvConf: PodResolvConf;
  /** The rule that decides how the search list is used. */
  readonly rule: SearchRule;
  /** The queries, in order. */
  readonly attempts: readonly LookupAttempt[];
  /** Index of the attempt that has answers, which is always the last one; absent if the lookup fails. */
  readonly hit?: number;
  /** Why the lookup fails; empty if it succeeds or the name is an IP address. */
  readonly reasons: readonly LookupReason[];
}

/**
 * Looks up a name as a program in a Pod does, and explains why the lookup fails.
 *
 * The explanation follows the queries of the resolver through the zone. It assumes that all servers are reachable. Names
 * outside the cluster are passed to the `upstream` of the zone; those without a record there count as missing. Only the
 * first of several name servers is considered. A Pod without a namespace is in `default`.
 *
 * @param name - the name that the program looks up; if it starts with a port and a protocol, SRV records are queried
 * @param pod - the Pod, as stored
 * @param cluster - the zone of the cluster, the kubelet of the Pod's node, and the resolver of the container
 * @returns the queries in order, and the reasons of a failure, each with a command to check it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name is not a string, or a field
 * has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_RESOLV_CONF` if the kubelet cannot read the
 * node's file
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_IP`, `IP_LEADING_ZERO` or `IP_ZONE` if
 * `clusterDNS` or `nodeIPs` contains an invalid address
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { dnsZone, explainLookup } from '@kubesem/dns';
 *
 * const zone = dnsZone({
 *   services: [{ metadata: { name: 'data', namespace: 'prod' }, spec: { clusterIP: '10.96.0.7' } }],
 *   namespaces: [{ metadata: { name: 'prod' } }, { metadata: { name: 'test' } }],
 * });
 * const cluster = { zone, node: { clusterDNS: ['10.96.0.10'] } };
 * const pod = { metadata: { name: 'web', namespace: 'test' }, spec: {} };
 *
 * const { attempts, reasons } = explainLookup('data', pod, cluster);
 * attempts[0]?.name // => 'data.test.svc.cluster.local'
 * reasons[0]?.code // => 'NAMESPACE_WRONG'
 * reasons[0]?.suggestions // => ['data.prod']
 * reasons[0]?.check // => 'kubectl get svc data -n prod'
 * explainLookup('data.prod', pod, cluster).hit // => 1
 * ```
 *
 * Source: the documentation, `dns-pod-service.md`, `dns-debugging-resolution.md` and `debug-service.md`.
 */
export function explainLookup(name: string, pod: Pod, cluster: LookupCluster): LookupExplanation {
  const { zone, libc = 'glibc' } = cluster;
  const clusterDomain = cluster.node.clusterDomain ?? zone.clusterDomain;
  const node = { ...cluster.node, clusterDomain };
  const resolvConf = computeResolvConf(pod, node, objectNamespace({}));
  const client = {
    zone,
    libc,
    resolvConf,
    usesClusterDns: usesClusterDns(resolvConf, cluster.node),
  };
  const walk = walkLookup(name, client);
  const { search, attempts, hit } = walk;
  const result = { resolvConf, rule: search.rule, attempts };
  if (hit !== undefined) {
    return { ...result, hit, reasons: [] };
  }
  const namespace = objectNamespace(pod);
  const podName = fields(pod, ABSENT).at('metadata').text('name') || 'POD';
  const inPod = (command: string): string =>
    `kubectl exec ${shellWord(podName)} -n ${shellWord(namespace)} -- ${command}`;
  return { ...result, reasons: lookupReasons({ ...walk, name, namespace, inPod }, client) };
}
