import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';

/** Labels of Services and Pods. */
export const LABELS: readonly JsonObject[] = [
  { app: 'web' },
  { app: 'api' },
  { app: 'web', tier: 'front' },
  { app: 'web', tier: '' },
  { __proto__x: 'web' },
  {},
];
/** Numbers of ports, valid or not. */
const PORTS = [80, 80, 53, 443, 9153, 1, 65_535, 0, 65_536, -1];
const PORT_NAMES = [
  'http',
  'dns',
  'dns-tcp',
  'metrics',
  '8080',
  'Http',
  'a'.repeat(64),
  '-a',
  'a.b',
];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP', 'tcp', ''];
/** Node ports that were asked for are in the static band, where nothing is drawn while others are free. */
const NODE_PORTS = [30_000, 30_001, 30_002, 30_085, 31_000, 31_015, 29_999, 65_536, 0, -1];
const ADDRESSES = [
  '10.96.0.1',
  '10.96.0.7',
  '10.96.255.254',
  '10.96.255.255',
  '10.96.0.0',
  '10.97.0.1',
  'fd00::1',
  'fd00::7',
  'FD00:0::7',
  'fd00:1::1',
  '010.96.0.7',
  '::ffff:10.96.0.7',
  '',
  'None',
  'x',
  '127.0.0.1',
  '::1',
  '0.0.0.0',
  '::',
  '169.254.1.1',
  'fe80::1',
  'febf::1',
  'fe80::1%eth0',
  '224.0.0.9',
  '224.0.1.1',
  'ff02::1',
  'ff12::1',
  '192.0.2.1',
  'none',
  'IPv4',
];
const CIDRS = [
  '10.0.0.0/8',
  ' 10.0.0.0/8 ',
  '10.0.0.1/8',
  '10.0.0.0/33',
  '10.0.0.0',
  'fd00::/64',
  'FD00::0/64',
  'fd00::1/64',
  '0.0.0.0/0',
  '10.0.0.0/08',
  '010.0.0.0/8',
  '::ffff:10.0.0.0/104',
  '::ffff:10.0.0.1/104',
  '::ffff:10.0.0.1/95',
  '::ffff:10.0.0.1/128',
  'x/8',
  '',
];
const QUALIFIED = ['example.com/my', 'http', 'kubernetes.io/h2c', 'a b', '', 'a/b/c', '/a'];
const LABEL_KEYS = ['app', 'example.com/app', 'a b', '', `${'a'.repeat(64)}`];
const LABEL_VALUES = ['web', '', 'a b', 'a'.repeat(64), null];

/** The clusters. */
const CLUSTERS: readonly JsonObject[] = [
  { clusterIpRanges: ['10.96.0.0/16'], nodePortRange: '30000-32767' },
  { clusterIpRanges: ['10.96.0.0/16', 'fd00::/108'], nodePortRange: '30000-32767' },
  { clusterIpRanges: ['fd00::/108', '10.96.0.0/16'], nodePortRange: '31000-31099' },
  { clusterIpRanges: ['fd00::/108'], nodePortRange: '30000-32767' },
];

/** A cluster. */
export const anyCluster = (random: Random): JsonObject => random.pick(CLUSTERS);

/** An address, often one that is usable. */
function address(random: Random): string {
  return random.percent(60) ? (ADDRESSES[random.below(10)] as string) : random.pick(ADDRESSES);
}

/** A port of a Service, mostly valid. */
export function servicePort(random: Random, isWild: boolean): JsonObject {
  const some = <T>(list: readonly T[], usual: number): T =>
    isWild && random.percent(30) ? random.pick(list) : (list[random.below(usual)] as T);
  return {
    ...random.maybe(85, () => ({ port: some(PORTS, 5) })),
    ...random.maybe(70, () => ({ name: some(PORT_NAMES, 5) })),
    ...random.maybe(40, () => ({ protocol: some(PROTOCOLS, 3) })),
    ...random.maybe(40, () => ({
      targetPort: some(
        [8080, 'http', 'dns', 80, '9376', 0, '', 'a'.repeat(16), 70_000, '-a', null],
        4,
      ),
    })),
    ...random.maybe(30, () => ({ nodePort: some(NODE_PORTS, 4) })),
    ...random.maybe(15, () => ({ appProtocol: some(QUALIFIED, 3) })),
  };
}

