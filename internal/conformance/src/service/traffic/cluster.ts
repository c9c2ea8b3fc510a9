// Services with slices, a node, and connections to them.
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';

const CLUSTER_IPS = { IPv4: '10.96.0.7', IPv6: 'fd00:96::7' };
const VIPS = ['192.0.2.7', '192.0.2.8', 'fd00:192::7'];
const EXTERNAL_IPS = ['198.51.100.1', 'fd00:198::1', '198.051.100.001', 'x', ''];
const SOURCE_RANGES = [
  '203.0.113.0/25',
  ' 203.0.113.0/25 ',
  '203.0.113.77/24',
  '203.0.113.0/024',
  '203.0.113.0/33',
  '::ffff:203.0.113.0/121',
  '::ffff:203.0.113.0/90',
  '10.244.0.0/16',
  '192.168.0.0/24',
  '010.0.0.0/8',
  '0.0.0.0/0',
  '::/0',
  'fd00:203::/64',
  'fd00:1::/64',
  'x',
];
/** Where clients are, and their addresses. */
const SOURCES: readonly (readonly [string, string, string])[] = [
  ['POD', '10.244.1.9', 'fd00:244::9'],
  ['NODE', '192.168.0.2', 'fd00:1::2'],
  ['OUTSIDE', '203.0.113.9', 'fd00:203::9'],
  ['OUTSIDE', '203.0.113.200', 'fd00:204::9'],
];

/** A Service that kube-proxy may handle. */
function trafficService(random: Random): JsonObject {
  const type = random.pick([
    'ClusterIP',
    'ClusterIP',
    'NodePort',
    'NodePort',
    'LoadBalancer',
    'LoadBalancer',
  ]);
  const families = random.pick([
    ['IPv4'],
    ['IPv4'],
    ['IPv6'],
    ['IPv4', 'IPv6'],
    ['IPv6', 'IPv4'],
  ]) as ('IPv4' | 'IPv6')[];
  const ips = families.map((family) => CLUSTER_IPS[family]);
  const hasNodePorts = type !== 'ClusterIP' && random.percent(90);
  const names = random.percent(6) ? ['', ''] : ['', 'dns'];
  const ports = names.slice(0, 1 + random.below(2)).map((name, index) => ({
    name,
    port: 80 + index,
    ...random.maybe(30, () => ({ protocol: random.pick(['UDP', 'TCP', 'SCTP']) })),
    ...(hasNodePorts && { nodePort: 30_080 + index }),
  }));
  const policy = () => random.pick(['Local', 'Local', 'Cluster']);
  const ingress = () => ({
    ...random.maybe(85, () => ({ ip: random.pick(VIPS) })),
    ...random.maybe(20, () => ({ hostname: 'lb.example.com' })),
    ...random.maybe(20, () => ({ ipMode: random.pick(['VIP', 'Proxy']) })),
  });
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      type: random.percent(3) ? 'ExternalName' : type,
      ports,
      clusterIP: random.percent(4) ? random.pick(['None', '']) : (ips[0] as string),
      ...random.maybe(95, () => ({ clusterIPs: random.percent(95) ? ips : ips.slice(0, 1) })),
      ...random.maybe(90, () => ({ ipFamilies: families })),
      ...random.maybe(45, () => ({ internalTrafficPolicy: policy() })),
      ...random.maybe(60, () => ({ externalTrafficPolicy: policy() })),
      ...random.maybe(40, () => ({
        externalIPs: random.list(2, () => random.pick(EXTERNAL_IPS)),
      })),
      ...random.maybe(40, () => ({
        loadBalancerSourceRanges: random.list(3, () => random.pick(SOURCE_RANGES)),
      })),
      ...random.maybe(10, () => ({ sessionAffinity: 'ClientIP' })),
    },
    ...random.maybe(type === 'LoadBalancer' ? 90 : 10, () => ({
      status: { loadBalancer: { ingress: random.list(2, ingress) } },
    })),
  };
}

