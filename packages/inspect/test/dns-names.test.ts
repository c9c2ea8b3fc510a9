import { dnsNames, readCluster } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const clusterOf = (...objects: readonly object[]) =>
  readCluster([
    { name: 'dump.json', text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) },
  ]);

const service = (name: string, spec: object = {}, kind = 'Service', apiVersion = 'v1') => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'prod' },
  spec,
});

const slice = (of: string, more: object = {}) => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { namespace: 'prod', labels: { 'kubernetes.io/service-name': of } },
  ...more,
});

describe('readCluster', () => {
  test('takes the kinds of DNS, of their own groups alone, out of lists', () => {
    const cluster = clusterOf(
      service('data'),
      service('knative', {}, 'Service', 'serving.knative.dev/v1'),
      service('web', {}, 'Pod'),
      { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'data-x' } },
      { apiVersion: 'discovery.k8s.io/v1beta1', kind: 'EndpointSlice', metadata: { name: 'old' } },
    );
    expect(cluster.problems).toEqual([]);
    expect(cluster.services.map(({ metadata }) => metadata?.name)).toEqual(['data']);
    expect(cluster.pods.map(({ metadata }) => metadata?.name)).toEqual(['web']);
    expect(cluster.endpointSlices.map(({ metadata }) => metadata?.name)).toEqual(['data-x']);
  });

  test('fills in the protocol of ports, and no other', () => {
    const ports = [{ name: 'a' }, { name: 'b', protocol: 'UDP' }];
    const filled = [
      { name: 'a', protocol: 'TCP' },
      { name: 'b', protocol: 'UDP' },
    ];
    const data = service('data', { type: 'ClusterIP', ports });
    const { services, endpointSlices } = clusterOf(data, slice('data', { ports }));
    expect(services).toEqual([{ ...data, spec: { type: 'ClusterIP', ports: filled } }]);
    expect(endpointSlices).toEqual([{ ...slice('data'), ports: filled }]);
  });

  test('leaves objects without ports as they are written', () => {
    const bare = { apiVersion: 'v1', kind: 'Service' };
    const { services, endpointSlices } = clusterOf(bare, service('data'), slice('data'));
    expect(services).toStrictEqual([bare, service('data')]);
    expect(endpointSlices).toStrictEqual([slice('data')]);
  });

  test('namespaces: all that are stored, or those that are written and named', () => {
    const namespace = (name: string, uid?: string) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, uid },
    });
    const namesOf = (...objects: readonly object[]) =>
      clusterOf(...objects).namespaces.map(({ metadata }) => metadata?.name);
    expect(namesOf(service('data'), namespace('shop', 'u-1'))).toEqual(['shop']);
    const system = ['kube-node-lease', 'kube-public', 'kube-system'];
    const named = ['prod', 'default', ...system];
    expect(namesOf(service('data'), namespace('shop'))).toEqual(['shop', ...named]);
    expect(namesOf(service('data'), service('web', {}, 'Pod'))).toEqual(named);
    expect(namesOf(service('data'), namespace('shop', 'u-1'), namespace('ads'))).toEqual([
      'shop',
      'ads',
      ...named,
    ]);
    const kinds = ['Namespace', 'Service', 'Pod'].map((kind) => ({ apiVersion: 'v1', kind }));
    expect(namesOf(...kinds)).toEqual([undefined, 'default', ...system]);
  });

  test('keys of prototypes are just keys', () => {
    const text =
      '{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","__proto__":{"name":7}}}';
    const { services, problems, placeOf } = readCluster([{ name: 'a.json', text }]);
    expect([services.length, problems]).toEqual([1, []]);
    expect(placeOf('constructor[0]')).toBeUndefined();
    expect(placeOf('services[1]')).toBeUndefined();
  });
});

/** The names of all objects, none of which breaks a rule, as `of name`. */
function namesIn(...objects: readonly object[]): string[][] {
  const found = dnsNames(clusterOf(...objects));
  expect(found.problems).toEqual([]);
  return found.objects.map(({ names }) => names.map(({ of, name }) => `${of} ${name}`));
}

