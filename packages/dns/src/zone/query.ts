import { appendAll, formatIpAddress, readIpAddress } from '@kubesem/core/internal';
import { escapeName } from '../names/dns-name.js';
import { distinctBy } from './distinct.js';
import { lookUp, type ZoneEntry, type ZoneLookup } from './look-up.js';
import type { AddressRecord, DnsRecord, SrvRecord, TargetRecord } from './record.js';
import { endpointLabel, type Zone, type ZoneEndpoint } from './zone.js';

/**
 * The outcome of a query.
 *
 * - `NOERROR`: the name has records of the type
 * - `NODATA`: the name exists, but has no record of the type; on the wire this is `NOERROR` without answers
 * - `NXDOMAIN`: the name does not exist
 * - `NOT_IN_ZONE`: the name is outside the cluster; its DNS server forwards the query to another server
 */
export type DnsAnswerCode = 'NOERROR' | 'NODATA' | 'NXDOMAIN' | 'NOT_IN_ZONE';

/** The answer to a query. */
export interface DnsAnswer {
  /** The outcome. */
  readonly code: DnsAnswerCode;
  /** The records, in the order of the EndpointSlices; CoreDNS lists the slices of a Service in random order. */
  readonly answers: readonly DnsRecord[];
  /** The addresses of the targets of SRV records. */
  readonly additionals: readonly DnsRecord[];
}

const DNS_SCHEMA_VERSION = '1.1.0';
const DNS_VERSION_TTL_SECONDS = 28800;
const MAX_CNAMES = 10;
const HUNDRED = 100;

/** A query for a name in one of the zones of the server. */
interface Question {
  readonly zone: Zone;
  /** The name as written in the query, escaped and with a trailing dot. */
  readonly name: string;
  /** The zone that contains the name, in lower case and with a trailing dot. */
  readonly domain: string;
  /** The labels before the zone, in lower case. */
  readonly labels: readonly string[];
  /** The aliases that were followed to this name. */
  readonly cnames: readonly string[];
}

const REVERSE_DOMAINS = ['in-addr.arpa.', 'ip6.arpa.'];

function isWithin(name: string, domain: string): boolean {
  const start = name.length - domain.length;
  return name.endsWith(domain) && (start === 0 || name[start - 1] === '.');
}

function questionOf(zone: Zone, name: string, cnames: readonly string[]): Question | undefined {
  // A dot within a label is escaped as a number: then each dot of the name separates labels.
  const full = withDot(escapeName(name, '\\046'));
  const lower = full.toLowerCase();
  const own = `${zone.clusterDomain}.`;
  const domain = isWithin(lower, own) ? own : REVERSE_DOMAINS.find((each) => isWithin(lower, each));
  if (domain === undefined) {
    return undefined;
  }
  const labels = lower === domain ? [] : lower.slice(0, -domain.length - 1).split('.');
  return { zone, name: full, domain, labels, cnames };
}

function isReverse({ domain }: Question): boolean {
  return REVERSE_DOMAINS.includes(domain);
}

function answer(answers: readonly DnsRecord[], additionals: readonly DnsRecord[] = []): DnsAnswer {
  return { code: answers.length > 0 ? 'NOERROR' : 'NODATA', answers, additionals };
}

const nothing = (code: DnsAnswerCode): DnsAnswer => ({ code, answers: [], additionals: [] });

