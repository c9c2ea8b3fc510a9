import { raise, readIpAddress, utf8Length, wrongType } from '@kubesem/core/internal';
import { isInetAton } from '../names/ip-address.js';
import type { ResolvConf } from './resolv-conf.js';

/** The resolver of a container: `glibc` on most Linux distributions, `musl` on Alpine, or Windows. */
export type Libc = 'glibc' | 'musl' | 'windows';

/** Options of {@link searchCandidates}. */
export interface SearchOptions {
  /** The resolver of the container. */
  readonly libc: Libc;
}

/**
 * The rule that decides how a resolver uses the search list.
 *
 * - `ADDRESS`: the name is an IP address; the resolver sends no query
 * - `INVALID`: the name is not valid; the resolver sends no query
 * - `ABSOLUTE`: the name ends in a dot, so the resolver queries only this name
 * - `NO_SEARCH`: the search list is empty
 * - `SEARCH_LINE_TOO_LONG`: musl ignores a `search` line of more than 254 bytes
 * - `ENOUGH_DOTS`: the name has `ndots` or more dots: glibc queries it first, musl and Windows query only this name
 * - `FEW_DOTS`: the name has fewer dots: the resolver tries the search list first
 */
export type SearchRule =
  | 'ADDRESS'
  | 'INVALID'
  | 'ABSOLUTE'
  | 'NO_SEARCH'
  | 'SEARCH_LINE_TOO_LONG'
  | 'ENOUGH_DOTS'
  | 'FEW_DOTS';

/** The queries of a resolver for one name. */
export interface SearchCandidates {
  /** The rule that decides how the search list is used. */
  readonly rule: SearchRule;
  /** Number of dots at or above which the resolver does not start with the search list. */
  readonly ndots: number;
  /** The names in the order in which they are queried; the resolver starts with the first one and follows `next`. */
  readonly candidates: readonly SearchCandidate[];
}

/** One name that a resolver queries. */
export interface SearchCandidate {
  /** The complete name, without a trailing dot. */
  readonly name: string;
  /** The search domain that was appended; undefined if it is the name as the program passed it. */
  readonly searchDomain: string | undefined;
  /** The record types that are queried in parallel, in the order in which they are sent. */
  readonly types: readonly ('A' | 'AAAA')[];
  /** The candidate that follows if this one has no address. */
  readonly next: NextCandidate;
}

/** Index of the candidate that follows each kind of answer; absent if the resolver gives up. */
export interface NextCandidate {
  /** After NXDOMAIN: the name does not exist. */
  readonly NXDOMAIN?: number;
  /** After NODATA: the name has records, but no address. */
  readonly NODATA?: number;
  /** After SERVFAIL from all servers. */
  readonly SERVFAIL?: number;
  /** After any other error, or a timeout, from all servers. */
  readonly FAILURE?: number;
}

/**
 * Lists the names that the resolver of a container queries to look up one name, in order, and when it stops.
 *
 * All resolvers stop at the first name with an address. glibc continues after NXDOMAIN, NODATA and SERVFAIL, and skips
 * the rest of the search list after any other failure. musl continues only after NXDOMAIN, does not use the search list
 * for a name with enough dots, and ignores `search` and `options` lines of more than 254 bytes. Windows (according to the
 * documentation; not tested) treats a name with a dot as complete, and uses only the first search domain.
 *
 * `/etc/hosts` and the choice among several servers are not considered. An empty search list stays empty; glibc would
 * use the domain of the host name instead if that has one (`setHostnameAsFQDN`).
 *
 * @param name - the name that a program looks up
 * @param resolvConf - the configuration of the container, as {@link podResolvConf} computes it
 * @param options - the resolver of the container
 * @returns the names; none if the name is an IP address or not valid
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name is not a string
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
 * the results of both libraries were recorded. Windows: the documentation, `dns-pod-service.md`.
 */
