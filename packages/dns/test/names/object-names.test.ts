import type { EndpointSlice, Pod, Service } from '@kubesem/core';
import { clusterDnsNames, type DnsNames, dnsZone, queryZone } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const service = (name: string, spec: object = {}): Service => ({
  metadata: { name, namespace: 'prod' },
  spec,
});
const slice = (of: string, ...endpoints: object[]): EndpointSlice => ({
  metadata: { namespace: 'prod', labels: { 'kubernetes.io/service-name': of } },
  endpoints,
});

/** The names of all objects, as `of name`, none of which is invalid. */
function namesIn(objects: Parameters<typeof clusterDnsNames>[0]): string[][] {
  const found = clusterDnsNames(objects);
  expect(found.problems).toEqual([]);
  return found.objects.map(({ names }: DnsNames) => names.map(({ of, name }) => `${of} ${name}`));
}

const READY = [
  { addresses: ['10.1.0.1'], hostname: 'db-0', conditions: { ready: true } },
  { addresses: ['10.1.0.2'], conditions: {} },
  { addresses: ['10.1.0.4'], conditions: { ready: false } },
];

const withPorts = (name: string, endpoint: (typeof READY)[number] | undefined) => ({
  ...slice('db', ...(endpoint === undefined ? [] : [endpoint])),
  ports: [{ name, protocol: 'TCP', port: 1 }],
});

describe('the names of a Service', () => {
  test('are its own and those of its named ports', () => {
    const ports = [
      { port: 1 },
      { name: 'http', protocol: 'TCP' },
      { name: 'sip', protocol: 'UDP' },
    ];
    const services = [service('data', { clusterIP: '10.0.0.9', ports })];
    expect(namesIn({ services, endpointSlices: [slice('data', ...READY)] })).toEqual([
      [
        'service data.prod.svc.cluster.local',
        'port _http._tcp.data.prod.svc.cluster.local',
        'port _sip._udp.data.prod.svc.cluster.local',
      ],
    ]);
  });

  test.each<[string, object[], string[]]>([
    ['the ports of the Service without slices', [], ['_sql._tcp', '_web._tcp']],
    ['no port of slices without ports', [slice('db', ...READY)], []],
    ['no port of slices without a ready endpoint', [withPorts('sql', READY[2])], []],
    ['the ports of slices with a ready endpoint', [withPorts('sql', READY[0])], ['_sql._tcp']],
    [
      'ports that only slices have',
      [withPorts('other', READY[0]), withPorts('web', READY[1])],
      ['_web._tcp', '_other._tcp'],
    ],
  ])('that is headless include %s', (_name, endpointSlices, expected) => {
    const ports = ['sql', 'web'].map((name, index) => ({ name, protocol: 'TCP', port: index + 1 }));
    const objects = { services: [service('db', { clusterIP: 'None', ports })], endpointSlices };
    const [names = []] = namesIn(objects);
    const found = names.filter((line) => line.startsWith('port '));
    expect(found).toEqual(expected.map((port) => `port ${port}.db.prod.svc.cluster.local`));
    const zone = dnsZone(objects);
    const isAnswered = (line: string) =>
      queryZone(zone, line.slice('port '.length), 'SRV').answers.length > 0;
    expect(endpointSlices.length === 0 || found.every(isAnswered)).toBe(true);
  });

  test('of type ExternalName are only its own', () => {
    const ports = [{ name: 'http', protocol: 'TCP' }];
    const spec = { type: 'ExternalName', clusterIP: 'None', ports };
    expect(namesIn({ services: [service('out', spec)] })).toEqual([
      ['service out.prod.svc.cluster.local'],
    ]);
  });

  test.each([{ clusterIP: 'None' }, { clusterIPs: ['None'] }])(
    'that is headless, by %j, include those of its ready endpoints, of all its slices',
    (spec) => {
      const more = { addresses: ['10.1.0.3'], conditions: { ready: true } };
      const elsewhere = {
        ...slice('db', more),
        metadata: { ...slice('db').metadata, namespace: 'x' },
      };
      const unlabelled = { metadata: { namespace: 'prod', name: 'db' }, endpoints: READY };
      const endpointSlices = [
        slice('db', ...READY),
        slice('db', more),
        slice('other', more),
        elsewhere,
        unlabelled,
      ];
      expect(namesIn({ services: [service('db', spec)], endpointSlices })).toEqual([
        [
          'service db.prod.svc.cluster.local',
          'endpoint db-0.db.prod.svc.cluster.local',
          'endpoint 10-1-0-2.db.prod.svc.cluster.local',
          'endpoint 10-1-0-3.db.prod.svc.cluster.local',
        ],
      ]);
    },
  );

  test('include that of each address of an endpoint, or of its host name for all of them', () => {
    const endpoints = [
      { addresses: ['10.1.0.1', '10.1.0.2'] },
      { addresses: ['10.1.0.3', '10.1.0.4'], hostname: 'db-0' },
      { addresses: null, hostname: '' },
    ];
    const services = [service('db', { clusterIP: 'None' })];
    expect(namesIn({ services, endpointSlices: [slice('db', ...endpoints)] })).toEqual([
      [
        'service db.prod.svc.cluster.local',
        'endpoint 10-1-0-1.db.prod.svc.cluster.local',
        'endpoint 10-1-0-2.db.prod.svc.cluster.local',
        'endpoint db-0.db.prod.svc.cluster.local',
      ],
    ]);
  });
});

