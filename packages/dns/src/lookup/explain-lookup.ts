import type { Pod } from '@kubesem/core';
import { type PodResolvConf, podResolvConf } from '../resolver/pod-resolv-conf.js';
import type { NodeResolver } from '../resolver/resolver-limits.js';
import type { Libc, SearchRule } from '../resolver/search-candidates.js';
import type { Zone } from '../zone/zone.js';
import type { LookupReason } from './lookup-reason.js';
import { lookupReasons } from './lookup-reasons.js';
import { asksCluster, type LookupAttempt, walkLookup } from './lookup-walk.js';

/** The cluster that a lookup is made in. */
export interface LookupCluster {
  /** What its DNS server knows, from `buildZone`. */
  readonly zone: Zone;
  /** What the kubelet of the Pod's node knows; its cluster domain is that of the zone if absent. */
  readonly node: NodeResolver;
  /** Which resolver the container has; `glibc` if absent. */
  readonly libc?: Libc | undefined;
}

/** How a lookup goes, and why it fails. */
export interface LookupExplanation {
  /** The resolver configuration of the Pod. */
  readonly resolvConf: PodResolvConf;
  /** Why the search list is used as it is. */
  readonly rule: SearchRule;
  /** What is asked, in this order. */
  readonly attempts: readonly LookupAttempt[];
  /** Index of the attempt that has answers, always the last one; absent if none has. */
  readonly hit?: number;
  /** Why none has; empty if one has, or if the text is an address. */
  readonly reasons: readonly LookupReason[];
}

/**
 * Looks a name up as a program in a Pod does: which names are asked, what the cluster answers, and why none has an answer.
 *
 * It is a resolver's look at the zone, not at the network: servers are taken to run and to answer. Names outside of the
 * cluster are asked of the zone's `upstream`; without an answer from there they are taken to be missing. Of several name
 * servers the first counts. A Pod without a namespace counts as one of `default`.
 *
 * @param name - the name that the program looks up; one that begins with a port and a protocol is asked for SRV records
 * @param pod - the Pod, as stored
 * @param cluster - the zone of the cluster, and the Pod's node and resolver
 * @returns the names that are asked, in order, and the reasons, each with a check: a command line, as the documentation
 * has it
 * @throws {@link DnsError} `INVALID_TYPE` if the name is no text, or a field of the Pod holds another JSON type
 * @throws {@link DnsError} `INVALID_RESOLV_CONF` if the kubelet cannot read the node's file
 * @throws {@link DnsError} `INVALID_IP`, `IP_LEADING_ZERO`, `IP_ZONE` if `clusterDNS` or `nodeIPs` hold what is no address
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { buildZone, explainLookup } from '@kubesem/dns';
 *
 * const zone = buildZone({
 *   services: [{ metadata: { name: 'data', namespace: 'prod' }, spec: { clusterIP: '10.96.0.7' } }],
 *   namespaces: [{ metadata: { name: 'prod' } }, { metadata: { name: 'test' } }],
 * });
 * const cluster = { zone, node: { clusterDNS: ['10.96.0.10'] } };
 * const pod = { metadata: { name: 'web', namespace: 'test' }, spec: {} };
 *
 * const { attempts, reasons } = explainLookup('data', pod, cluster);
 * attempts[0]?.name // => 'data.test.svc.cluster.local'
 * reasons[0]?.code // => 'WRONG_NAMESPACE'
 * reasons[0]?.suggestions // => ['data.prod']
 * reasons[0]?.check // => 'kubectl get svc data -n prod'
 * explainLookup('data.prod', pod, cluster).hit // => 1
 * ```
 *
 * Source: `dns-pod-service.md`, `dns-debugging-resolution.md` and `debug-service.md` of the documentation.
 */
export function explainLookup(name: string, pod: Pod, cluster: LookupCluster): LookupExplanation {
  const { zone, libc = 'glibc' } = cluster;
  const clusterDomain = cluster.node.clusterDomain ?? zone.clusterDomain;
  const resolvConf = podResolvConf(pod, { ...cluster.node, clusterDomain });
  const client = { zone, libc, resolvConf, asksCluster: asksCluster(resolvConf, cluster.node) };
  const walk = walkLookup(name, client);
  const { search, attempts, hit } = walk;
  const result = { resolvConf, rule: search.rule, attempts };
  if (hit !== undefined) {
    return { ...result, hit, reasons: [] };
  }
  const namespace = pod.metadata?.namespace || 'default';
  const podName = pod.metadata?.name || 'POD';
  const inPod = (command: string): string =>
    `kubectl exec ${podName} -n ${namespace} -- ${command}`;
  return { ...result, reasons: lookupReasons({ ...walk, name, namespace, inPod }, client) };
}
