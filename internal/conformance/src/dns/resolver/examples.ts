import type { JsonObject } from '../../harness/json.js';

const POLICIES = ['Default', 'ClusterFirst', 'ClusterFirstWithHostNet', 'None', 'Unknown', ''];
const SOME_POD = { name: 'web', namespace: 'prod', uid: '7' };

/** Hand-picked Pods and nodes. */
export function* resolverExamples(): Iterable<JsonObject> {
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
  for (const namespace of ['', null]) {
    const pod = { metadata: { ...SOME_POD, namespace }, spec: { dnsPolicy: 'ClusterFirst' } };
    yield { pod, node: { ...plain, resolvConf: file } };
    yield { pod, node: { ...plain, clusterDNS: [], resolvConf: file } };
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

/** Hand-picked texts of `resolv.conf`. */
function* resolvConfs(): Iterable<string> {
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