describe('dnsNames', () => {
  test('of a Service: its own, and those of its named ports', () => {
    const ports = [{ port: 1 }, { name: 'http' }, { name: 'sip', protocol: 'UDP' }];
    expect(
      namesIn(service('data', { clusterIP: '10.0.0.9', ports }), slice('data', READY)),
    ).toEqual([
      [
        'service data.prod.svc.cluster.local',
        'port _http._tcp.data.prod.svc.cluster.local',
        'port _sip._udp.data.prod.svc.cluster.local',
      ],
    ]);
  });

  test('an ExternalName has its own name alone', () => {
    const ports = [{ name: 'http' }];
    const { objects, problems } = dnsNames(
      clusterOf(service('out', { type: 'ExternalName', clusterIP: 'None', ports })),
    );
    expect(problems).toEqual([]);
    expect(objects.map(({ names }) => names.map(({ of }) => of))).toEqual([['service']]);
  });

  test.each([{ clusterIP: 'None' }, { clusterIPs: ['None'] }])(
    'of a headless Service, by %j: those of the endpoints that are ready, of all of its slices',
    (spec) => {
      const more = { endpoints: [{ addresses: ['10.1.0.3'], conditions: { ready: true } }] };
      const elsewhere = { ...slice('db', more), metadata: slice('db').metadata };
      elsewhere.metadata.namespace = 'test';
      const unlabelled = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', ...READY };
      expect(
        namesIn(
          service('db', spec),
          slice('db', READY),
          slice('db', more),
          slice('db'),
          slice('other', more),
          elsewhere,
          unlabelled,
          { ...unlabelled, metadata: { namespace: 'prod', name: 'db' } },
        ),
      ).toEqual([
        [
          'service db.prod.svc.cluster.local',
          'endpoint db-0.db.prod.svc.cluster.local',
          'endpoint 10-1-0-2.db.prod.svc.cluster.local',
          'endpoint 10-1-0-3.db.prod.svc.cluster.local',
        ],
      ]);
    },
  );

  test('of each address of an endpoint, or its host name for all of them', () => {
    const endpoints = [
      { addresses: ['10.1.0.1', '10.1.0.2'] },
      { addresses: ['10.1.0.3', '10.1.0.4'], hostname: 'db-0' },
      { addresses: null, hostname: '' },
    ];
    expect(namesIn(service('db', { clusterIP: 'None' }), slice('db', { endpoints }))).toEqual([
      [
        'service db.prod.svc.cluster.local',
        'endpoint 10-1-0-1.db.prod.svc.cluster.local',
        'endpoint 10-1-0-2.db.prod.svc.cluster.local',
        'endpoint db-0.db.prod.svc.cluster.local',
      ],
    ]);
  });

  test('an absent namespace, in a Service or its slice, is the default one', () => {
    const metadata = { namespace: 'default', labels: { 'kubernetes.io/service-name': 'db' } };
    const spec = { clusterIP: 'None' };
    const endpoints = [{ hostname: 'a', addresses: ['10.1.0.1'] }];
    const { objects } = dnsNames(
      clusterOf(
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'db' }, spec },
        slice('db', { metadata, endpoints }),
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: '' } },
      ),
    );
    expect(objects).toEqual([
      {
        kind: 'Service',
        namespace: 'default',
        name: 'db',
        names: [
          { of: 'service', name: 'db.default.svc.cluster.local' },
          { of: 'endpoint', name: 'a.db.default.svc.cluster.local' },
        ],
      },
      {
        kind: 'Pod',
        namespace: 'default',
        name: 'web',
        names: [{ of: 'hostname', name: 'web' }],
      },
    ]);
  });

  test('of a Pod: those of its addresses, and those that it has inside', () => {
    const podOf = (status: object) => ({
      ...service('web', { subdomain: 'inner', hostname: 'first' }, 'Pod'),
      status,
    });
    const inside = ['hostname first', 'fqdn first.inner.prod.svc.cluster.local'];
    const ipv4 = 'address 10-1-0-9.prod.pod.cluster.local';
    const ipv6 = 'address fd00--9.prod.pod.cluster.local';
    expect(
      namesIn(
        podOf({}),
        podOf({ podIP: '10.1.0.9' }),
        podOf({ podIP: '10.1.0.9', podIPs: [{ ip: '10.1.0.9' }, { ip: 'fd00::9' }] }),
        podOf({ podIP: '10.1.0.9', podIPs: [{}] }),
      ),
    ).toEqual([inside, [ipv4, ...inside], [ipv4, ipv6, ...inside], inside]);
  });

  test('end in the domain of the cluster', () => {
    const cluster = clusterOf(service('data'));
    const { objects } = dnsNames(cluster, { clusterDomain: 'k8s.example' });
    expect(objects[0]?.names).toEqual([{ of: 'service', name: 'data.prod.svc.k8s.example' }]);
  });

  test('objects that say nothing of themselves have no name, and it is said', () => {
    const { objects, problems } = dnsNames(
      clusterOf({ apiVersion: 'v1', kind: 'Service' }, { apiVersion: 'v1', kind: 'Pod' }),
    );
    expect(objects).toEqual([
      { kind: 'Service', namespace: 'default', name: '', names: [] },
      { kind: 'Pod', namespace: 'default', name: '', names: [] },
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['INVALID_NAME', 'INVALID_NAME']);
  });
});

