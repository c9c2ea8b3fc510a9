import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';

/** Names of any length up to the limits, most of them valid labels. */
function label(random: Random): string {
  const length = random.pick([1, 3, 5, 8, 20, 40, 62, 63]);
  const text = Array.from({ length }, () => random.pick([...'abz09-'])).join('');
  return text.replace(/^-/, 'a').replace(/-$/, 'z');
}

const WRONG_NAMES = [
  '',
  '.',
  '-a',
  'a-',
  'A',
  'a_b',
  'a b',
  'ä',
  'a..b',
  'a.',
  `a${'b'.repeat(63)}`,
];

function subdomain(random: Random): string {
  const labels = Array.from({ length: 1 + random.below(5) }, () => label(random));
  let text = labels.join('.').slice(0, 253);
  while (/[-.]$/.test(text)) {
    text = text.slice(0, -1);
  }
  return text;
}

function metadata(random: Random): JsonObject {
  return {
    name: random.percent(50) ? label(random) : subdomain(random),
    namespace: random.percent(70) ? random.pick(['default', 'prod', 'x']) : label(random),
    uid: random.pick(['1', '5d4f-11', '']),
  };
}

/** A Pod with the fields that decide its host name. */
export function hostnamePod(random: Random): JsonObject {
  const name = () => (random.percent(12) ? random.pick(WRONG_NAMES) : label(random));
  return {
    metadata: metadata(random),
    spec: {
      ...random.maybe(50, () => ({ hostname: random.percent(5) ? null : name() })),
      ...random.maybe(50, () => ({ subdomain: random.percent(5) ? null : name() })),
      ...random.maybe(50, () => ({ setHostnameAsFQDN: random.pick([true, true, false, null]) })),
      ...random.maybe(15, () => ({ hostNetwork: random.pick([true, true, false, null]) })),
      ...random.maybe(20, () => ({
        hostnameOverride: random.pick([subdomain(random), subdomain(random), name(), null]),
      })),
    },
  };
}

/** Host names that nobody should have to find by chance. */
export function* hostnamePods(): Iterable<JsonObject> {
  for (const length of [62, 63, 64, 65, 253]) {
    for (const character of ['a', 'a-', 'a.', '-', '.', 'ä']) {
      const name = `x${character.repeat(length)}`.slice(0, length - 1);
      const pod = { name: `${name}z`, namespace: 'prod', uid: '7' };
      yield { metadata: { ...pod, name: 'web' }, spec: { hostname: `${name}z`, subdomain: 'bar' } };
      yield { metadata: { ...pod, name: 'web' }, spec: { hostnameOverride: `${name}z` } };
      // The API server takes no other names for Pods.
      if (/^[a-]/.test(character)) {
        yield { metadata: pod, spec: {} };
        yield { metadata: pod, spec: { subdomain: 'bar', setHostnameAsFQDN: true } };
      }
    }
  }
  for (const wrong of WRONG_NAMES) {
    for (const field of ['hostname', 'subdomain', 'hostnameOverride']) {
      yield { metadata: { name: 'web', namespace: 'prod', uid: '7' }, spec: { [field]: wrong } };
    }
  }
  for (const length of [33, 34, 35, 36, 37]) {
    // foo.<subdomain>.prod.svc.cluster.local, around the kernel's limit of 64.
    yield {
      metadata: { name: 'foo', namespace: 'prod', uid: '7' },
      spec: { subdomain: 'b'.repeat(length), setHostnameAsFQDN: true },
    };
  }
}

/** White space that Go knows, and some that it does not. */
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
const SERVERS = ['1.1.1.1', '8.8.8.8', '10.96.0.10', 'fe80::1%eth0', '2001:db8::1', 'x', '1.1.1.1'];
const DOMAINS = words('a b.c example.com example.com. . a.. A svc.cluster.local _x.y ä');
const OPTIONS = words('ndots:2 ndots:5 ndots: ndots timeout:1 edns0 a:b:c : :x __proto__:1 #');

function domain(random: Random): string {
  const kind = random.below(100);
  if (kind < 60) {
    return random.pick(DOMAINS);
  }
  if (kind < 90) {
    return subdomain(random);
  }
  // Around the longest that the kubelet lets pass, in bytes.
  const length = random.pick([252, 253, 253, 254, 254, 300]);
  return random.percent(80) ? 'd'.repeat(length) : `${'d'.repeat(length - 2)}ä`;
}

/** Mostly few; sometimes about as many as there may be, or more. */
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
    // Without a server the whole file is refused, so that is rare.
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