test('an absent namespace is the default one, in a Service, its slice and a Pod', () => {
  const { objects } = clusterDnsNames({
    services: [{ metadata: { name: 'db' }, spec: { clusterIP: 'None' } }],
    endpointSlices: [
      {
        ...slice('db', READY[0] ?? {}),
        metadata: { ...slice('db').metadata, namespace: 'default' },
      },
    ],
    pods: [{ metadata: { name: 'web', namespace: '' } }],
  });
  expect(objects).toEqual([
    {
      kind: 'Service',
      namespace: 'default',
      name: 'db',
      names: [
        { of: 'service', name: 'db.default.svc.cluster.local' },
        { of: 'endpoint', name: 'db-0.db.default.svc.cluster.local' },
      ],
    },
    { kind: 'Pod', namespace: 'default', name: 'web', names: [{ of: 'hostname', name: 'web' }] },
  ]);
});

test('the names of a Pod are those of its addresses and those that it sees inside', () => {
  const pod = (status: Pod['status']): Pod => ({
    metadata: { name: 'web', namespace: 'prod' },
    spec: { subdomain: 'inner', hostname: 'first' },
    status,
  });
  const inside = ['hostname first'];
  const ipv4 = 'address 10-1-0-9.prod.pod.cluster.local';
  const ipv6 = 'address fd00--9.prod.pod.cluster.local';
  expect(
    namesIn({
      pods: [
        pod({}),
        pod({ podIP: '10.1.0.9' }),
        pod({ podIP: '10.1.0.9', podIPs: [{ ip: '10.1.0.9' }, { ip: 'fd00::9' }] }),
        pod({ podIP: '10.1.0.9', podIPs: [{}] }),
      ],
    }),
  ).toEqual([inside, [ipv4, ...inside], [ipv4, ipv6, ...inside], inside]);
});

test('names end in the cluster domain, which must be valid', () => {
  const services = [service('data')];
  const { objects } = clusterDnsNames({ services }, { clusterDomain: 'k8s.example' });
  expect(objects[0]?.names).toEqual([{ of: 'service', name: 'data.prod.svc.k8s.example' }]);
  expect(() => clusterDnsNames({ services }, { clusterDomain: 'a..b' })).toThrow(
    expect.objectContaining({ code: 'NAME_INVALID' }),
  );
});

