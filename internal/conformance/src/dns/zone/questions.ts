import type { EndpointPort, EndpointSlice, Pod, Service, ServicePort } from '@kubesem/core';
import type { JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';

/** A DNS name and a record type. */
export type Question = readonly [name: string, type: string];

const TYPES = ['A', 'AAAA', 'SRV', 'CNAME', 'PTR', 'TXT', 'MX', 'HTTPS', 'ANY'];
const LABELS = words('web db svc pod default prod x * _ _tcp _http tcp http a any');

/** The objects that have names. */
interface Objects {
  readonly services?: readonly Service[];
  readonly endpointSlices?: readonly EndpointSlice[];
  readonly pods?: readonly Pod[];
}

/** The reverse name of an address: `4.3.2.1.in-addr.arpa`, or the nibbles of an IPv6 address. */
function reversed(address: string): string {
  if (!address.includes(':')) {
    return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  }
  const last = address.lastIndexOf(':') + 1;
  const [a, b, c, d] = address.slice(last).split('.').map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const plain = address.includes('.')
    ? `${address.slice(0, last)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    : address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const zeros = 8 - groups(head).length - groups(tail).length;
  const all = [
    ...groups(head),
    ...Array(tail === undefined ? 0 : zeros).fill('0'),
    ...groups(tail),
  ];
  const nibbles = all.map((group) => group.padStart(4, '0')).join('');
  return `${[...nibbles].reverse().join('.')}.ip6.arpa`;
}

function dashed(address: string): string {
  const label = address.replace(/[.:]/g, '-');
  return label.endsWith('-') ? `${label}0` : label;
}

/** A name with both address types. */
function* both(name: string): Iterable<Question> {
  yield [name, 'A'];
  yield [name, 'AAAA'];
}

type Ports = readonly (ServicePort | EndpointPort)[] | null | undefined;

function* ofPorts(service: string, ports: Ports): Iterable<Question> {
  for (const { name, protocol } of ports ?? []) {
    if (name) {
      yield [`_${name}._${protocol ?? 'TCP'}.${service}`.toLowerCase(), 'SRV'];
    }
  }
}

function* ofService({ metadata, spec }: Service, zone: string): Iterable<Question> {
  yield [`${metadata?.namespace}.svc.${zone}`, 'A'];
  const name = `${metadata?.name}.${metadata?.namespace}.svc.${zone}`;
  yield* both(name);
  yield [name, 'SRV'];
  if (spec?.type === 'ExternalName' || !spec?.clusterIP) {
    yield [name, 'CNAME'];
  }
  yield* ofPorts(name, spec?.ports);
  for (const address of [spec?.clusterIP, ...(spec?.clusterIPs ?? [])]) {
    if (address && /[.:]/.test(address)) {
      yield [reversed(address), 'PTR'];
    }
  }
}

function* ofSlice({ metadata, endpoints, ports }: EndpointSlice, zone: string): Iterable<Question> {
  const service = `${metadata?.labels?.['kubernetes.io/service-name']}.${metadata?.namespace}.svc.${zone}`;
  yield [`${metadata?.namespace}.svc.${zone}`, 'A'];
  yield [service, 'A'];
  yield* ofPorts(service, ports);
  for (const { addresses, hostname, targetRef } of endpoints ?? []) {
    for (const address of addresses ?? []) {
      const isName = !/[.:]\d+$|:/.test(address);
      const labels = [hostname, targetRef?.name, dashed(address)];
      for (const label of labels.filter((each) => each && each.length < 64)) {
        yield* both(`${label}.${service}`);
        yield [`${label}.${service}`, isName ? 'CNAME' : 'SRV'];
      }
      if (isName) {
        yield [service, 'CNAME'];
      }
      yield [reversed(address), 'PTR'];
    }
  }
}

function* ofPod({ metadata, status }: Pod, zone: string): Iterable<Question> {
  for (const ip of [status?.podIP, ...(status?.podIPs ?? []).map((each) => each.ip)]) {
    if (ip) {
      const name = `${ip.replace(/[.:]/g, '-')}.${metadata?.namespace}.pod.${zone}`;
      yield* both(name);
      yield [name, 'SRV'];
    }
  }
}

/** Every name of the objects, with each type that it may have. */
function* canonical(objects: Objects, zone: string): Iterable<Question> {
  yield [`dns-version.${zone}`, 'TXT'];
  for (const service of objects.services ?? []) {
    yield* ofService(service, zone);
  }
  for (const slice of objects.endpointSlices ?? []) {
    yield* ofSlice(slice, zone);
  }
  for (const pod of objects.pods ?? []) {
    yield* ofPod(pod, zone);
  }
}

/** The same name or a similar one, with a character escaped or replaced by one that must be. */
function escaped(random: Random, name: string): string {
  // The server ignores the first labels of an IPv6 address with too many, and counts a dot within a label.
  if (name.endsWith('.arpa') && random.percent(30)) {
    return random.pick(['\\.', '\\..', '1\\.2.', '\\046', '1.\\\\046.']) + name;
  }
  const at = random.below(name.length);
  const byte = `${name.charCodeAt(at) & 255}`.padStart(3, '0');
  const other = random.pick([...' "\'();@\\\n\0ä', '\\.', '\\046', '\\\\.', '\\300']);
  const character = random.pick([`\\${byte}`, `\\${byte}`, `\\${name[at]}`, other]);
  return name.slice(0, at) + character + name.slice(at + 1);
}

/** A name similar to an existing one, or the same in other case. */
function beside(random: Random, name: string): string {
  const labels = name.split('.');
  const at = random.below(labels.length);
  const near = random.below(Math.min(labels.length, 5));
  switch (random.below(10)) {
    case 0:
      return name.toUpperCase();
    case 1:
      return name.replace(/[a-z]/g, (letter) =>
        random.percent(30) ? letter.toUpperCase() : letter,
      );
    case 2:
      return `${name}.`;
    case 3:
      return labels.slice(near + 1).join('.');
    case 4:
      return labels.with(near, random.pick(LABELS)).join('.');
    case 5:
      return labels.toSpliced(at, 0, random.pick(LABELS)).join('.');
    case 6:
      return labels.toSpliced(near, 1).join('.');
    case 7:
      return escaped(random, name);
    case 8:
      return `${Array.from({ length: 1 + random.below(4) }, () => random.pick(LABELS)).join('.')}.${name}`;
    default:
      return labels
        .map((label) => (random.percent(30) ? label.replace(/^_/, '') : label))
        .join('.');
  }
}

/** Names that exist, or seem to exist, only because of their shape. */
function shapes(random: Random, zone: string): readonly string[] {
  const namespace = random.pick(['default', 'prod', 'x', 'svc']);
  return [
    ...[
      ...[
        '',
        'svc.',
        'pod.',
        `${namespace}.svc.`,
        `${namespace}.pod.`,
        'foo.',
        '*.svc.',
        'apex.dns.',
      ].map((left) => left + zone),
      ...words(`
        10-1-0-1 1-2-3 256-0-0-1 1-2-3-4-5 --1 fd00--1 fd00-0-0-0-0-0-0-1 --ffff-102-304 -- 01-2-3-4
      `).map((label) => `${label}.${namespace}.pod.${zone}`),
      ...[
        `x.10-1-0-1.${namespace}.pod.`,
        `x.y.10-1-0-1.${namespace}.pod.`,
        `x.y.z.10-1-0-1.${namespace}.pod.`,
      ].map((left) => left + zone),
    ],
    ...words(`
      in-addr.arpa 10.in-addr.arpa 256.0.0.10.in-addr.arpa 01.0.96.10.in-addr.arpa
      svc.in-addr.arpa dns-version.in-addr.arpa x.svc.in-addr.arpa 1.2.3.4.5.in-addr.arpa ip6.arpa
      1.ip6.arpa pod.ip6.arpa example.com local arpa
    `),
    ...[`dns-version.x.${zone}`, `DNS-Version.${zone}`],
  ];
}

/** Questions about a cluster: every existing name, similar names, and some others. */
export function questions(random: Random, objects: JsonObject, zone: string): Question[] {
  const right = [...canonical(objects as Objects, zone)];
  const asked = [...right];
  for (let count = 5 + random.below(20); count > 0; count--) {
    const [name, type] = random.pick(right);
    const other = random.percent(85) ? beside(random, name) : random.pick(shapes(random, zone));
    asked.push([other, random.percent(50) ? type : random.pick(TYPES)]);
  }
  const unique = new Map(asked.map((question) => [question.join(' '), question]));
  // The name of the server itself depends on its machine.
  const isOwn = (name: string) => name.toLowerCase().replace(/\.$/, '') === `ns.dns.${zone}`;
  return [...unique.values()].filter(([name]) => !isOwn(name));
}
