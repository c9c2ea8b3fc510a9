import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';

/** Few names, some of them keywords, so questions often match. */
const NAMESPACES = ['default', 'prod', 'kube-system', 'svc', 'pod', 'x', 'constructor'];
const SERVICES = ['web', 'db', 'api', 'x', 'svc', 'pod', 'ns', 'dns', '10-1-0-1', 'constructor'];
/** Names that the API server rejects; most of them must be escaped. */
const ODD_NAMES = [
  ...words('Web x.y ä $x a;b (c) a@b'),
  ...['a b', `it's`, '"', 'a\n1 IN A 6.6.6.6', '\t\0', '\ud83d', 'a\\010b', 'a\u202eb'],
];
const HOSTNAMES = ['db-0', 'db-1', 'db-0', 'a', '10-1-0-1', 'svc', ''];
const PORT_NAMES = ['http', 'https', 'dns-tcp', 'tcp', 'http', 'HTTP', '', null];
const PROTOCOLS = ['TCP', 'TCP', 'TCP', 'UDP', 'SCTP'];
const ADDRESSES = words(`
  10.1.0.1 10.1.0.2 10.1.0.3 10.1.0.4 10.1.0.5 10.96.0.1 fd00::1 fd00::2 fd00:1:2:3:4:5:6:7
  fd00:: ::1 fe80::1:0:0:1
`);
/** Other spellings of addresses, which the server compares as text, and names instead of addresses. */
const ODD_ADDRESSES = words(`
  FD00::A fd00:0:0:0:0:0:0:1 ::ffff:10.1.0.9 ::ffff:a01:9 host.example.com example.com
`);
const EXTERNAL_NAMES = [
  ...words(`
    example.com Example.COM. db.example.com a.b.example.com 192.0.2.7 2001:db8::7 192.0.2.7.
    alias.example.com local x.y;z.example.com a\\.b.example.com a\\032b. \\195.example.com
  `),
  ...['', '::ffff:192.0.2.7', 'x y.example.com', 'a\nb.', '"(ä)".local'],
];

function listOf<T>(length: number, element: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => element(index));
}

function address(random: Random): string {
  return random.pick(random.percent(98) ? ADDRESSES : ODD_ADDRESSES);
}

/** One of the names, or rarely an odd one. */
function nameOf<T>(random: Random, names: readonly T[]): T | string {
  return random.pick<T | string>(random.percent(96) ? names : ODD_NAMES);
}

function port(random: Random): JsonObject {
  return {
    ...random.maybe(90, () => ({ name: nameOf(random, PORT_NAMES) })),
    ...random.maybe(95, () => ({ protocol: random.pick(PROTOCOLS) })),
    port: random.pick([80, 443, 53, 8080, 65535]),
  };
}

interface Name {
  readonly name: string;
  readonly namespace: string;
}

/** The spec of a Service; `index` makes its addresses unique. */
function spec(random: Random, index: number, zone: string, others: readonly Name[]): JsonObject {
  const v4 = `10.96.0.${index + 1}`;
  const v6 = `fd00:10::${(index + 10).toString(16)}`;
  const ports = { ports: listOf(random.pick([1, 1, 2, 2, 3]), () => port(random)) };
  const kind = random.below(100);
  if (kind < 35) {
    const clusterIPs = random.pick([[v4], [v4], [v6], [v4, v6], [v6, v4]]);
    const type = random.pick(['ClusterIP', 'ClusterIP', 'NodePort', 'LoadBalancer', null]);
    return { type, clusterIP: clusterIPs[0] as string, clusterIPs, ...ports };
  }
  if (kind < 65) {
    return {
      type: 'ClusterIP',
      clusterIP: 'None',
      clusterIPs: ['None'],
      ...random.maybe(80, () => ports),
    };
  }
  if (kind < 90) {
    const target = random.pick(others) as Name;
    const suffix = random.pick([zone, zone, zone.toUpperCase(), `${zone}.`]);
    const inside = `${target.name}.${target.namespace}.svc.${suffix}`;
    const deeper = [
      `db-0.${inside}`,
      `_http._tcp.${inside}`,
      `10-1-0-1.${target.namespace}.pod.${suffix}`,
      suffix,
    ];
    return {
      type: 'ExternalName',
      externalName: random.pick([...listOf(6, () => inside), ...deeper, ...EXTERNAL_NAMES]),
      ...random.maybe(20, () => ports),
    };
  }
  // As in a minimal manifest.
  return random.pick([
    {},
    ports,
    { clusterIP: v4, ...ports },
    { clusterIP: 'None' },
    { clusterIPs: [], ...ports },
  ]);
}