describe('problems', () => {
  const problemsOf = (objects: Parameters<typeof clusterDnsNames>[0], clusterDomain?: string) =>
    clusterDnsNames(objects, { clusterDomain }).problems.map(({ code, path }) => `${code} ${path}`);

  test('are reported once for each object and field, and the other names are listed', () => {
    const ports = [
      { name: 'a', protocol: 'TCP' },
      { name: 'b_c', protocol: 'X' },
      { name: 'd_e', protocol: 'TCP' },
    ];
    expect(
      problemsOf({
        services: [service('My_Data', { ports }), service('ok'), {}],
        pods: [{ metadata: { name: 'My_Pod' }, status: { podIP: '10.1.0.300' } }, { metadata: {} }],
      }),
    ).toEqual([
      'NAME_INVALID services[0].metadata.name',
      'INVALID_PROTOCOL services[0].spec.ports[1].protocol',
      'NAME_INVALID services[0].spec.ports[2].name',
      'NAME_INVALID services[2].metadata.name',
      'INVALID_IP pods[0].status.podIP',
      'NAME_INVALID pods[0].metadata.name',
      'NAME_INVALID pods[1].metadata.name',
    ]);
  });

  test('of endpoints are at their fields in the slice, of their Service in the Service', () => {
    const endpoints = [
      { addresses: ['10.1.0.2'], hostname: 'a_b' },
      { addresses: ['10.1.0.3', '10.1.0.300'] },
    ];
    const endpointSlices = [slice('other'), slice('db', ...endpoints)];
    expect(
      problemsOf({ services: [service('db', { clusterIP: 'None' })], endpointSlices }),
    ).toEqual([
      'NAME_INVALID endpointSlices[1].endpoints[0].hostname',
      'INVALID_IP endpointSlices[1].endpoints[1].addresses[1]',
    ]);
    expect(
      problemsOf({
        services: [service('d_b', { clusterIP: 'None' })],
        endpointSlices: [slice('d_b', ...endpoints)],
      }),
    ).toEqual(['NAME_INVALID services[0].metadata.name']);
  });

  test('of a namespace and of a name that is too long as a whole', () => {
    const pods = [{ metadata: { name: 'p', namespace: 'a.b' }, status: { podIP: '10.1.0.1' } }];
    expect(problemsOf({ pods })).toEqual(['NAME_INVALID pods[0].metadata.namespace']);
    const clusterDomain = Array.from({ length: 4 }, () => 'd'.repeat(61)).join('.');
    expect(problemsOf({ services: [service('data')] }, clusterDomain)).toEqual([
      'NAME_TOO_LONG services[0]',
    ]);
  });

  test('of metadata and addresses of the wrong type', () => {
    const untyped = (value: unknown) => value as never;
    const objects = {
      services: [
        { metadata: untyped(5) },
        { metadata: untyped({ name: 5, namespace: ['prod'] }) },
        service('a', untyped({ clusterIPs: 'None', type: 7 })),
        service('b', { ports: [untyped({ name: 0 })] }),
        untyped(null),
      ],
      endpointSlices: [
        { metadata: untyped('x') },
        { metadata: { labels: untyped('x') } },
        { metadata: { labels: { 'kubernetes.io/service-name': untyped(5) } } },
      ],
      pods: [
        { metadata: untyped([]), status: { podIP: untyped(10) } },
        { metadata: { name: 'p' }, status: { podIPs: [untyped('10.1.0.1'), { ip: untyped(0) }] } },
      ],
    };
    expect(problemsOf(objects)).toEqual([
      'INVALID_TYPE endpointSlices[0].metadata',
      'INVALID_TYPE endpointSlices[1].metadata.labels',
      'INVALID_TYPE endpointSlices[2].metadata.labels[kubernetes.io/service-name]',
      'INVALID_TYPE services[4]',
      'INVALID_TYPE services[0].metadata',
      'INVALID_TYPE services[1].metadata.name',
      'INVALID_TYPE services[1].metadata.namespace',
      'INVALID_TYPE services[2].spec.type',
      'INVALID_TYPE services[2].spec.clusterIPs',
      'INVALID_TYPE services[3].spec.ports[0].name',
      'INVALID_TYPE pods[0].metadata',
      'INVALID_TYPE pods[0].status.podIP',
      'INVALID_TYPE pods[1].status.podIPs[0]',
      'INVALID_TYPE pods[1].status.podIPs[1].ip',
    ]);
    expect(clusterDnsNames(objects).objects[1]).toMatchObject({ name: '', namespace: 'default' });
  });

  test('of fields of the wrong type', () => {
    const untyped = (value: unknown) => value as never;
    expect(
      problemsOf({
        services: [
          service('a', { ports: untyped({}), clusterIP: 'None' }),
          service('b', untyped(5)),
        ],
        endpointSlices: [
          untyped(null),
          slice('a', untyped(5), { conditions: { ready: 'no' }, addresses: 7 }),
        ],
        pods: [
          { metadata: { name: 'p' }, status: untyped('x') },
          untyped(null),
          { metadata: { name: 'q' }, status: { podIPs: untyped('x') } },
        ],
      }),
    ).toEqual([
      'INVALID_TYPE endpointSlices[0]',
      'INVALID_TYPE endpointSlices[1].endpoints[0]',
      'INVALID_TYPE services[0].spec.ports',
      'INVALID_TYPE endpointSlices[1].endpoints[1].conditions.ready',
      'INVALID_TYPE endpointSlices[1].endpoints[1].addresses',
      'INVALID_TYPE services[1].spec',
      'INVALID_TYPE pods[1]',
      'INVALID_TYPE pods[0].status',
      'INVALID_TYPE pods[2].status.podIPs',
    ]);
  });
});