describe('names that break the rules', () => {
  test('are told once for each object and field, at their place', () => {
    const text = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Service
  metadata:
    name: My_Data
    namespace: prod
  spec: { ports: [{ name: a, port: 1 }, { name: b_c, port: 2 }] }
- { apiVersion: v1, kind: Service, metadata: { name: My_Data } }
- { apiVersion: v1, kind: Pod, metadata: { name: My_Pod }, status: { podIP: 10.1.0.300 } }
- { apiVersion: v1, kind: Service, metadata: { name: ok, namespace: a.b } }
`;
    const files = ['a.yaml', 'b.yaml'].map((name) => ({ name, text }));
    const { objects, problems } = dnsNames(readCluster(files));
    expect(objects.map(({ names }) => names)).toEqual(objects.map(() => []));
    expect(
      problems.map(({ severity, code, path, file, line, column }) =>
        [severity, code, path, `${file}:${line}:${column}`].join(' '),
      ),
    ).toEqual(
      files
        .flatMap(({ name }) => [
          `error INVALID_NAME metadata.name ${name}:7:11`,
          `error INVALID_NAME port ${name}:4:3`,
          `error INVALID_NAME metadata.name ${name}:10:54`,
          `error INVALID_NAME metadata.namespace ${name}:12:69`,
        ])
        .concat(
          files.flatMap(({ name }) => [
            `error INVALID_IP ip ${name}:11:3`,
            `error INVALID_NAME metadata.name ${name}:11:50`,
          ]),
        ),
    );
  });

  test('are told where two objects share a line', () => {
    const { problems } = dnsNames(clusterOf(service('My_Data'), service('My_Data')));
    expect(problems.map(({ code, path, file, line }) => [code, path, file, line])).toEqual([
      ['INVALID_NAME', 'metadata.name', 'dump.json', 1],
      ['INVALID_NAME', 'metadata.name', 'dump.json', 1],
    ]);
    expect(new Set(problems.map(({ column }) => column)).size).toBe(2);
  });

  test('of endpoints are told at their place in the slice', () => {
    const text = `apiVersion: v1
kind: Service
metadata: { name: db }
spec: { clusterIP: None }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { labels: { kubernetes.io/service-name: other } }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { labels: { kubernetes.io/service-name: db } }
endpoints:
- { addresses: [10.1.0.1], hostname: ok }
- { addresses: [10.1.0.2], hostname: a_b }
- addresses:
  - 10.1.0.3
  - 10.1.0.300
- { addresses: [10.1.0.4], hostname: a_b }
`;
    const told = (one: string) =>
      dnsNames(readCluster([{ name: 'a.yaml', text: one }])).problems.map(
        ({ code, path = '', line, column, message }) =>
          [code, path, `${line}:${column}`, message.startsWith(`${path}: `)].join(' '),
      );
    expect(told(text)).toEqual([
      'INVALID_NAME endpoints[1].hostname 15:38 true',
      'INVALID_IP endpoints[2].addresses[1] 18:5 true',
      'INVALID_NAME endpoints[3].hostname 19:38 true',
    ]);
    const wrong = text.replace(/db \}/g, 'd_b }');
    expect(told(wrong)).toEqual(['INVALID_NAME metadata.name 3:19 true']);
  });

  test('have no path if they are too long as a whole', () => {
    const clusterDomain = Array.from({ length: 4 }, () => 'd'.repeat(61)).join('.');
    const { problems } = dnsNames(clusterOf(service('data')), { clusterDomain });
    expect(problems).toMatchObject([{ code: 'NAME_TOO_LONG', path: undefined, line: 1 }]);
  });
});

const READY = {
  endpoints: [
    { addresses: ['10.1.0.1'], hostname: 'db-0', conditions: { ready: true } },
    { addresses: ['10.1.0.2'], conditions: {} },
    { addresses: ['10.1.0.4'], conditions: { ready: false } },
  ],
};
