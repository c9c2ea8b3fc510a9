import type { Pod } from '@kubesem/core';
import type { DnsRecord } from './dns-record.js';
import type { LookupReason } from './lookup-reasons.js';
import { type PodResolvConf, podResolvConf } from './pod-resolv-conf.js';
import type { DnsAnswerCode } from './query.js';
import type { NodeResolver } from './resolver-limits.js';
import { type Libc, type SearchRule, searchCandidates } from './search-candidates.js';
import type { Zone } from './zone.js';

/** The cluster that a lookup is made in. */
export interface LookupCluster {
  /** What its DNS server knows, from `buildZone`. */
  readonly zone: Zone;
  /** What the kubelet of the Pod's node knows; its cluster domain is that of the zone if absent. */
  readonly node: NodeResolver;
  /** Which resolver the container has; `glibc` if absent. */
  readonly libc?: Libc | undefined;
}

/** One name that is asked. */
export interface LookupAttempt {
  /** The whole name, without a dot at the end. */
  readonly name: string;
  /** The search domain in it; absent if it is the name as it was given. */
  readonly searchDomain: string | undefined;
  /** The types that are asked: `A` and `AAAA`, or `SRV` for a name that begins with a port and a protocol. */
  readonly types: readonly string[];
  /** The answer to all of them; `NOT_IN_ZONE` if another server has to be asked, and what it says is not known. */
  readonly code: DnsAnswerCode;
  /** The records. */
  readonly answers: readonly DnsRecord[];
  /** Who answers: the DNS server of the cluster, another one that it asks, or another one that the Pod asks. */
  readonly server: 'cluster' | 'upstream' | 'other';
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

/** To come. */
export function explainLookup(name: string, pod: Pod, cluster: LookupCluster): LookupExplanation {
  const resolvConf = podResolvConf(pod, cluster.node);
  const { rule } = searchCandidates(name, resolvConf, { libc: cluster.libc ?? 'glibc' });
  return { resolvConf, rule, attempts: [], reasons: [] };
}
