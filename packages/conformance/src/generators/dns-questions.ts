import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';

/** A name and a type. */
export type Question = readonly [name: string, type: string];

const TYPES = ['A', 'AAAA', 'SRV', 'CNAME', 'PTR', 'TXT', 'MX', 'HTTPS', 'ANY'];
const LABELS = [
  'web',
  'db',
  'svc',
  'pod',
  'default',
  'prod',
  'x',
  '*',
  '_',
  '_tcp',
  '_http',
  'tcp',
  'http',
  'a',
  'any',
];

type Tree = { readonly [key: string]: Tree | undefined } & readonly (Tree | undefined)[] & string;

interface Parts {
  readonly name: string;
  readonly namespace: string;
}

function list(value: Json | undefined): Tree[] {
  return [...((value ?? []) as unknown as Tree[])];
}

/** `4.3.2.1.in-addr.arpa`, or the nibbles of an IPv6 address with up to one `::`. */
export function reversed(address: string): string {
  if (!address.includes(':')) {
    return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  }
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted
    ? address.slice(0, dotted.index) +
      [0, 2]
        .map((at) => ((Number(dotted[at + 1]) << 8) + Number(dotted[at + 2])).toString(16))
        .join(':')
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

/** Every name that the objects give rise to, each with the types that it may have. */
function* canonical(objects: JsonObject, zone: string): Iterable<Question> {
  const of = (service: Parts) => `${service.name}.${service.namespace}.svc.${zone}`;
  const both = function* (name: string): Iterable<Question> {
    yield [name, 'A'];
    yield [name, 'AAAA'];
  };
  const ports = function* (service: Parts, from: Json | undefined): Iterable<Question> {
    for (const port of list(from)) {
      if (port.name) {
        yield [`_${port.name}._${port.protocol ?? 'TCP'}.${of(service)}`.toLowerCase(), 'SRV'];
      }
    }
  };
  yield [`dns-version.${zone}`, 'TXT'];
  for (const { metadata, spec } of list(objects.services)) {
    const service = metadata as unknown as Parts;
    yield* both(of(service));
    yield [of(service), 'SRV'];
    if (spec?.type === 'ExternalName' || !spec?.clusterIP) {
      yield [of(service), 'CNAME'];
    }
    yield* ports(service, spec?.ports as unknown as Json);
    for (const address of [spec?.clusterIP, ...list(spec?.clusterIPs as unknown as Json)]) {
      if (address && /[.:]/.test(address)) {
        yield [reversed(address), 'PTR'];
      }
    }
  }
  for (const { metadata, endpoints, ports: offered } of list(objects.endpointSlices)) {
    const name = metadata?.labels?.['kubernetes.io/service-name'] as unknown as string;
    const service = { name, namespace: metadata?.namespace as unknown as string };
    yield* ports(service, offered as unknown as Json);
    for (const { addresses, hostname, targetRef } of list(endpoints as unknown as Json)) {
      for (const address of list(addresses as unknown as Json)) {
        const isName = !/[.:]\d+$|:/.test(address);
        const own = [hostname, targetRef?.name, dashed(address)].filter(
          (label) => label && label.length < 64,
        );
        for (const label of own as string[]) {
          yield* both(`${label}.${of(service)}`);
          yield [`${label}.${of(service)}`, isName ? 'CNAME' : 'SRV'];
        }
        if (isName) {
          yield [of(service), 'CNAME'];
        }
        yield [reversed(address), 'PTR'];
      }
    }
  }
  for (const { metadata, status } of list(objects.pods)) {
    for (const ip of [
      status?.podIP,
      ...list(status?.podIPs as unknown as Json).map((entry) => entry.ip),
    ]) {
      if (ip) {
        yield* both(`${(ip as string).replace(/[.:]/g, '-')}.${metadata?.namespace}.pod.${zone}`);
      }
    }
  }
}

/** A name beside an existing one, or the same in other letters. */
function beside(random: Random, name: string): string {
  const labels = name.split('.');
  const at = random.below(labels.length);
  const near = random.below(Math.min(labels.length, 5));
  switch (random.below(9)) {
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
      return `${Array.from({ length: 1 + random.below(4) }, () => random.pick(LABELS)).join('.')}.${name}`;
    default:
      return labels
        .map((label) => (random.percent(30) ? label.replace(/^_/, '') : label))
        .join('.');
  }
}

/** Names that exist for their shape, or do not although they look like it. */
function shapes(random: Random, zone: string): readonly string[] {
  const namespace = random.pick(['default', 'prod', 'x', 'svc']);
  return [
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
    ...[
      '10-1-0-1',
      '1-2-3',
      '256-0-0-1',
      '1-2-3-4-5',
      '--1',
      'fd00--1',
      'fd00-0-0-0-0-0-0-1',
      '--ffff-102-304',
      '--',
      '01-2-3-4',
    ].map((label) => `${label}.${namespace}.pod.${zone}`),
    ...[
      `x.10-1-0-1.${namespace}.pod.`,
      `x.y.10-1-0-1.${namespace}.pod.`,
      `x.y.z.10-1-0-1.${namespace}.pod.`,
    ].map((left) => left + zone),
    ...[
      'in-addr.arpa',
      '10.in-addr.arpa',
      '256.0.0.10.in-addr.arpa',
      '01.0.96.10.in-addr.arpa',
      'svc.in-addr.arpa',
    ],
    ...[
      'dns-version.in-addr.arpa',
      'x.svc.in-addr.arpa',
      '1.2.3.4.5.in-addr.arpa',
      'ip6.arpa',
      '1.ip6.arpa',
      'pod.ip6.arpa',
    ],
    ...['example.com', 'local', 'arpa', `dns-version.x.${zone}`, `DNS-Version.${zone}`],
  ];
}

/** The questions that a cluster is asked: every name that it has, names beside them, and some more. */
export function questions(random: Random, objects: JsonObject, zone: string): Question[] {
  const right = [...canonical(objects, zone)];
  const asked = [...right];
  for (let count = 5 + random.below(20); count > 0; count--) {
    const [name, type] = random.pick(right);
    const other = random.percent(85) ? beside(random, name) : random.pick(shapes(random, zone));
    asked.push([other, random.percent(50) ? type : random.pick(TYPES)]);
  }
  const unique = new Map(asked.map((question) => [question.join(' '), question]));
  // The server's own name is its machine's business.
  const isOwn = (name: string) => name.toLowerCase().replace(/\.$/, '') === `ns.dns.${zone}`;
  return [...unique.values()].filter(([name]) => !isOwn(name));
}