/** A `resolv.conf`, tidy or not. */
export function resolvConf(random: Random): string {
  const lines = Array.from({ length: random.below(8) }, () => line(random));
  const indented = lines.map((text) => (random.percent(10) ? random.pick(SPACES) : '') + text);
  return indented.join(random.percent(90) ? '\n' : '\r\n') + (random.percent(50) ? '\n' : '');
}

const ADDRESSES = ['10.96.0.10', 'fd00:10::A', '::ffff:10.0.0.1', '10.96.0.11', '169.254.20.10'];

/** The configuration of a kubelet, under the names of the oracle. */
export function node(random: Random): JsonObject {
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
      name: random.pick(['ndots', 'timeout', 'edns0', 'a:b', 'a', '__proto__', '#']),
    })),
    ...random.maybe(70, () => ({ value: random.pick(['1', '2', '', 'b:c', null]) })),
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
  return {
    metadata: metadata(random),
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

const POLICIES = ['Default', 'ClusterFirst', 'ClusterFirstWithHostNet', 'None', 'Unknown', ''];
const SOME_POD = { name: 'web', namespace: 'prod', uid: '7' };

/** Pods and nodes that nobody should have to find by chance. */
export function* resolvers(): Iterable<JsonObject> {
  const plain = {
    clusterDNS: ['10.96.0.10'],
    clusterDomain: 'cluster.local',
    nodeIPs: ['192.0.2.1'],
  };
  const file = 'nameserver 1.1.1.1\nsearch a b.c a\noptions timeout:1 edns0\n';
  const added = {
    nameservers: ['9.9.9.9', '1.1.1.1'],
    searches: ['a', 'z.', '.'],
    options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
  };
  for (const dnsPolicy of POLICIES) {
    for (const hostNetwork of [false, true]) {
      for (const dnsConfig of [null, {}, added]) {
        const pod = { metadata: SOME_POD, spec: { dnsPolicy, hostNetwork, dnsConfig } };
        yield { pod, node: { ...plain, resolvConf: file } };
        yield { pod, node: { ...plain, clusterDNS: [], resolvConf: file } };
      }
      const pod = { metadata: SOME_POD, spec: { dnsPolicy, hostNetwork } };
      yield { pod, node: plain };
      yield { pod, node: { ...plain, clusterDNS: [] } };
      yield { pod, node: { ...plain, resolvConf: 'nameserver\n' } };
      yield { pod, node: { ...plain, clusterDomain: '', resolvConf: file } };
    }
  }
  const pod = { metadata: SOME_POD, spec: { dnsPolicy: 'Default' } };
  for (const nodeIPs of [
    [],
    ['fd00::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['::ffff:10.0.0.1', 'fd00::1'],
  ]) {
    yield { pod, node: { ...plain, nodeIPs } };
  }
  for (const text of resolvConfs()) {
    yield { pod, node: { ...plain, resolvConf: text } };
    yield {
      pod: { metadata: SOME_POD, spec: { dnsPolicy: 'ClusterFirst', dnsConfig: added } },
      node: { ...plain, resolvConf: text },
    };
  }
}

/** Texts of `resolv.conf` at the edges. */
export function* resolvConfs(): Iterable<string> {
  yield* [
    '',
    '\n',
    '#',
    'nameserver',
    'nameserver\nnameserver\n',
    'search',
    'search .',
    'search . a. b.. .',
  ];
  yield* [
    'search a\nsearch b\n',
    'search a\nsearch\n',
    'options a:1\noptions b a:2\n',
    'options ndots: a a:1:2\n',
  ];
  yield* [
    'search a # b ; c',
    ' \t#search a',
    ';search a',
    'search\u00a0a\u0085b',
    'search a\ufeff b',
    '\ufeffsearch a',
  ];
  yield* ['search a\rsearch b', 'SEARCH a', 'domain a\nsearch b', 'nameserver 1.1.1.1 8.8.8.8 # x'];
  yield ['1', '2', '3', '4'].map((last) => `nameserver 10.0.0.${last}`).join('\n');
  for (const length of [28, 29, 30, 31, 32, 33, 40]) {
    yield `search ${Array.from({ length }, (_, index) => `d${index}`).join(' ')}`;
  }
  for (const length of [252, 253, 254]) {
    yield `search a ${'d'.repeat(length)} b`;
    yield `search a ${'ä'.repeat(length / 2)} b`;
  }
  // 2048 characters are allowed: 8 domains of 253 with their spaces take 2031.
  const long = Array.from({ length: 8 }, (_, index) => `${index}${'d'.repeat(252)}`).join(' ');
  for (const rest of [15, 16, 17]) {
    yield `search ${long} ${'e'.repeat(rest)}`;
    yield `search ${'e'.repeat(rest)} ${long}`;
    yield `search ${long} ${'e'.repeat(rest)} f`;
  }
}
