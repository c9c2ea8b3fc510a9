import { utf8Length } from '@kubesem/core';
import { fail } from '../dns-errors.js';
import { isInetAton } from '../names/inet-aton.js';
import { safeParseIpAddress } from '../names/ip-address.js';
import type { ResolvConf } from './resolv-conf.js';

/** Which resolver a container has: that of most distributions, that of Alpine, or that of Windows. */
export type Libc = 'glibc' | 'musl' | 'windows';

/** Options of {@link searchCandidates}. */
export interface SearchOptions {
  /** Which resolver the container has. */
  readonly libc: Libc;
}

/**
 * Why the search list is used as it is.
 *
 * - `ADDRESS`: the text is an address, nothing is asked
 * - `INVALID`: the text can be no name, nothing is asked
 * - `ABSOLUTE`: the name ends in a dot, it alone is asked
 * - `NO_SEARCH`: there is no search list
 * - `SEARCH_LINE_TOO_LONG`: musl passes over a `search` line of more than 254 bytes, so there is no search list
 * - `ENOUGH_DOTS`: the name has as many dots as `ndots` says: glibc asks it first, musl and Windows it alone
 * - `FEW_DOTS`: the name has fewer: the search list comes first
 */
export type SearchRule =
  | 'ADDRESS'
  | 'INVALID'
  | 'ABSOLUTE'
  | 'NO_SEARCH'
  | 'SEARCH_LINE_TOO_LONG'
  | 'ENOUGH_DOTS'
  | 'FEW_DOTS';

/** What a resolver asks for one name. */
export interface SearchCandidates {
  /** Why the search list is used as it is. */
  readonly rule: SearchRule;
  /** How many dots a name needs to be asked as it is at once. */
  readonly ndots: number;
  /** The names in the order in which they are asked; a resolver starts with the first and follows `next`. */
  readonly candidates: readonly SearchCandidate[];
}

/** One name that a resolver asks. */
export interface SearchCandidate {
  /** The whole name, without a dot at the end. */
  readonly name: string;
  /** The search domain in it; absent if it is the name as it was given. */
  readonly searchDomain: string | undefined;
  /** The types that are asked at the same time, in the order in which they are sent. */
  readonly types: readonly ('A' | 'AAAA')[];
  /** Which candidate follows if this one gives no address. */
  readonly next: NextCandidate;
}

/** Index of the candidate that follows an answer; absent if the resolver gives up. */
export interface NextCandidate {
  /** After NXDOMAIN: there is no such name. */
  readonly NXDOMAIN?: number;
  /** After NODATA: the name has records, but no address. */
  readonly NODATA?: number;
  /** After SERVFAIL, from all servers. */
  readonly SERVFAIL?: number;
  /** After any other error, or no answer in time, from all servers. */
  readonly FAILURE?: number;
}

/**
 * The names that the resolver of a container asks the DNS servers for one name, in the order in which they are sent, and
 * when it stops.
 *
 * All resolvers stop at the first name that has an address. glibc goes on after NXDOMAIN, NODATA and SERVFAIL; after
 * another failure it skips the rest of the search list. musl goes on after NXDOMAIN alone, does not search at all for a
 * name with enough dots, and knows neither search lists nor options of more than 254 bytes. Names in `/etc/hosts` are not
 * looked at, and of several servers not which is asked.
 * An empty search list is none here, though glibc takes the domain of a host name that has one (`setHostnameAsFQDN`).
 *
 * Windows follows the documentation alone: a name with a dot is complete, and of the search list only the first domain
 * counts.
 *
 * @param name - the name that a program looks up
 * @param resolvConf - the configuration of the container, as {@link podResolvConf} makes it
 * @param options - which resolver it has
 * @returns the names, none if the text is an address or can be no name
 * @throws {@link DnsError} `INVALID_TYPE` if the name is no text
 * @example
 * ```ts
 * import { searchCandidates } from '@kubesem/dns';
 *
 * const resolvConf = {
 *   nameservers: ['10.32.0.10'],
 *   searches: ['test.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
 *   options: ['ndots:5'],
 * };
 * const { candidates } = searchCandidates('data.prod', resolvConf, { libc: 'musl' });
 * candidates.map(({ name }) => name) // => [
 * //   'data.prod.test.svc.cluster.local',
 * //   'data.prod.svc.cluster.local',
 * //   'data.prod.cluster.local',
 * //   'data.prod',
 * // ]
 * candidates[0]?.next // => { NXDOMAIN: 1 }
 * searchCandidates('data.prod.', resolvConf, { libc: 'musl' }).candidates.length // => 1
 * ```
 *
 * Source: glibc 2.36, `resolv/res_query.c` and `res_init.c`; musl 1.2.5, `src/network/lookup_name.c` and `resolvconf.c`;
 * both as recorded from the libraries. Windows: the documentation, `dns-pod-service.md`.
 */