/** Slices of the Service and of others. An address is in them at most twice, with a second endpoint that is terminating. */
function trafficSlices(random: Random): Json[] {
  let count = 0;
  /** Those that stay, whose address another endpoint may have. */
  const staying: { readonly [family: string]: number[] } = { IPv4: [], IPv6: [] };
  const style = random.pick(['none', 'none', 'zones', 'zones', 'nodes', 'both', 'some']);
  const hints = (): JsonObject => {
    const zones = { forZones: [{ name: random.pick(['a', 'b', '']) }] };
    const nodes = { forNodes: [{ name: random.pick(['n1', 'n2']) }] };
    const rich = { ...zones, forNodes: [{ name: 'n1' }, { name: 'n2' }] };
    const styles: { readonly [name: string]: () => JsonObject } = {
      none: () => ({}),
      zones: () => ({ hints: zones }),
      nodes: () => ({ hints: nodes }),
      both: () => ({ hints: random.percent(80) ? { ...zones, ...nodes } : rich }),
      some: () => random.maybe(60, () => ({ hints: random.pick<JsonObject>([zones, nodes, {}]) })),
    };
    return (styles[style] as () => JsonObject)();
  };
  const isHealthy = random.percent(50);
  const endpoint = (family: string): JsonObject => {
    const known = staying[family] ?? [];
    const isSecond = known.length > 0 && random.percent(8);
    const [second = 0] = isSecond ? known.splice(random.below(known.length), 1) : [];
    const number = isSecond ? second : count++;
    const address = family === 'IPv6' ? `FD00:244::${number + 1}` : `10.244.0.${number + 1}`;
    const boolean = (percent: number) => random.percent(percent);
    const conditions: JsonObject = {
      ...random.maybe(80, () => ({ ready: boolean(isHealthy ? 85 : 15) })),
      ...random.maybe(70, () => ({ serving: boolean(60) })),
      ...random.maybe(isHealthy ? 20 : 60, () => ({ terminating: boolean(60) })),
    };
    if (!isSecond && conditions.terminating !== true) {
      known.push(number);
    }
    return {
      addresses: random.percent(97) ? [address] : [],
      ...(isSecond
        ? { conditions: { ...conditions, terminating: true } }
        : random.maybe(90, () => ({ conditions }))),
      ...random.maybe(85, () => ({ nodeName: random.pick(['n1', 'n2', 'n2', '']) })),
      ...hints(),
    };
  };
  const port = (name: string, number: number) => ({
    ...random.maybe(90, () => ({ name })),
    ...random.maybe(30, () => ({ protocol: random.pick(['UDP', 'TCP', 'SCTP']) })),
    ...random.maybe(95, () => ({ port: random.percent(95) ? number : 0 })),
  });
  return random.list(4, (index) => {
    const addressType = random.pick(['IPv4', 'IPv4', 'IPv6']);
    const endpoints = random.list(4, () => endpoint(addressType));
    return {
      metadata: {
        name: `s${index}`,
        namespace: random.percent(97) ? 'shop' : 'other',
        labels: { 'kubernetes.io/service-name': random.percent(97) ? 'web' : 'api' },
      },
      addressType: random.percent(97) ? addressType : 'FQDN',
      endpoints,
      ports: random.percent(85) ? [port('', 8080), port('dns', 5353)] : [],
    };
  });
}

function connection(random: Random, addresses: readonly string[]): Json {
  const [from, source4, source6] = random.pick(SOURCES) as readonly [string, string, string];
  const address = random.pick([
    ...Object.values(CLUSTER_IPS),
    ...VIPS,
    ...addresses,
    ...addresses,
    '198.51.100.1',
    'fd00:198::1',
    from === 'NODE' ? '127.0.0.1' : '192.0.2.7',
    '192.0.2.99',
  ]);
  const isNode = addresses.includes(address) || address === '127.0.0.1';
  return {
    from,
    source: address.includes(':') ? source6 : source4,
    address,
    port: (isNode && random.percent(95) ? 30_080 : 80) + random.below(2),
    protocol: random.pick(['TCP', 'TCP', 'TCP', 'UDP']),
  };
}

/** A Service, its slices, the node of a kube-proxy, and connections that reach it. */
export function trafficCase(random: Random): Json {
  const addresses = ['192.168.0.2', 'fd00:1::2', ...random.list(1, () => random.pick(VIPS))];
  return {
    service: trafficService(random),
    slices: trafficSlices(random),
    node: {
      name: 'n1',
      labels: random.percent(90)
        ? { 'topology.kubernetes.io/zone': random.pick(['a', 'b', 'c']) }
        : {},
      addresses,
    },
    connections: Array.from({ length: 10 }, () => connection(random, addresses)),
  };
}
