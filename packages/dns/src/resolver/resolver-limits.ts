import { fields, THROW, utf8Length } from '@kubesem/core/internal';
import { type ResolvConf, safeParseResolvConf } from './resolv-conf.js';

/** The configuration of the kubelet that decides the resolver configuration of its Pods. */
export interface NodeResolver {
  /** Contents of the node's resolver file; absent if the kubelet has none (`resolvConf: ""`). */
  readonly resolvConf?: string | null | undefined;
  /** Path of that file, for messages; `/etc/resolv.conf` if absent. */
  readonly resolvConfPath?: string | null | undefined;
  /** Addresses of the cluster DNS servers (`clusterDNS`); without any, Pods use the node's resolver configuration. */
  readonly clusterDNS?: readonly string[] | null | undefined;
  /** The cluster domain (`clusterDomain`); `cluster.local` if absent, and no domain if empty. */
  readonly clusterDomain?: string | null | undefined;
  /** Addresses of the node, which matter if the kubelet has no resolver file. */
  readonly nodeIPs?: readonly string[] | null | undefined;
}

/** An event that the kubelet records about the resolver configuration of a Pod or of its node. */
export interface ResolverEvent {
  /** Kind of the object that the event is about. */
  readonly object: 'Pod' | 'Node';
  /** Type of the event. */
  readonly type: 'Warning';
  /** Reason of the event. */
  readonly reason: 'CheckLimitsForResolvConf' | 'DNSConfigForming' | 'MissingClusterDNS';
  /** Message of the event, word for word. */
  readonly message: string;
}

/** Name servers and search domains that exceed the limits: 3 name servers, and those of {@link OmittedSearch}. */
export interface OmittedByLimits {
  /** Name servers after the third one. */
  readonly nameservers: readonly string[];
  /** Search domains. */
  readonly searches: readonly OmittedSearch[];
}

/** A search domain that exceeds a limit. */
export interface OmittedSearch {
  /** The domain. */
  readonly domain: string;
  /**
   * The limit: 32 domains (`TOO_MANY`), 253 bytes for one domain (`TOO_LONG`), or 2048 bytes for all domains up to this
   * one, including spaces (`LIST_TOO_LONG`).
   */
  readonly rule: 'TOO_MANY' | 'TOO_LONG' | 'LIST_TOO_LONG';
}

/**
 * The largest number of name servers of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `MaxDNSNameservers`.
 */
export const MAX_NAMESERVERS = 3;
/**
 * The largest number of search domains of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `MaxDNSSearchPaths`.
 */
export const MAX_SEARCHES = 32;
/**
 * The largest length of a search domain in bytes.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `DNS1123SubdomainMaxLength`.
 */
export const MAX_SEARCH_BYTES = 253;
/**
 * The largest length of all search domains of a Pod in bytes, with the spaces between them.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `MaxDNSSearchListChars`.
 */
export const MAX_SEARCH_LIST_BYTES = 2048;
/** The kubelet adds this many search domains before those of the node. */
const CLUSTER_SEARCHES = 3;

/** Applies the limits to a configuration, as `formDNSConfigFitsLimits` of the kubelet does. */
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

/** One pass with the same result as the three of the kubelet: each of them only cuts the end of the list. */
function fitSearches(searches: readonly string[]): {
  readonly kept: readonly string[];
  readonly omitted: readonly OmittedSearch[];
} {
  const kept: string[] = [];
  const omitted: OmittedSearch[] = [];
  // Each domain except the first one is preceded by a space.
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
 * Returns the warning that the kubelet records about the resolver file of its node: the first limit that it exceeds.
 *
 * With a cluster domain, the file can have 29 search domains, otherwise 32. Each can have 253 bytes, and all together
 * 2048 bytes including spaces. The kubelet does not check the number of name servers.
 *
 * @param node - the configuration of the kubelet
 * @returns the event; empty if the file is within the limits or absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the file is not a string
 * @example
 * ```ts
 * import { nodeResolvConfEvents } from '@kubesem/dns';
 *
 * const resolvConf = `search ${'example.com '.repeat(30)}`;
 * const message = "Resolv.conf file '/etc/resolv.conf' contains search line consisting of more than 29 domains!";
 * nodeResolvConfEvents({ resolvConf })[0]?.message // => message
 * nodeResolvConfEvents({ resolvConf, clusterDomain: '' }) // => []
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/network/dns` v1.37.1, `CheckLimitsForResolvConf`.
 */
export function nodeResolvConfEvents(node: NodeResolver): readonly ResolverEvent[] {
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
  if (typeof resolvConf !== 'string') {
    const expected = 'the text of a resolv.conf';
    fields({ resolvConf }, THROW).wrongType('resolvConf', resolvConf, expected);
    return undefined;
  }
  const { value, error } = safeParseResolvConf(resolvConf);
  if (error !== undefined) {
    // In the words of the kubelet. Only a line without an address has an offset.
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