export function searchCandidates(
  name: string,
  resolvConf: ResolvConf,
  { libc }: SearchOptions,
): SearchCandidates {
  if (typeof name !== 'string') {
    return fail('INVALID_TYPE', undefined, 'a name', { input: name });
  }
  const { searches, options } = resolvConf;
  const ndots = libc === 'windows' ? 1 : libc === 'musl' ? muslNdots(options) : glibcNdots(options);
  const usable = libc === 'musl' && isCutByMusl('search', searches) ? [] : searches;
  const rule = searchRule(name, ndots, searches, usable, libc);
  if (rule === 'ADDRESS' || rule === 'INVALID') {
    return { rule, ndots, candidates: [] };
  }
  const steps = STEPS[libc](name, rule, usable, options);
  const types: SearchCandidate['types'] =
    libc === 'glibc' && hasOption(options, 'no-aaaa') ? ['A'] : ['A', 'AAAA'];
  const candidates = steps.map((searchDomain, index) => ({
    name: withDomain(name, searchDomain),
    searchDomain,
    types,
    next: nextCandidate(libc, steps, index),
  }));
  return { rule, ndots, candidates };
}

/** A search domain, or undefined for the name as it is. */
type Step = string | undefined;

type Steps = (
  name: string,
  rule: SearchRule,
  searches: readonly string[],
  options: readonly string[],
) => readonly Step[];

const STEPS: { readonly [libc in Libc]: Steps } = {
  glibc(name, _rule, searches, options) {
    // One dot in front of a domain is passed over, so that of the root nothing is left.
    const domains = searches.map((domain) => domain.replace(/^\./, ''));
    // A name that cannot be asked ends the search: too long, or with an empty label, as behind a dot.
    const broken = domains.findIndex((domain) => !isAskable(withDomain(name, domain)));
    const asked = broken < 0 ? domains : domains.slice(0, broken);
    if (countDots(name) >= glibcNdots(options)) {
      return [undefined, ...asked];
    }
    const isLeftOut =
      asked.includes('') ||
      (!name.includes('.') &&
        searches.length > 0 &&
        (hasOption(options, 'no-tld-query') || hasOption(options, 'no_tld_query')));
    return isLeftOut ? asked : [...asked, undefined];
  },
  musl(name, rule, searches) {
    const asked = searches.filter((domain) => isAskable(withDomain(name, domain)));
    return rule === 'FEW_DOTS' ? [...asked, undefined] : [undefined];
  },
  windows: (_name, rule, searches) => (rule === 'FEW_DOTS' ? searches.slice(0, 1) : [undefined]),
};

function searchRule(
  name: string,
  ndots: number,
  searches: readonly string[],
  usable: readonly string[],
  libc: Libc,
): SearchRule {
  // What follows a `%` is the zone of an address.
  const address = safeParseIpAddress(name.split('%', 1)[0]).value;
  if (isInetAton(name) || (name.includes(':') && address !== undefined)) {
    return 'ADDRESS';
  }
  const isRoot = name === '.' && libc !== 'musl';
  const isHostName = libc !== 'glibc' || /^(?!-)[\w.-]+$/.test(name);
  if (!isRoot && !(isHostName && isAskable(withDomain(name, undefined)))) {
    return 'INVALID';
  }
  if (name.endsWith('.')) {
    return 'ABSOLUTE';
  }
  if (usable.length === 0) {
    return searches.length === 0 ? 'NO_SEARCH' : 'SEARCH_LINE_TOO_LONG';
  }
  return countDots(name) >= ndots ? 'ENOUGH_DOTS' : 'FEW_DOTS';
}

function nextCandidate(libc: Libc, steps: readonly Step[], index: number): NextCandidate {
  const following = index + 1;
  if (following === steps.length) {
    return {};
  }
  if (libc === 'musl') {
    return { NXDOMAIN: following };
  }
  const next = { NXDOMAIN: following, NODATA: following, SERVFAIL: following };
  if (steps[index] === undefined) {
    return { ...next, FAILURE: following };
  }
  // The name as it is stands at the end, if it was not asked before; or the root among the domains stands for it.
  const asIs = steps.findIndex((step, at) => at > index && (step ?? '') === '');
  return asIs < 0 ? next : { ...next, FAILURE: asIs };
}

/** The whole name, without a dot at the end. */
function withDomain(name: string, domain: Step): string {
  return (domain === undefined ? name : `${name}.${domain}`).replace(/\.$/, '');
}

function countDots(name: string): number {
  return name.split('.').length - 1;
}

/** Whether a name without a dot at the end can be asked: labels of 1 to 63 bytes, 253 in all. */
function isAskable(name: string): boolean {
  return utf8Length(name) <= 253 && name.split('.').every(isLabel);
}

function isLabel(label: string): boolean {
  return label !== '' && utf8Length(label) <= 63;
}

/** The last one wins; what is no number is 0, and what is negative wraps around in 4 bits. */
function glibcNdots(options: readonly string[]): number {
  const values = options.filter((option) => option.startsWith('ndots:'));
  const last = values[values.length - 1];
  const number = Number.parseInt(last?.slice('ndots:'.length) ?? '1', 10) || 0;
  return Math.min(number, 15) & 15;
}

/** The first one wins, wherever it stands in the line; what is no number does not count. */
function muslNdots(options: readonly string[]): number {
  const line = isCutByMusl('options', options) ? '' : options.join(' ');
  const digits = /ndots:(\d*)/.exec(line)?.[1];
  return Math.min(Number(digits || 1), 15);
}

/** musl reads 255 bytes of a line, the end of the line included, and passes over a longer one. */
function isCutByMusl(keyword: string, words: readonly string[]): boolean {
  return utf8Length(`${keyword} ${words.join(' ')}\n`) > 255;
}

/** glibc compares the start alone. */
function hasOption(options: readonly string[], name: string): boolean {
  return options.some((option) => option.startsWith(name));
}