/** A spec of a Service; a wild one breaks many rules. */
function serviceSpec(random: Random, isWild: boolean): JsonObject {
  const types = [
    'ClusterIP',
    'NodePort',
    'LoadBalancer',
    'LoadBalancer',
    'ExternalName',
    'Odd',
    '',
  ];
  const type = isWild ? random.pick(types) : random.pick(types.slice(0, 5));
  const isName = type === 'ExternalName';
  const rare = isWild ? 25 : 6;
  const families = ['IPv4', 'IPv6'];
  const clusterIPs = random.list(isWild ? 3 : 2, () => address(random));
  const isHeadless = random.percent(20);
  const policy = ['Cluster', 'Local', ...(isWild ? ['Odd', ''] : [])];
  const port = () => servicePort(random, isWild);
  return {
    ...random.maybe(90, () => ({ type })),
    ...random.maybe(isName ? 30 : 92, () => ({ ports: [port(), ...random.list(3, port)] })),
    ...random.maybe(isName || isWild ? 90 : 10, () => ({
      externalName: random.pick(['example.com', 'example.com.', 'Example', '', '.', 'a..b']),
    })),
    ...random.maybe(70, () => ({ selector: selector(random, isWild) })),
    ...random.maybe(25, () => ({
      clusterIP: isHeadless ? 'None' : (clusterIPs[0] ?? address(random)),
    })),
    ...random.maybe(15, () => ({ clusterIPs: isHeadless ? ['None'] : clusterIPs })),
    ...random.maybe(25, () => ({
      ipFamilies: random.list(isWild ? 3 : 2, () =>
        random.pick(isWild && random.percent(20) ? ['IPv4', 'Odd', ''] : families),
      ),
    })),
    ...random.maybe(30, () => ({
      ipFamilyPolicy: random.pick([
        'SingleStack',
        'PreferDualStack',
        'RequireDualStack',
        ...(isWild ? ['Odd', ''] : []),
      ]),
    })),
    ...random.maybe(25, () => ({
      sessionAffinity: random.pick(['ClientIP', 'None', ...(isWild ? ['Odd', ''] : [])]),
    })),
    ...random.maybe(20, () => ({ sessionAffinityConfig: affinity(random) })),
    ...random.maybe(25, () => ({ externalIPs: random.list(2, () => address(random)) })),
    ...random.maybe(30, () => ({ externalTrafficPolicy: random.pick(policy) })),
    ...random.maybe(25, () => ({ internalTrafficPolicy: random.pick([...policy, null]) })),
    ...random.maybe(rare, () => ({ healthCheckNodePort: random.pick(NODE_PORTS) })),
    ...random.maybe(rare, () => ({
      loadBalancerIP: random.pick(['192.0.2.1', 'FD00::1', 'x', '']),
    })),
    ...random.maybe(rare, () => ({
      loadBalancerSourceRanges: random.list(3, () => random.pick(CIDRS)),
    })),
    ...random.maybe(type === 'LoadBalancer' ? 40 : rare, () => ({
      allocateLoadBalancerNodePorts: random.pick([true, false, null]),
    })),
    ...random.maybe(rare, () => ({ loadBalancerClass: random.pick(QUALIFIED) })),
    ...random.maybe(20, () => ({
      trafficDistribution: random.pick([
        'PreferClose',
        'PreferSameZone',
        'PreferSameNode',
        ...(isWild ? ['Odd', '', null] : []),
      ]),
    })),
    ...random.maybe(15, () => ({ publishNotReadyAddresses: random.pick([true, false, null]) })),
  };
}

function selector(random: Random, isWild: boolean): Json {
  return isWild && random.percent(20)
    ? { [random.pick(LABEL_KEYS)]: random.pick(LABEL_VALUES) }
    : random.pick([...LABELS, null]);
}

function affinity(random: Random): Json {
  const timeoutSeconds = random.pick([10, 86_400, 86_401, 0, -1, null]);
  return random.pick<Json>([{ clientIP: { timeoutSeconds } }, { clientIP: {} }, {}, null]);
}

const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const TOPOLOGY = 'service.kubernetes.io/topology-';

/** The metadata of a Service. */
function serviceMetadata(random: Random, isWild: boolean): JsonObject {
  const names = ['web', '2-web', 'Web', 'a.b', '', 'a'.repeat(64), '-a', 'web-'];
  const mode = () => random.pick(['Auto', 'auto', '']);
  return {
    namespace: 'shop',
    name: isWild ? random.pick(names) : 'web',
    ...random.maybe(isWild ? 20 : 0, () => ({
      generateName: random.pick([...names, 'web--', 'ä-', '\n-', 'ä'.repeat(40)]),
    })),
    ...random.maybe(20, () => ({
      annotations: {
        ...random.maybe(40, () => ({ [`${TOPOLOGY}mode`]: mode() })),
        ...random.maybe(30, () => ({ [`${TOPOLOGY}aware-hints`]: mode() })),
        ...random.maybe(40, () => ({
          [RANGES]: random.list(3, () => random.pick(CIDRS)).join(','),
        })),
      },
    })),
  };
}