/**
 * Answers a query as the DNS server of a cluster does.
 *
 * SOA records, NS records and zone transfers are not supported. A Service without an address has no record.
 *
 * @param zone - the zone from {@link dnsZone}
 * @param name - the complete name, in upper or lower case, with or without a trailing dot; special characters can be escaped
 * as in a zone file
 * @param type - the record type, such as `A`, `AAAA`, `SRV`, `CNAME`, `PTR` or `TXT`
 * @returns the answer
 *
 * @example
 * ```ts
 * import { dnsZone, formatRecord, queryZone } from '@kubesem/dns';
 *
 * const zone = dnsZone({
 *   services: [{
 *     metadata: { name: 'web', namespace: 'prod' },
 *     spec: { clusterIP: '10.96.0.7', ports: [{ name: 'http', protocol: 'TCP', port: 80 }] },
 *   }],
 * });
 * const { answers, additionals } = queryZone(zone, '_http._tcp.web.prod.svc.cluster.local', 'SRV');
 * answers.map(formatRecord) // => [
 * //   '_http._tcp.web.prod.svc.cluster.local. 30 IN SRV 0 100 80 web.prod.svc.cluster.local.',
 * // ]
 * additionals.map(formatRecord) // => ['web.prod.svc.cluster.local. 30 IN A 10.96.0.7']
 * queryZone(zone, '7.0.96.10.in-addr.arpa', 'PTR').answers.map(formatRecord) // => [
 * //   '7.0.96.10.in-addr.arpa. 30 IN PTR web.prod.svc.cluster.local.',
 * // ]
 * queryZone(zone, 'web.prod.svc.cluster.local', 'AAAA').code // => 'NODATA'
 * ```
 *
 * Source: `github.com/coredns/coredns/plugin/kubernetes` and `plugin/backend_lookup.go` v1.14.6; the Kubernetes DNS
 * specification 1.1.
 */
export function queryZone(zone: Zone, name: string, type: string): DnsAnswer {
  const question = questionOf(zone, name, []);
  return question === undefined ? nothing('NOT_IN_ZONE') : ask(question, type.toUpperCase());
}

function ask(question: Question, type: string): DnsAnswer {
  if (type === 'PTR') {
    const address = addressOf(question);
    if (address !== undefined) {
      return pointers(question, address);
    }
  }
  if (type === 'TXT' && question.labels.length === 1 && question.labels[0] === 'dns-version') {
    const { name } = question;
    return answer([
      { name, type: 'TXT', ttlSeconds: DNS_VERSION_TTL_SECONDS, text: DNS_SCHEMA_VERSION },
    ]);
  }
  const found = find(question);
  if (found === 'missing') {
    return nothing('NXDOMAIN');
  }
  // For a TXT query, the server treats a name that only has names below it as missing.
  if (found === 'empty') {
    return nothing(type === 'TXT' ? 'NXDOMAIN' : 'NODATA');
  }
  switch (type) {
    case 'A':
    case 'AAAA':
      return answer(addresses(question, type, found));
    case 'CNAME':
      return answer(aliases(question, found));
    case 'SRV':
      return services(question, found);
    default:
      return nothing('NODATA');
  }
}

/** The zones of addresses contain only PTR records, and the zones themselves. */
function find(question: Question): ZoneLookup {
  const { zone, labels } = question;
  if (!isReverse(question)) {
    return lookUp(zone, labels);
  }
  const isApex =
    labels.length === 0 || (labels.length === 1 && /^(svc|pod)$/.test(labels[0] as string));
  return isApex ? 'empty' : 'missing';
}

function addresses(
  question: Question,
  type: 'A' | 'AAAA',
  entries: readonly ZoneEntry[],
): readonly DnsRecord[] {
  const { name, zone } = question;
  const { ttlSeconds } = zone;
  const records: DnsRecord[] = [];
  // The server repeats an alias, but not an address.
  for (const { host } of distinctBy(entries, ({ host }) => host.type && host.text)) {
    if (host.type === undefined) {
      appendAll(records, follow(question, type, host.text));
    } else if (host.type === type) {
      records.push({ name, type, ttlSeconds, address: host.address });
    }
  }
  return records;
}

const withDot = (name: string): string => (name.endsWith('.') ? name : `${name}.`);

/**
 * The alias of a Service without an address or an external name, as in a manifest. The API server does not store such a
 * Service, so there is no record for it.
 */
const ROOT = '.';

