import { formatIpAddress, safeParseIpAddress } from '../names/ip-address.js';
import type { PodResolvConf } from '../resolver/pod-resolv-conf.js';
import type { NodeResolver } from '../resolver/resolver-limits.js';
import {
  type Libc,
  type SearchCandidates,
  searchCandidates,
} from '../resolver/search-candidates.js';
import { type DnsRecord, formatRecord } from '../zone/dns-record.js';
import { type DnsAnswerCode, once, query } from '../zone/query.js';
import type { Zone } from '../zone/zone.js';

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
  /** The records, each once: an alias answers for both types of addresses. */
  readonly answers: readonly DnsRecord[];
  /** Who answers: the DNS server of the cluster, another one that it asks, or another one that the Pod asks. */
  readonly server: 'cluster' | 'upstream' | 'other';
}

/** Who looks something up. */
export interface LookupClient {
  /** The zone of the cluster. */
  readonly zone: Zone;
  /** The resolver configuration of the Pod. */
  readonly resolvConf: PodResolvConf;
  /** Which resolver the container has. */
  readonly libc: Libc;
  /** Whether the Pod asks the DNS server of the cluster. */
  readonly asksCluster: boolean;
}

/** A lookup from the first name that is asked to the last. */
export interface LookupWalk {
  /** All that might be asked. */
  readonly search: SearchCandidates;
  /** What is asked. */
  readonly attempts: readonly LookupAttempt[];
  /** Index of the attempt that has answers. */
  readonly hit: number | undefined;
}

/** Whether the first server, which is the only one while it answers, is one of the cluster's. */
export function asksCluster({ nameservers }: PodResolvConf, { clusterDNS }: NodeResolver): boolean {
  const first = canonical(nameservers[0]);
  return clusterDNS?.some((ip) => canonical(ip) === first) ?? false;
}

function canonical(ip: string | undefined): string | undefined {
  const { value } = safeParseIpAddress(ip);
  return value === undefined ? ip : formatIpAddress(value);
}

/** Asks one name after the other, as the resolver does, until one has answers. */
export function walkLookup(name: string, client: LookupClient): LookupWalk {
  const search = searchCandidates(name, client.resolvConf, { libc: client.libc });
  const isPortName = /^_[^.]+\._[^.]+\./.test(name);
  const attempts: LookupAttempt[] = [];
  let candidate = search.candidates[0];
  while (candidate !== undefined) {
    const types = isPortName ? ['SRV'] : candidate.types;
    const { searchDomain } = candidate;
    const attempt = { searchDomain, ...ask(candidate.name, types, client) };
    attempts.push(attempt);
    if (attempt.answers.length > 0) {
      return { search, attempts, hit: attempts.length - 1 };
    }
    // Of a name that others know, it is taken that they do not know it either.
    const next = candidate.next[attempt.code === 'NODATA' ? 'NODATA' : 'NXDOMAIN'];
    candidate = next === undefined ? undefined : search.candidates[next];
  }
  return { search, attempts, hit: undefined };
}

/** Asks one complete name. */
export function ask(
  name: string,
  types: readonly string[],
  { zone, asksCluster }: LookupClient,
): Omit<LookupAttempt, 'searchDomain'> {
  const own = types.map((type) => query(zone, name, type));
  const isOutside = own.some(({ code }) => code === 'NOT_IN_ZONE');
  if (asksCluster && !isOutside) {
    const answers = once(
      own.flatMap((each) => each.answers),
      formatRecord,
    );
    const isMissing = own.every((each) => each.code === 'NXDOMAIN');
    const code = answers.length > 0 ? 'NOERROR' : isMissing ? 'NXDOMAIN' : 'NODATA';
    return { name, types, code, answers, server: 'cluster' };
  }
  const answers = once(
    types.flatMap((type) => zone.upstream(`${name}.`, type)),
    formatRecord,
  );
  const code = answers.length > 0 ? 'NOERROR' : isOutside ? 'NOT_IN_ZONE' : 'NXDOMAIN';
  return { name, types, code, answers, server: asksCluster ? 'upstream' : 'other' };
}