/** A Service of a request. */
export function anyService(random: Random): JsonObject {
  const isWild = random.percent(30);
  const ingress = () => ({
    ...random.maybe(60, () => ({ ip: random.pick(['192.0.2.1', 'fd00::1', '']) })),
    ...random.maybe(30, () => ({ hostname: random.pick(['lb.example.com', 'a.example.com']) })),
    ...random.maybe(20, () => ({ ipMode: random.pick(['VIP', 'Proxy']) })),
  });
  return {
    metadata: serviceMetadata(random, isWild),
    spec: serviceSpec(random, isWild),
    ...random.maybe(20, () => ({
      status: { loadBalancer: random.pick<Json>([{ ingress: random.list(3, ingress) }, {}, null]) },
    })),
  };
}

/** A Service as it is stored, valid for its type. */
export function storedService(random: Random): JsonObject {
  const type = random.pick(['ClusterIP', 'ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName']);
  const isHeadless = type === 'ClusterIP' && random.percent(30);
  const families = random.pick([['IPv4'], ['IPv6'], ['IPv4', 'IPv6'], ['IPv6', 'IPv4']]);
  const clusterIPs = isHeadless
    ? ['None']
    : families.map((family) => (family === 'IPv4' ? '10.96.0.7' : 'fd00::7'));
  const hasNodePorts = type === 'NodePort' || type === 'LoadBalancer';
  const dual = random.pick(['PreferDualStack', 'RequireDualStack']);
  const ports = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    name: ['http', 'dns', 'metrics'][index] as string,
    port: [80, 53, 9153][index] as number,
    ...random.maybe(30, () => ({ protocol: 'UDP' })),
    ...(hasNodePorts && { nodePort: 30_000 + index }),
  }));
  const spec: JsonObject = {
    type,
    ports,
    ...random.maybe(70, () => ({ selector: random.pick(LABELS) })),
    ...(type === 'ExternalName'
      ? {
          externalName: 'example.com',
          ...random.maybe(30, () => ({ internalTrafficPolicy: 'Cluster' })),
        }
      : {
          clusterIP: clusterIPs[0] as string,
          ...random.maybe(families.length === 2 ? 100 : 90, () => ({ clusterIPs })),
          ...random.maybe(90, () => ({
            ipFamilies: families,
            ipFamilyPolicy:
              families.length === 2 ? dual : random.pick(['SingleStack', 'PreferDualStack']),
          })),
        }),
    ...random.maybe(30, () => ({ sessionAffinity: 'ClientIP' })),
    ...(type === 'LoadBalancer' && {
      ...random.maybe(40, () => ({ externalTrafficPolicy: 'Local', healthCheckNodePort: 30_010 })),
      ...random.maybe(30, () => ({ loadBalancerClass: 'example.com/lb' })),
      ...random.maybe(30, () => ({ allocateLoadBalancerNodePorts: false })),
      ...random.maybe(25, () => ({
        loadBalancerSourceRanges: [random.pick(CIDRS), random.pick(CIDRS)],
      })),
      ...random.maybe(15, () => ({ loadBalancerIP: random.pick(ADDRESSES) })),
    }),
    ...random.maybe(20, () => ({ externalIPs: [random.pick(ADDRESSES), '192.0.2.1'] })),
  };
  const ingress = [{ ip: '192.0.2.7' }];
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec,
    ...(type === 'LoadBalancer' &&
      random.maybe(50, () => ({ status: { loadBalancer: { ingress } } }))),
  };
}

/** A request that changes some fields of a stored Service. */
export function changedService(random: Random, stored: JsonObject): JsonObject {
  const fresh = anyService(random);
  const from = { ...(stored.spec as JsonObject) };
  const to = fresh.spec as JsonObject;
  const isWild = random.percent(20);
  for (const [field, value] of Object.entries(to)) {
    if (random.percent(isWild ? 40 : 12)) {
      from[field] = value;
    }
  }
  for (const field of Object.keys(from)) {
    if (random.percent(12)) {
      delete from[field];
    }
  }
  if (random.percent(40)) {
    from.type = random.pick(['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName']);
  }
  if (from.type === 'ExternalName' && random.percent(80)) {
    from.externalName = 'example.com';
  }
  if (random.percent(20)) {
    from.ipFamilyPolicy = random.pick(['SingleStack', 'PreferDualStack', 'RequireDualStack']);
  }
  if (random.percent(12)) {
    from.clusterIPs = ((from.clusterIPs as Json[] | undefined) ?? ['10.96.0.7']).slice(0, 1);
  }
  if (random.percent(12)) {
    from.ipFamilies = ((from.ipFamilies as Json[] | undefined) ?? ['IPv4']).slice(0, 1);
  }
  if (Array.isArray(from.ports) && random.percent(30)) {
    from.ports = [...(from.ports as Json[]), servicePort(random, false)].map((port) => {
      const { nodePort, ...rest } = port as JsonObject;
      return random.percent(50) || nodePort === undefined ? rest : { ...rest, nodePort };
    });
  }
  return { ...fresh, metadata: { ...(fresh.metadata as JsonObject), name: 'web' }, spec: from };
}
