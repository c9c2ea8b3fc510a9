import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { metadata, subdomain } from '../hostname.js';

/** Characters that Go treats as white space, and others. */
const SPACES = [
  ' ',
  ' ',
  ' ',
  ' ',
  '\t',
  '  ',
  '\r',
  '\v',
  '\f',
  '\u0085',
  '\u00a0',
  '\u2003',
  '\ufeff',
];
const SERVERS = [
  '',
  '1.1.1.1 # x',
  '1.1.1.1',
  '8.8.8.8',
  '10.96.0.10',
  'fe80::1%eth0',
  '2001:db8::1',
  'x',
  '1.1.1.1',
];
const DOMAINS = words('a b.c example.com example.com. . a.. A svc.cluster.local _x.y ä');
/** Domains of a Pod that would be several words or lines of a file. */
const ODD_DOMAINS = ['a b', 'a\nnameserver 6.6.6.6', '', '..', 'a..', '\0', 'a\\.b', '"', '#', ';'];
const OPTIONS = words(
  'ndots:2 ndots:5 ndots: ndots ndots:-1 ndots:1e3 NDOTS:2 timeout:1 edns0 a:b:c : :: :x __proto__:1 # ; ä:ö',
);

function domain(random: Random): string {
  const kind = random.below(100);
  if (kind < 58) {
    return random.pick(DOMAINS);
  }
  if (kind < 60) {
    return random.pick(ODD_DOMAINS);
  }
  if (kind < 90) {
    return subdomain(random);
  }
  // Around the maximum length in bytes.
  const length = random.pick([252, 253, 253, 254, 254, 300]);
  return random.percent(80) ? 'd'.repeat(length) : `${'d'.repeat(length - 2)}ä`;
}

/** Mostly few; sometimes around the limit. */
function count(random: Random, limit: number): number {
  return random.percent(85) ? random.below(4) : limit - 3 + random.below(6);
}

function directive(random: Random, first: string, rest: readonly string[]): string {
  const spaces = random.percent(80) ? [' '] : SPACES;
  return (
    [first, ...rest].join(random.pick(spaces)) + (random.percent(10) ? random.pick(SPACES) : '')
  );
}

function domains(random: Random): string[] {
  return Array.from({ length: count(random, 32) }, () => domain(random));
}

function line(random: Random): string {
  const list = (from: readonly string[], most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(from));
  const kind = random.below(20);
  if (kind < 8) {
    // Rarely without a server, because the kubelet then rejects the whole file.
    return directive(random, 'nameserver', random.percent(99) ? [random.pick(SERVERS)] : []);
  }
  if (kind < 12) {
    return directive(random, 'search', domains(random));
  }
  if (kind < 16) {
    return directive(random, 'options', list(OPTIONS, 4));
  }
  const other = [
    '',
    '#',
    '# search x',
    '#search',
    'options',
    'options\tndots:3',
    'search\t\ta.b',
    `search ${'long.example.com '.repeat(100)}`,
    `# ${'x'.repeat(5000)}`,
    'nameserver\0 1.1.1.1',
    ' #nameserver 9.9.9.9',
    '; x',
    'domain d',
    'sortlist 1.2.3.4',
    'Search x',
  ];
  return random.percent(70)
    ? random.pick(other)
    : directive(random, random.pick(['search#', 'nameserver', 'search', 'options']), [
        'a',
        '#',
        'b',
        ';',
      ]);
}

/** A `resolv.conf`, sometimes with odd white space. */
function resolvConf(random: Random): string {
  const lines = Array.from({ length: random.below(8) }, () => line(random));
  const indented = lines.map((text) => (random.percent(10) ? random.pick(SPACES) : '') + text);
  return (
    indented.join(random.percent(85) ? '\n' : random.pick(['\r\n', '\r', '\n\n'])) +
    (random.percent(50) ? '\n' : '')
  );
}

const ADDRESSES = ['10.96.0.10', 'fd00:10::A', '::ffff:10.0.0.1', '10.96.0.11', '169.254.20.10'];

/** The DNS configuration of a kubelet, in the format of the oracle. */
export function kubelet(random: Random): JsonObject {
  const some = (percent: number) =>
    random.percent(percent)
      ? Array.from({ length: 1 + random.below(random.percent(90) ? 2 : 5) }, () =>
          random.pick(ADDRESSES),
        )
      : [];
  return {
    ...random.maybe(90, () => ({ resolvConf: resolvConf(random) })),
    clusterDNS: some(80),
    clusterDomain: random.pick([
      'cluster.local',
      'cluster.local',
      'k8s.example.com',
      subdomain(random),
      '',
    ]),
    nodeIPs: some(60),
  };
}

function dnsConfig(random: Random): Json {
  const option = () => ({
    ...random.maybe(97, () => ({
      name: random.pick([
        'ndots',
        'timeout',
        'edns0',
        'a:b',
        'a',
        '__proto__',
        '#',
        'a b',
        'a\nb',
        '',
      ]),
    })),
    ...random.maybe(70, () => ({
      value: random.pick(['1', '2', '', 'b:c', null, '1 rotate', '\nnameserver 6.6.6.6']),
    })),
  });
  return {
    ...random.maybe(60, () => ({
      nameservers: Array.from({ length: random.below(5) }, () => random.pick(SERVERS)),
    })),
    ...random.maybe(60, () => ({ searches: domains(random) })),
    ...random.maybe(60, () => ({ options: Array.from({ length: random.below(4) }, option) })),
  };
}

/** A Pod with the fields that decide its resolver configuration. */
export function resolverPod(random: Random): JsonObject {
  const policies = ['Default', 'ClusterFirst', 'ClusterFirst', 'ClusterFirstWithHostNet', 'None'];
  const { namespace = null, ...named } = metadata(random);
  return {
    metadata: {
      ...named,
      ...random.maybe(90, () => ({
        namespace: random.pick([namespace, namespace, namespace, '', null]),
      })),
    },
    spec: {
      ...random.maybe(92, () => ({
        dnsPolicy: random.percent(95)
          ? random.pick(policies)
          : random.pick(['', 'clusterfirst', null]),
      })),
      ...random.maybe(30, () => ({ hostNetwork: random.percent(80) })),
      ...random.maybe(60, () => ({ dnsConfig: random.percent(95) ? dnsConfig(random) : null })),
    },
  };
}
