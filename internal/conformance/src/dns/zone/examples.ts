import type { Json, JsonObject } from '../../harness/json.js';
import { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { type Question, questions } from './questions.js';

const ZONE = 'cluster.local';

function service(name: string, spec: JsonObject): JsonObject {
  return { metadata: { name, namespace: 'default' }, spec };
}

function slice(
  name: string,
  addresses: readonly string[],
  ports: Json,
  more: JsonObject = {},
): JsonObject {
  return {
    metadata: {
      name: `${name}-abc`,
      namespace: 'default',
      labels: { 'kubernetes.io/service-name': name },
    },
    addressType: 'IPv4',
    endpoints: addresses.map((address) => ({ addresses: [address], ...more })),
    ports,
  };
}

const HTTP = [{ name: 'http', protocol: 'TCP', port: 80 }];
const HEADLESS = { clusterIP: 'None', ports: HTTP };

function alias(name: string, externalName: string): JsonObject {
  return service(name, { type: 'ExternalName', externalName });
}

function inside(name: string): string {
  return `${name}.default.svc.${ZONE}`;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `10.1.${index >> 8}.${index & 255}`);
}

/** Questions about names that do not come from an object. */
const SHAPES: readonly Question[] = [
  ...['', ...words('svc. pod. default.svc. default.pod. gone.svc. gone.pod. svc.svc. x.')].flatMap(
    (left) => ['A', 'TXT', 'SRV', 'CNAME', 'PTR'].map((type): Question => [left + ZONE, type]),
  ),
  ...words(`
    10-1-0-1 x.10-1-0-1 x.y.10-1-0-1 x.y.z.10-1-0-1 1-2-3 --1 --ffff-102-304 fd00--1 *
  `).flatMap((label) =>
    ['A', 'AAAA'].map((type): Question => [`${label}.default.pod.${ZONE}`, type]),
  ),
  ...words(`
    in-addr.arpa 10.in-addr.arpa svc.in-addr.arpa dns-version.ip6.arpa ip6.arpa example.com
  `).flatMap((name) => ['A', 'PTR', 'TXT'].map((type): Question => [name, type])),
  [`DNS-Version.${ZONE.toUpperCase()}`, 'TXT'],
  [`\\.1${'.0'.repeat(29)}.d.f.ip6.arpa`, 'PTR'],
  ['example.com', 'A'],
];