export function searchCandidates(
  name: string,
  resolvConf: ResolvConf,
  { libc }: SearchOptions,
): SearchCandidates {
  if (typeof name !== 'string') {
    return raise(wrongType(name, { parent: undefined, segment: 'name' }, 'a string'));
  }
  if (!Object.keys(STEPS).includes(libc)) {
    return raise(wrongType(libc, { parent: undefined, segment: 'libc' }, 'glibc, musl or windows'));
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
  const nexts = nextCandidates(libc, steps);
  const candidates = steps.map((searchDomain, index) => ({
    name: withDomain(name, searchDomain),
    searchDomain,
    types,
    next: nexts[index] as NextCandidate,
  }));
  return { rule, ndots, candidates };
}

/** A search domain; undefined for the name as it is. */
type Step = string | undefined;

type Steps = (
  name: string,
  rule: SearchRule,
  searches: readonly string[],
  options: readonly string[],
) => readonly Step[];

const STEPS: { readonly [libc in Libc]: Steps } = {
  glibc(name, _rule, searches, options) {
    // glibc skips one leading dot of a domain, so the root domain becomes empty.
    const domains = searches.map((domain) => domain.replace(/^\./, ''));
    // A name that cannot be queried ends the search: it is too long or has an empty label.
    const broken = domains.findIndex((domain) => !isQueryable(withDomain(name, domain)));
    const usable = broken < 0 ? domains : domains.slice(0, broken);
    if (countDots(name) >= glibcNdots(options)) {
      return [undefined, ...usable];
    }
    const isSkipped =
      usable.includes('') ||
      (!name.includes('.') &&
        searches.length > 0 &&
        (hasOption(options, 'no-tld-query') || hasOption(options, 'no_tld_query')));
    return isSkipped ? usable : [...usable, undefined];
  },
  musl(name, rule, searches) {
    const usable = searches.filter((domain) => isQueryable(withDomain(name, domain)));
    return rule === 'FEW_DOTS' ? [...usable, undefined] : [undefined];
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
  // A `%` starts the zone of an address.
  const isScopedAddress =
    name.includes(':') && typeof readIpAddress(name.replace(/%.*/s, '')) !== 'string';
  if (isInetAton(name) || isScopedAddress) {
    return 'ADDRESS';
  }
  const isRoot = name === '.' && libc !== 'musl';
  const isHostName = libc !== 'glibc' || /^(?!-)[\w.-]+$/.test(name);
  if (!isRoot && !(isHostName && isQueryable(withDomain(name, undefined)))) {
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

/** Returns what follows each step. From the last one backwards: the search list of a manifest may be long. */
function nextCandidates(libc: Libc, steps: readonly Step[]): NextCandidate[] {
  const nexts: NextCandidate[] = [];
  // After a failure, glibc skips to the name as it is, which is last in the list unless it was tried first, or to a root
  // domain in the search list.
  let asIs: number | undefined;
  for (let index = steps.length - 1; index >= 0; index--) {
    nexts[index] = nextCandidate(libc, steps, index, asIs);
    if ((steps[index] ?? '') === '') {
      asIs = index;
    }
  }
  return nexts;
}

function nextCandidate(
  libc: Libc,
  steps: readonly Step[],
  index: number,
  asIs: number | undefined,
): NextCandidate {
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
  return asIs === undefined ? next : { ...next, FAILURE: asIs };
}

/** Returns the complete name, without a trailing dot. */
function withDomain(name: string, domain: Step): string {
  return (domain === undefined ? name : `${name}.${domain}`).replace(/\.$/, '');
}

function countDots(name: string): number {
  return name.split('.').length - 1;
}

/** Reports whether a name without a trailing dot can be queried: labels of 1 to 63 bytes, at most 253 bytes in total. */
function isQueryable(name: string): boolean {
  return utf8Length(name) <= 253 && name.split('.').every(isLabel);
}

function isLabel(label: string): boolean {
  return label !== '' && utf8Length(label) <= 63;
}

/** The last option wins; a value that is not a number is 0, and a negative one wraps around in 4 bits. */
function glibcNdots(options: readonly string[]): number {
  const values = options.filter((option) => option.startsWith('ndots:'));
  const last = values[values.length - 1];
  const number = Number.parseInt(last?.slice('ndots:'.length) ?? '1', 10) || 0;
  return Math.min(number, 15) & 15;
}

/** The first occurrence in the line wins, even within a word; a value that is not a number is ignored. */
function muslNdots(options: readonly string[]): number {
  const line = isCutByMusl('options', options) ? '' : options.join(' ');
  const digits = /ndots:(\d*)/.exec(line)?.[1];
  return Math.min(Number(digits || 1), 15);
}

/** musl reads lines of up to 255 bytes, including the end of the line, and ignores longer ones. */
function isCutByMusl(keyword: string, words: readonly string[]): boolean {
  return utf8Length(`${keyword} ${words.join(' ')}\n`) > 255;
}

/** glibc compares only the start of an option. */
function hasOption(options: readonly string[], name: string): boolean {
  return options.some((option) => option.startsWith(name));
}
