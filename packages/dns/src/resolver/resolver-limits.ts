import { utf8Length } from '@kubesem/core';
import { type ResolvConf, safeParseResolvConf } from './resolv-conf.js';

/** What the kubelet of a node knows when it writes the resolver configuration of a Pod. */
export interface NodeResolver {
  /** The text of the node's resolver file; absent if the kubelet is told of none (`resolvConf: ""`). */
  readonly resolvConf?: string | null | undefined;
  /** Path of that file, for messages; `/etc/resolv.conf` if absent. */
  readonly resolvConfPath?: string | null | undefined;
  /** Addresses of the cluster's DNS servers (`clusterDNS`); without any, Pods get what the node has. */
  readonly clusterDNS?: readonly string[] | null | undefined;
  /** The cluster domain (`clusterDomain`); `cluster.local` if absent, and none if empty. */
  readonly clusterDomain?: string | null | undefined;
  /** The node's own addresses, which count where the kubelet is told of no file. */
  readonly nodeIPs?: readonly string[] | null | undefined;
}

/** An event that the kubelet raises about the resolver of a Pod or of its node. */
export interface ResolverEvent {
  /** What it is raised about. */
  readonly object: 'Pod' | 'Node';
  /** Its type: all of these are warnings. */
  readonly type: 'Warning';
  /** Its reason. */
  readonly reason: 'CheckLimitsForResolvConf' | 'DNSConfigForming' | 'MissingClusterDNS';
  /** Its message, word for word. */
  readonly message: string;
}

/** What was left out because of the limits: 3 name servers, and for search domains those of {@link OmittedSearch}. */
export interface OmittedByLimits {
  /** The name servers after the third. */
  readonly nameservers: readonly string[];
  /** The search domains. */
  readonly searches: readonly OmittedSearch[];
}

/** A search domain that was left out. */
export interface OmittedSearch {
  /** The domain. */
  readonly domain: string;
  /**
   * Why: `TOO_MANY`, there are 32 before it; `TOO_LONG`, it has more than 253 bytes; `LIST_TOO_LONG`, the list up to it
   * has more than 2048 bytes, spaces included.
   */
  readonly rule: 'TOO_MANY' | 'TOO_LONG' | 'LIST_TOO_LONG';
}

/** Source of this and the following: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1. */
export const MAX_NAMESERVERS = 3;
/** How many search domains. */
export const MAX_SEARCHES = 32;
/** Bytes of one search domain. */
export const MAX_SEARCH_BYTES = 253;
/** Bytes of all search domains and the spaces between them. */
export const MAX_SEARCH_LIST_BYTES = 2048;
/** The kubelet puts as many in front of the node's own. */
const CLUSTER_SEARCHES = 3;

/** Cuts a configuration down to the limits, as `formDNSConfigFitsLimits` of the kubelet does. */
export function fitLimits({ nameservers, searches, options }: ResolvConf): {
  readonly config: ResolvConf;
  readonly omitted: OmittedByLimits;
  readonly events: readonly ResolverEvent[];
} {
  const events: ResolverEvent[] = [];
  const applied = nameservers.slice(0, MAX_NAMESERVERS);
  if (applied.length < nameservers.length) {
    events.push(
      forming('Nameserver limits', 'nameservers', `nameserver line is: ${applied.join(' ')}`),
    );
  }
  const { kept, omitted } = fitSearches(searches);
  if (omitted.length > 0) {
    events.push(forming('Search Line limits', 'search paths', `search line is: ${kept.join(' ')}`));
  }
  return {
    config: { nameservers: applied, searches: kept, options },
    omitted: { nameservers: nameservers.slice(MAX_NAMESERVERS), searches: omitted },
    events,
  };
}

function forming(limits: string, things: string, applied: string): ResolverEvent {
  const message = `${limits} were exceeded, some ${things} have been omitted, the applied ${applied}`;
  return { object: 'Pod', type: 'Warning', reason: 'DNSConfigForming', message };
}

/** One pass, which comes to the same as the kubelet's three: a list that is too long is cut at its end. */
function fitSearches(searches: readonly string[]): {
  readonly kept: readonly string[];
  readonly omitted: readonly OmittedSearch[];
} {
  const kept: string[] = [];
  const omitted: OmittedSearch[] = [];
  // A space stands before each domain but the first.
  let listBytes = -1;
  for (const [index, domain] of searches.entries()) {
    const bytes = utf8Length(domain);
    if (index >= MAX_SEARCHES) {
      omitted.push({ domain, rule: 'TOO_MANY' });
    } else if (bytes > MAX_SEARCH_BYTES) {
      omitted.push({ domain, rule: 'TOO_LONG' });
    } else {
      listBytes += bytes + 1;
      if (listBytes > MAX_SEARCH_LIST_BYTES) {
        omitted.push({ domain, rule: 'LIST_TOO_LONG' });
      } else {
        kept.push(domain);
      }
    }
  }
  return { kept, omitted };
}

/**
 * The warning that the kubelet raises about the resolver file of its node, of which each Pod gets a part: the first limit
 * that the file exceeds.
 *
 * With a cluster domain the file may have 29 search domains, without one 32; each at most 253 bytes, and all of them with
 * the spaces between 2048. The number of name servers is not checked.
 *
 * @param node - what the kubelet knows
 * @returns the event, or nothing
 * @throws {@link DnsError} `INVALID_TYPE` if the file is no text
 * @example
 * ```ts
 * import { nodeResolvConfWarnings } from '@kubesem/dns';
 *
 * const resolvConf = `search ${'example.com '.repeat(30)}`;
 * const message = "Resolv.conf file '/etc/resolv.conf' contains search line consisting of more than 29 domains!";
 * nodeResolvConfWarnings({ resolvConf })[0]?.message // => message
 * nodeResolvConfWarnings({ resolvConf, clusterDomain: '' }) // => []
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/network/dns` v1.37.1, `CheckLimitsForResolvConf`.
 */
export function nodeResolvConfWarnings(node: NodeResolver): readonly ResolverEvent[] {
  const message = nodeWarning(node);
  return message === undefined
    ? []
    : [{ object: 'Node', type: 'Warning', reason: 'CheckLimitsForResolvConf', message }];
}

function nodeWarning({
  resolvConf,
  resolvConfPath,
  clusterDomain,
}: NodeResolver): string | undefined {
  if (resolvConf == null) {
    return undefined;
  }
  const { value, error } = safeParseResolvConf(resolvConf);
  if (error?.code === 'INVALID_TYPE') {
    throw error;
  }
  if (error !== undefined) {
    // The kubelet's own words; only a line has a place.
    return error.offset === undefined ? 'the read limit is reached' : 'nameserver list is empty ';
  }
  const path = resolvConfPath ?? '/etc/resolv.conf';
  const { searches } = value;
  const most = clusterDomain === '' ? MAX_SEARCHES : MAX_SEARCHES - CLUSTER_SEARCHES;
  if (searches.length > most) {
    return `Resolv.conf file '${path}' contains search line consisting of more than ${most} domains!`;
  }
  if (searches.some((domain) => utf8Length(domain) > MAX_SEARCH_BYTES)) {
    return `Resolv.conf file ${JSON.stringify(path)} contains a search path which length is more than allowed ${MAX_SEARCH_BYTES} chars!`;
  }
  if (utf8Length(searches.join(' ')) > MAX_SEARCH_LIST_BYTES) {
    return `Resolv.conf file '${path}' contains search line which length is more than allowed ${MAX_SEARCH_LIST_BYTES} chars!`;
  }
  return undefined;
}