const CLUSTERS: readonly JsonObject[] = [
  // Loops, chains of the maximum length and one more, and dangling aliases.
  {
    services: [
      alias('self', inside('self')),
      alias('below', `x.${inside('below')}`),
      alias('a', inside('b')),
      alias('b', inside('a')),
      alias('gone', inside('nothing')),
      alias('upper', inside('web').toUpperCase()),
      alias('apex', ZONE),
      alias('pod', `10-1-0-1.default.pod.${ZONE}`),
      alias('out', 'example.com'),
      alias('address', '192.0.2.1'),
      alias('mapped', '::ffff:192.0.2.1'),
      alias('empty', ''),
      ...Array.from({ length: 13 }, (_, index) =>
        alias(`c${index}`, inside(index === 12 ? 'web' : `c${index + 1}`)),
      ),
      service('web', { clusterIP: '10.96.0.1', clusterIPs: ['10.96.0.1', 'fd00::1'], ports: HTTP }),
    ],
  },
  // Weights: an equal share of 100, rounded down, at least 1.
  ...[1, 2, 3, 7, 49, 100, 101, 150].map((count) => ({
    services: [service('web', HEADLESS)],
    endpointSlices: [slice('web', numbered(count), HTTP)],
  })),
  // All combinations of readiness conditions.
  {
    services: [service('web', { ...HEADLESS, publishNotReadyAddresses: true })],
    endpointSlices: [
      {},
      { ready: true },
      { ready: false, serving: true },
      { ready: null, terminating: true },
    ].map((conditions, index) => slice('web', [`10.1.0.${index}`], HTTP, { conditions })),
  },
  // Ports without names or numbers, and no ports at all.
  ...[
    null,
    [],
    [{}],
    [{ port: 80 }],
    [{ name: 'HTTP', port: 80 }],
    [...HTTP, { name: 'dns', protocol: 'UDP', port: 53 }],
  ].map((ports) => ({
    services: [
      service('web', { clusterIP: 'None' }),
      service('one', { clusterIP: '10.96.0.1', ports }),
    ],
    endpointSlices: [
      slice('web', ['10.1.0.1'], ports),
      slice('one', ['10.1.0.2'], ports, { hostname: 'h' }),
    ],
  })),
  // Endpoint names, and one name with many addresses.
  {
    services: [service('web', HEADLESS)],
    endpointSlices: [
      slice('web', ['10.1.0.1', '10.1.0.2', 'fd00::1'], HTTP, { hostname: 'h' }),
      slice('web', ['10.1.0.3', 'fd00::'], HTTP, {
        targetRef: { kind: 'Pod', name: 'p'.repeat(63) },
      }),
      slice('web', ['10.1.0.4', '::1'], HTTP, { targetRef: { kind: 'Pod', name: 'p'.repeat(64) } }),
      slice('gone', ['10.1.0.5'], HTTP, { hostname: 'h' }),
    ],
  },
  // Duplicate addresses in one slice and in two, in several spellings; a name instead of an address, with two ports.
  {
    services: [service('web', HEADLESS)],
    endpointSlices: [
      slice('web', ['10.1.0.2', '10.1.0.1', '10.1.0.2', '::1', '0:0:0:0:0:0:0:1'], HTTP),
      slice(
        'web',
        ['10.1.0.1', 'host.example.com', 'host.example.com'],
        [...HTTP, { name: 'HTTPS', protocol: 'TCP', port: 443 }],
      ),
      slice('web', ['10.1.0.1'], HTTP, { hostname: 'Web-0' }),
    ],
  },
  // Names that must be escaped, as owners and as targets.
  {
    services: [
      ...['a b', 'a\nevil. 1 IN A 6.6.6.6', 'x.y', 'ä', '$x', 'Web'].map((name, index) =>
        service(name, { clusterIP: `10.96.0.${index}`, ports: HTTP }),
      ),
      service('web', { clusterIP: 'None', ports: [{ name: 'p q', protocol: 'TCP', port: 80 }] }),
      alias('out', 'x y";z.example.com'),
      alias('in', `x y.${inside('web')}`),
    ],
    endpointSlices: [slice('web', ['10.1.0.1', 'fd00::1'], HTTP, { hostname: 'h (1)' })],
  },
  // As in manifests, without addresses.
  {
    services: [
      service('web', { ports: HTTP }),
      service('none', {}),
      service('empty', { clusterIPs: [''], ports: HTTP }),
    ],
  },
  // A missing namespace has PTR records but no names.
  {
    services: [
      {
        metadata: { name: 'web', namespace: 'gone' },
        spec: { clusterIP: '10.96.0.1', ports: HTTP },
      },
    ],
    endpointSlices: [
      {
        metadata: {
          name: 'web-abc',
          namespace: 'gone',
          labels: { 'kubernetes.io/service-name': 'web' },
        },
        endpoints: [{ addresses: ['10.1.0.1'] }],
      },
    ],
  },
  // Pods with and without records.
  {
    pods: [
      { podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }, { ip: 'fd00::1' }] },
      { podIP: '10.1.0.2' },
      // On the host network, like the first one.
      { podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }, { ip: '10.1.0.1' }] },
      { podIPs: [{ ip: '10.1.0.4' }] },
      { phase: 'Failed', podIP: '10.1.0.3' },
      { phase: 'Pending', podIP: '::ffff:1.2.3.4' },
    ].map((status, index) => ({ metadata: { name: `p${index}`, namespace: 'default' }, status })),
  },
  {},
];

const OPTIONS: readonly JsonObject[] = [
  {},
  {
    pods: 'insecure',
    ignoreEmptyService: true,
    ttl: 30,
    upstream: ['example.com. 60 IN A 192.0.2.9'],
  },
  { pods: 'verified', endpointPodNames: true, ttl: 0, namespaces: ['default', 'gone'] },
];

/** Hand-picked clusters. */
export function* clusters(): Iterable<Json> {
  const random = new Random(5);
  for (const given of CLUSTERS) {
    for (const configured of OPTIONS) {
      const objects = { namespaces: [{ metadata: { name: 'default' } }], ...given };
      const options = { zones: [ZONE, 'in-addr.arpa', 'ip6.arpa'], ...configured };
      // These names do not depend on Services.
      const shapes = 'services' in objects ? [] : SHAPES;
      // Services come first; the endpoints of one Service are all alike.
      const asked = [...questions(random, objects, ZONE).slice(0, 100), ...shapes];
      yield { objects, options, questions: asked as unknown as Json };
    }
  }
}