test('a Pod has its full name if a headless Service serves it', () => {
  const service = (clusterIP: string) => ({
    metadata: { name: 'inner', namespace: 'prod' },
    spec: { clusterIP },
  });
  const pod = (spec: object, uid?: string): Pod => ({
    metadata: { name: 'web', namespace: 'prod', ...(uid !== undefined && { uid }) },
    spec: { subdomain: 'inner', hostname: 'first', ...spec },
  });
  const slice = (endpoint: object) => ({
    metadata: { namespace: 'prod', labels: { 'kubernetes.io/service-name': 'inner' } },
    endpoints: [{ addresses: ['10.1.0.9'], ...endpoint }],
  });
  const fqdns = (objects: Parameters<typeof clusterDnsNames>[0]) =>
    clusterDnsNames(objects).objects.flatMap(({ names }) =>
      names.flatMap(({ of, name }) => (of === 'fqdn' ? [name] : [])),
    );
  const full = ['first.inner.prod.svc.cluster.local'];
  const headless = [service('None')];
  const served = [slice({ hostname: 'first' })];
  expect(fqdns({ services: headless, pods: [pod({})] })).toEqual(full);
  expect(fqdns({ services: headless, pods: [pod({}, 'u')], endpointSlices: served })).toEqual(full);
  // None of these resolve.
  expect(fqdns({ pods: [pod({})] })).toEqual([]);
  expect(fqdns({ services: [service('10.96.0.7')], pods: [pod({})] })).toEqual([]);
  expect(fqdns({ services: headless, pods: [pod({ hostname: '' })] })).toEqual([]);
  expect(fqdns({ services: headless, pods: [pod({}, 'u')] })).toEqual([]);
  for (const endpoint of [{}, { hostname: 'first', conditions: { ready: false } }]) {
    const endpointSlices = [slice(endpoint)];
    expect(fqdns({ services: headless, pods: [pod({}, 'u')], endpointSlices })).toEqual([]);
  }
});