function endpoint(random: Random): JsonObject {
  const name = random.pick(['db-0', 'web-5d4f', 'p'.repeat(63), 'p'.repeat(64), 'a.b']);
  return {
    addresses: listOf(random.percent(90) ? 1 : 2, () => address(random)),
    ...random.maybe(60, () => ({
      conditions: random.pick<Json>([
        { ready: true },
        { ready: true },
        { ready: false },
        { ready: false, serving: true, terminating: true },
        { ready: null },
        {},
        null,
      ]),
    })),
    ...random.maybe(45, () => ({ hostname: nameOf(random, HOSTNAMES) })),
    ...random.maybe(50, () => ({ targetRef: { kind: 'Pod', name } })),
  };
}

function slice(random: Random, index: number, service: Name): JsonObject {
  const labels = { 'kubernetes.io/service-name': service.name };
  const endpointPort = () => ({
    ...random.maybe(90, () => ({ name: nameOf(random, PORT_NAMES) })),
    ...random.maybe(95, () => ({ protocol: random.pick(PROTOCOLS) })),
    ...random.maybe(97, () => ({ port: random.pick([80, 443, 53, 8080]) })),
  });
  const name = `${service.name}-${index}`;
  return {
    metadata: { name, namespace: service.namespace, labels },
    addressType: 'IPv4',
    endpoints: listOf(random.pick([0, 1, 2, 2, 3, 5]), () => endpoint(random)),
    ...random.maybe(95, () => ({
      ports: random.percent(95) ? listOf(random.pick([0, 1, 1, 1, 2]), endpointPort) : null,
    })),
  };
}

function pod(random: Random, index: number, namespace: string): JsonObject {
  const podIP = address(random);
  const podIPs = random.percent(80) ? [{ ip: podIP }] : [{ ip: podIP }, { ip: address(random) }];
  return {
    metadata: {
      name: `p-${index}`,
      namespace,
      ...random.maybe(8, () => ({ deletionTimestamp: '2026-01-02T03:04:05Z' })),
    },
    status: {
      ...random.maybe(80, () => ({
        phase: random.pick(words('Running Running Running Pending Succeeded Failed Unknown')),
      })),
      ...random.maybe(95, () => ({ podIP })),
      ...random.maybe(90, () => ({ podIPs })),
    },
  };
}

/** Records of the upstream resolver. */
const UPSTREAM = [
  'example.com. 60 IN A 192.0.2.1',
  'example.com. 60 IN A 192.0.2.2',
  'example.com. 61 IN AAAA 2001:db8::1',
  'alias.example.com. 62 IN CNAME example.com.',
];

/** Cluster domains. */
const CLUSTER_DOMAINS = [
  'cluster.local',
  'cluster.local',
  'cluster.local',
  'k8s.example.com',
  'local',
];

/** The objects of a small cluster and the options of its DNS server, in the format of the oracle. */
export function cluster(random: Random): {
  objects: JsonObject;
  options: JsonObject;
  zone: string;
} {
  const zone = random.pick(CLUSTER_DOMAINS);
  const namespaces = listOf(1 + random.below(3), () => nameOf(random, NAMESPACES));
  const placed = () => (random.percent(95) ? random.pick(namespaces) : random.pick(NAMESPACES));
  const size = random.pick([1, 1, 1, 1, 2, 2, 2, 3, 4, 8]);
  const all = listOf(size, () => ({ name: nameOf(random, SERVICES), namespace: placed() }));
  const names = [...new Map(all.map((name) => [`${name.namespace}/${name.name}`, name])).values()];
  const services = names.map((name, index) => ({
    metadata: { ...name },
    spec: spec(random, index, zone, names),
  }));
  const backed = [...names, ...names, { name: 'gone', namespace: namespaces[0] as string }];
  const endpointSlices = listOf(random.below(2 * size + 1), (index) =>
    slice(random, index, random.pick(backed)),
  );
  const pods = listOf(random.below(5), (index) => pod(random, index, placed()));
  return {
    zone,
    objects: {
      namespaces: [...new Set(namespaces)].map((name) => ({ metadata: { name } })),
      services,
      endpointSlices,
      pods,
    },
    options: {
      zones: [zone, 'in-addr.arpa', 'ip6.arpa'],
      pods: random.pick(['disabled', 'insecure', 'verified']),
      ...random.maybe(25, () => ({ endpointPodNames: true })),
      ...random.maybe(20, () => ({ ignoreEmptyService: true })),
      ...random.maybe(10, () => ({
        namespaces: ['prod', ...namespaces.filter((name) => /^[\w-]+$/.test(name)).slice(0, 1)],
      })),
      ...random.maybe(40, () => ({ ttl: random.pick([0, 30, 3600]) })),
      ...random.maybe(60, () => ({ upstream: UPSTREAM })),
    },
  };
}
