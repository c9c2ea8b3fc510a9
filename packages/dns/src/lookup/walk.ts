import { formatIpAddress, readIpAddress } from '@kubesem/core/internal';
import type { PodResolvConf } from '../resolver/pod-resolv-conf.js';
import type { NodeResolver } from '../resolver/resolver-limits.js';
import {
  type Libc,
  type SearchCandidates,
  searchCandidates,
} from '../resolver/search-candidates.js';
import { distinctBy } from '../zone/distinct.js';
import { type DnsAnswerCode, queryZone } from '../zone/query.js';
import { type DnsRecord, formatRecord } from '../zone/record.js';
import type { Zone } from '../zone/zone.js';

/** One name that the resolver queries. */
export interface LookupAttempt {
  /** The complete name, without a trailing dot. */
  readonly name: string;
  /** The search domain that was appended; undefined if it is the name as the program passed it. */
  readonly searchDomain: string | undefined;
  /** The record types that are queried: `A` and `AAAA`, or `SRV` for a name that starts with a port and a protocol. */
  readonly types: readonly string[];
  /** The outcome for all types; `NOT_IN_ZONE` if another server answers, and its answer is unknown. */
  readonly code: DnsAnswerCode;
  /** The records without duplicates: an alias answers queries for both address types. */
  readonly answers: readonly DnsRecord[];
  /** The server that answers: the cluster DNS, a server to which it forwards, or another server of the Pod. */
  readonly server: 'cluster' | 'upstream' | 'other';
}

/** The resolver of a container and the cluster that it queries. */
export interface LookupClient {
  /** The zone of the cluster. */
  readonly zone: Zone;
  /** The resolver configuration of the Pod. */
  readonly resolvConf: PodResolvConf;
  /** The kind of resolver. */
  readonly libc: Libc;
  /** Whether the Pod queries the cluster DNS. */
  readonly usesClusterDns: boolean;
}

/** The queries of a lookup. */
export interface LookupWalk {
  /** All possible queries. */
  readonly search: SearchCandidates;
  /** The queries that are sent. */
  readonly attempts: readonly LookupAttempt[];
  /** Index of the attempt that has answers. */
  readonly hit: number | undefined;
}

/** Reports whether the first name server, which is used as long as it answers, is a cluster DNS server. */
export function usesClusterDns(
  { nameservers }: PodResolvConf,
  { clusterDNS }: NodeResolver,
): boolean {
  const first = canonical(nameservers[0]);
  return clusterDNS?.some((ip) => canonical(ip) === first) ?? false;
}

function canonical(ip: string | undefined): string | undefined {
  const address = ip === undefined ? 'INVALID_IP' : readIpAddress(ip);
  return typeof address === 'string' ? ip : formatIpAddress(address);
}

/** The record types of which one is an answer to a lookup. A name with an address may lack an SRV record. */
export function typesOf(name: string): readonly string[] {
  return /^_[^.]+\._[^.]+\./.test(name) ? ['SRV'] : ['A', 'AAAA'];
}

/** Queries one name after the other, as the resolver does, until one has answers. */
export function walkLookup(name: string, client: LookupClient): LookupWalk {
  const search = searchCandidates(name, client.resolvConf, { libc: client.libc });
  const [type = 'A'] = typesOf(name);
  const attempts: LookupAttempt[] = [];
  let candidate = search.candidates[0];
  while (candidate !== undefined) {
    const types = type === 'SRV' ? [type] : candidate.types;
    const { searchDomain } = candidate;
    const attempt = { searchDomain, ...queryTypes(candidate.name, types, client) };
    attempts.push(attempt);
    if (attempt.answers.length > 0) {
      return { search, attempts, hit: attempts.length - 1 };
    }
    // A name outside the cluster counts as missing, because the answer is unknown.
    const next = candidate.next[attempt.code === 'NODATA' ? 'NODATA' : 'NXDOMAIN'];
    candidate = next === undefined ? undefined : search.candidates[next];
  }
  return { search, attempts, hit: undefined };
}

/** Queries one complete name. */
export function queryTypes(
  name: string,
  types: readonly string[],
  { zone, usesClusterDns }: LookupClient,
): Omit<LookupAttempt, 'searchDomain'> {
  const own = types.map((type) => queryZone(zone, name, type));
  const isOutside = own.some(({ code }) => code === 'NOT_IN_ZONE');
  if (usesClusterDns && !isOutside) {
    const answers = distinctBy(
      own.flatMap((each) => each.answers),
      formatRecord,
    );
    const isMissing = own.every((each) => each.code === 'NXDOMAIN');
    const code = answers.length > 0 ? 'NOERROR' : isMissing ? 'NXDOMAIN' : 'NODATA';
    return { name, types, code, answers, server: 'cluster' };
  }
  const answers = distinctBy(
    types.flatMap((type) => zone.upstream(`${name}.`, type)),
    formatRecord,
  );
  const code = answers.length > 0 ? 'NOERROR' : isOutside ? 'NOT_IN_ZONE' : 'NXDOMAIN';
  return { name, types, code, answers, server: usesClusterDns ? 'upstream' : 'other' };
}