/** Returns an alias and the records that it points to; none if it points to a missing name in the cluster or to itself. */
function follow(question: Question, type: 'A' | 'AAAA', host: string): readonly DnsRecord[] {
  const { zone, name, domain, cnames } = question;
  const target = withDot(host);
  if (target === ROOT || isWithin(target.toLowerCase(), name.toLowerCase())) {
    return [];
  }
  if (cnames.length > MAX_CNAMES || cnames.includes(target)) {
    return [];
  }
  const alias: TargetRecord = { name, type: 'CNAME', ttlSeconds: zone.ttlSeconds, target };
  const inner = questionOf(zone, target, [...cnames, target]);
  if (inner?.domain !== domain) {
    return [alias, ...zone.upstream(target, type)];
  }
  const { answers } = ask(inner, type);
  return answers.length > 0 ? [alias, ...answers] : [];
}

function aliases({ name, zone }: Question, entries: readonly ZoneEntry[]): readonly DnsRecord[] {
  const { host } = entries[0] as ZoneEntry;
  if (host.type !== undefined) {
    return [];
  }
  const target = withDot(host.text);
  return target === ROOT ? [] : [{ name, type: 'CNAME', ttlSeconds: zone.ttlSeconds, target }];
}

function services({ name, zone, domain }: Question, entries: readonly ZoneEntry[]): DnsAnswer {
  // The server spells its zone as the query does.
  const suffix = name.slice(-domain.length);
  const { ttlSeconds } = zone;
  const hosts = entries.filter(({ host }) => host.type !== undefined);
  // The order of the operations affects the rounding.
  const weight = Math.max(1, Math.floor((HUNDRED / (HUNDRED * hosts.length)) * HUNDRED));
  const withPort = hosts.filter(({ port }) => port !== -1);
  const targetOf = (entry: ZoneEntry): string => `${entry.name}.${suffix}`;
  const answers = distinctBy(withPort, (entry) => `${entry.name} ${entry.port}`).map(
    (entry): SrvRecord => ({
      name,
      type: 'SRV',
      ttlSeconds,
      priority: 0,
      weight,
      port: entry.port,
      target: targetOf(entry),
    }),
  );
  const additionals = distinctBy(withPort, (entry) => `${entry.name} ${entry.host.text}`).map(
    (entry): AddressRecord => ({
      name: targetOf(entry),
      type: entry.host.type as 'A' | 'AAAA',
      ttlSeconds,
      address: entry.host.address,
    }),
  );
  return answer(answers, additionals);
}

/**
 * Returns the address of a name below `in-addr.arpa` or `ip6.arpa`, in its canonical form. The server splits the name as a zone
 * file writes it: at a dot within a label as well.
 */
function addressOf({ name }: Question): string | undefined {
  const [, before = '', tree] =
    /^(.*)\.(in-addr|ip6)\.arpa\.$/.exec(escapeName(name).toLowerCase()) ?? [];
  const parts = before.split('.').reverse();
  if (tree === 'in-addr') {
    return canonical(parts.join('.'), 'IPv4');
  }
  // The server reads whole groups of four parts, and ignores up to three more at the start.
  const groups = Array.from({ length: parts.length >> 2 }, (_, group) =>
    parts.slice(4 * group, 4 * group + 4).join(''),
  );
  return tree === 'ip6' ? canonical(groups.join(':'), undefined) : undefined;
}

function canonical(text: string, family: 'IPv4' | undefined): string | undefined {
  const address = readIpAddress(text);
  if (typeof address === 'string' || address.zone !== '') {
    return undefined;
  }
  return family === undefined || address.family === family ? formatIpAddress(address) : undefined;
}

function pointers({ name, zone }: Question, address: string): DnsAnswer {
  const { ttlSeconds, clusterDomain } = zone;
  const pointer = (target: string): TargetRecord => ({
    name,
    type: 'PTR',
    ttlSeconds,
    target: `${target}.svc.${clusterDomain}.`,
  });
  const service = zone.serviceOfIp.get(address);
  if (service !== undefined) {
    return answer([pointer(service.split('/').reverse().join('.'))]);
  }
  const found = zone.endpointsOfIp.get(address);
  if (found === undefined) {
    return nothing('NXDOMAIN');
  }
  const endpoints: readonly ZoneEndpoint[] = Array.isArray(found) ? found : [found];
  const names = endpoints.map((each) => `${endpointLabel(each)}.${each.service}`);
  return answer(distinctBy(names, String).map(pointer));
}
