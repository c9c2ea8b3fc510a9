import type { EndpointSlice, Service } from '@kubesem/core';
import { dnsZone, formatRecord, formatZone, queryZone, zoneRecords } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const service = (name: string, spec: Service['spec'], namespace = 'prod'): Service => ({
  metadata: { name, namespace },
  spec,
});
const slice = (label: string | undefined, address: string): EndpointSlice => ({
  metadata: {
    name: 'slice',
    namespace: 'prod',
    labels: label === undefined ? {} : { 'kubernetes.io/service-name': label },
  },
  addressType: 'IPv4',
  endpoints: [{ addresses: [address] }],
});
const problems = (objects: Parameters<typeof dnsZone>[0]) =>
  dnsZone(objects).problems.map(({ code, segments }) => [code, ...segments]);

describe('the problems of a zone', () => {
  test('are empty for complete objects', () => {
    expect(
      problems({
        services: [service('db', { clusterIP: '10.96.0.7' })],
        endpointSlices: [slice('db', '10.1.0.1')],
      }),
    ).toEqual([]);
  });

  test('include a duplicate Service, of which the last one wins', () => {
    const services = [
      service('db', { clusterIP: '10.96.0.7' }),
      service('db', { clusterIP: '10.96.0.8' }),
    ];
    expect(problems({ services })).toEqual([['SERVICE_DUPLICATE', 'services', 1]]);
    const { answers } = queryZone(dnsZone({ services }), 'db.prod.svc.cluster.local', 'A');
    expect(answers).toEqual([expect.objectContaining({ address: '10.96.0.8' })]);
  });

  test('do not include the address of a duplicate Service', () => {
    const twice = service('db', { clusterIP: '10.96.0.7' });
    expect(problems({ services: [twice, twice] })).toEqual([['SERVICE_DUPLICATE', 'services', 1]]);
  });

  test('include an address of two Services, whose PTR record names the last one', () => {
    const services = [
      service('db', { clusterIP: '10.96.0.7' }),
      service('web', { clusterIP: '10.96.0.7' }),
    ];
    expect(problems({ services })).toEqual([['CLUSTER_IP_DUPLICATE', 'services', 1]]);
    const { answers } = queryZone(dnsZone({ services }), '7.0.96.10.in-addr.arpa', 'PTR');
    expect(answers).toEqual([expect.objectContaining({ target: 'web.prod.svc.cluster.local.' })]);
  });

  test('do not include equal texts that are not addresses', () => {
    const services = ['a', 'b'].flatMap((name) => [
      service(name, { clusterIP: 'None' }),
      service(`${name}-draft`, {}),
    ]);
    expect(problems({ services })).toEqual([]);
  });

  test('include Pods only with the option verified', () => {
    const objects = { pods: [{ metadata: { name: 'web', namespace: 'prod' } }], namespaces: [] };
    expect(problems(objects)).toEqual([]);
    expect(dnsZone(objects, { pods: 'verified' }).problems).toMatchObject([
      { code: 'NAMESPACE_NOT_LISTED', segments: ['pods', 0] },
    ]);
  });

  test.each<[objects: Parameters<typeof dnsZone>[0], ...codes: string[]]>([
    [{ services: [{}] }],
    [{ endpointSlices: [{}] }, 'SLICE_WITHOUT_SERVICE'],
    [{ endpointSlices: [{ metadata: {} }] }, 'SLICE_WITHOUT_SERVICE'],
    [{ pods: [{}] }],
    [{ pods: [{ status: { podIP: null } }] }],
    [{ namespaces: [{}] }],
  ])('for an empty object: %j', (objects, ...codes) => {
    const zone = dnsZone(objects, { pods: 'verified' });
    expect(zone.problems.map(({ code }) => code)).toEqual(codes);
  });

  test('include a namespace that is not in the list', () => {
    const objects = {
      services: [service('db', { clusterIP: '10.96.0.7' })],
      namespaces: [{ metadata: { name: 'test' } }],
    };
    expect(problems(objects)).toEqual([['NAMESPACE_NOT_LISTED', 'services', 0]]);
    expect(queryZone(dnsZone(objects), 'db.prod.svc.cluster.local', 'A').code).toBe('NXDOMAIN');
  });

  test.each([['lost'], [undefined]])('include a slice of the Service %s', (label) => {
    expect(
      problems({
        services: [service('db', { clusterIP: '10.96.0.7' })],
        endpointSlices: [slice(label, '10.1.0.1')],
      }),
    ).toEqual([['SLICE_WITHOUT_SERVICE', 'endpointSlices', 0]]);
  });

  test.each([
    '010.1.0.1',
    '01.1.0.1',
    '10.1.0.256',
    '10.1.0.1.1',
    '10.1.0',
    '10.1.0.',
    '7',
    '10x.1.0.1',
    '1x0.1.0.1',
    '20x.1.0.1',
    'a.b.c.d',
    'fe80::1%eth0',
    'db.example.com',
    '',
  ])('include the address %j, which counts as a host name', (address) => {
    const objects = {
      services: [service('db', { clusterIP: 'None' })],
      endpointSlices: [slice('db', address)],
    };
    expect(problems(objects)).toEqual([
      ['ENDPOINT_ADDRESS_INVALID', 'endpointSlices', 0, 'endpoints', 0, 'addresses', 0],
    ]);
    const { answers } = queryZone(dnsZone(objects), 'db.prod.svc.cluster.local', 'A');
    expect(answers.filter(({ type }) => type === 'A')).toEqual([]);
  });

  test.each(['My_Domain', '', 'cluster.local.'])(
    'rejects the cluster domain %j',
    (clusterDomain) => {
      expect(() => dnsZone({}, { clusterDomain })).toThrow(
        expect.objectContaining({ code: 'NAME_INVALID' }),
      );
    },
  );
});

test('property names of JavaScript are ordinary names', () => {
  const zone = dnsZone({
    services: [service('constructor', { clusterIP: '10.96.0.7' }, 'default')],
  });
  expect(queryZone(zone, 'constructor.default.svc.cluster.local', 'A').code).toBe('NOERROR');
  expect(queryZone(zone, '__proto__.default.svc.cluster.local', 'A').code).toBe('NXDOMAIN');
});

test('does not change the objects', () => {
  const objects = {
    services: [service('db', { clusterIP: 'None', ports: [{ name: 'SQL', port: 5432 }] })],
    endpointSlices: [slice('db', '10.1.0.1')],
  };
  const before = structuredClone(objects);
  zoneRecords(dnsZone(objects));
  expect(objects).toEqual(before);
});

test('absent lists are empty', () => {
  const absent = { services: null, endpointSlices: null, pods: null, namespaces: null };
  for (const objects of [{}, absent]) {
    const zone = dnsZone(objects, { pods: 'verified' });
    expect(zone.problems).toEqual([]);
    expect(dnsZone(objects).pods).toBe('insecure');
    expect(zoneRecords(zone).map(({ name }) => name)).toEqual(['dns-version.cluster.local.']);
    expect(queryZone(zone, 'default.svc.cluster.local', 'A').code).toBe('NXDOMAIN');
  }
  const [metadata, services] = [slice('db', '').metadata, [service('db', { clusterIP: 'None' })]];
  for (const endpoints of [null, [{ addresses: null }], [{}]]) {
    const endpointSlices = [{ metadata, endpoints }];
    expect(problems({ services, endpointSlices })).toEqual([]);
  }
});

test('objects without a namespace are in default', () => {
  const labels = { 'kubernetes.io/service-name': 'db' };
  const zone = dnsZone(
    {
      services: [{ metadata: { name: 'db' }, spec: { clusterIP: 'None' } }],
      endpointSlices: [{ metadata: { labels }, endpoints: [{ addresses: ['10.1.0.1'] }] }],
      pods: [{ metadata: { name: 'web', namespace: '' }, status: { podIP: '10.1.0.2' } }],
    },
    { pods: 'verified' },
  );
  expect(zoneRecords(zone).map(({ name }) => name)).toEqual([
    'dns-version.cluster.local.',
    'db.default.svc.cluster.local.',
    '10-1-0-1.db.default.svc.cluster.local.',
    '1.0.1.10.in-addr.arpa.',
    '10-1-0-2.default.pod.cluster.local.',
  ]);
});

describe('zoneRecords', () => {
  const zone = () =>
    dnsZone(
      {
        services: [
          service('web', {
            clusterIPs: ['10.96.0.7', 'fd00::7'],
            ports: [
              { name: 'http', protocol: 'TCP', port: 80 },
              { name: 'any', port: 81 },
              { protocol: 'TCP', port: 82 },
            ],
          }),
          service('db', { clusterIP: 'None' }),
          service('out', { type: 'ExternalName', externalName: 'out.example.com' }),
          service('lost', { type: 'ExternalName', externalName: 'gone.prod.svc.cluster.local' }),
        ],
        endpointSlices: [
          slice('db', '10.1.0.1'),
          slice('db', 'fd00::1'),
          slice('db', 'db.example.com'),
          slice('web', '10.1.0.6'),
        ],
        pods: [
          {
            metadata: { name: 'web-1', namespace: 'prod' },
            spec: { containers: [] },
            status: {
              phase: 'Running',
              podIP: '10.1.0.2',
              podIPs: [{ ip: '10.1.0.2' }, { ip: 'fd00::8' }],
            },
          },
          {
            metadata: { name: 'web-6', namespace: 'prod' },
            spec: { containers: [] },
            status: { phase: 'Running', podIP: 'fd00::2' },
          },
          {
            metadata: { name: 'web-2', namespace: 'prod' },
            spec: { containers: [] },
            // The server ignores this list.
            status: { phase: 'Pending', podIPs: [{ ip: '10.1.0.5' }] },
          },
          {
            metadata: {
              name: 'web-3',
              namespace: 'prod',
              deletionTimestamp: '2026-11-21T12:00:00Z',
            },
            spec: { containers: [] },
            status: { phase: 'Running', podIP: '10.1.0.4' },
          },
          ...['Succeeded', 'Failed', 'Unknown'].map((phase) => ({
            metadata: { name: phase, namespace: 'prod' },
            spec: { containers: [] },
            status: { phase, podIP: '10.1.0.3' },
          })),
        ],
      },
      {
        pods: 'verified',
        ttlSeconds: 5,
        upstream: (name) => [{ name, type: 'A', ttlSeconds: 60, address: '192.0.2.9' }],
      },
    );

  test('lists the records of the specification', () => {
    expect(zoneRecords(zone()).map(formatRecord)).toEqual([
      'dns-version.cluster.local. 28800 IN TXT "1.1.0"',
      'web.prod.svc.cluster.local. 5 IN A 10.96.0.7',
      'web.prod.svc.cluster.local. 5 IN AAAA fd00::7',
      '_http._tcp.web.prod.svc.cluster.local. 5 IN SRV 0 50 80 web.prod.svc.cluster.local.',
      '7.0.96.10.in-addr.arpa. 5 IN PTR web.prod.svc.cluster.local.',
      `7${'.0'.repeat(28)}.0.d.f.ip6.arpa. 5 IN PTR web.prod.svc.cluster.local.`,
      'db.prod.svc.cluster.local. 5 IN A 10.1.0.1',
      'db.prod.svc.cluster.local. 5 IN CNAME db.example.com.',
      'db.prod.svc.cluster.local. 5 IN AAAA fd00::1',
      '10-1-0-1.db.prod.svc.cluster.local. 5 IN A 10.1.0.1',
      'fd00--1.db.prod.svc.cluster.local. 5 IN AAAA fd00::1',
      'db-example-com.db.prod.svc.cluster.local. 5 IN CNAME db.example.com.',
      '1.0.1.10.in-addr.arpa. 5 IN PTR 10-1-0-1.db.prod.svc.cluster.local.',
      `1${'.0'.repeat(28)}.0.d.f.ip6.arpa. 5 IN PTR fd00--1.db.prod.svc.cluster.local.`,
      'out.prod.svc.cluster.local. 5 IN CNAME out.example.com.',
      'lost.prod.svc.cluster.local. 5 IN CNAME gone.prod.svc.cluster.local.',
      '10-1-0-2.prod.pod.cluster.local. 5 IN A 10.1.0.2',
      'fd00--2.prod.pod.cluster.local. 5 IN AAAA fd00::2',
    ]);
  });

  test('are the lines of formatZone', () => {
    const lines = zoneRecords(zone()).map((record) => `${formatRecord(record)}\n`);
    expect(formatZone(zone())).toBe(lines.join(''));
  });
});

test('a field of the wrong type is a problem, and counts as absent', () => {
  const untyped = (value: unknown) => value as never;
  const metadata = { name: 'a', labels: { 'kubernetes.io/service-name': 'a' } };
  const objects = {
    namespaces: [untyped(null), { metadata: { name: 'default' } }],
    services: [untyped(null), { metadata, spec: { ports: [untyped({ name: 5 }), untyped(7)] } }],
    endpointSlices: [
      untyped('x'),
      { metadata, endpoints: [untyped(null), untyped({ addresses: 'x' })] },
      { metadata, endpoints: [{ addresses: [untyped(5), '10.1.0.1'] }] },
    ],
    pods: [untyped(null), { metadata: untyped('x'), status: untyped([]) }],
  };
  const zone = dnsZone(objects, { pods: 'verified' });
  expect(zone.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'INVALID_TYPE namespaces[0]',
    'INVALID_TYPE endpointSlices[0]',
    'INVALID_TYPE endpointSlices[1].endpoints[1].addresses',
    'INVALID_TYPE endpointSlices[2].endpoints[0].addresses[0]',
    'INVALID_TYPE services[0]',
    'INVALID_TYPE services[1].spec.ports[0].name',
    'INVALID_TYPE services[1].spec.ports[1]',
    'INVALID_TYPE pods[0]',
    'INVALID_TYPE pods[1].metadata',
    'INVALID_TYPE pods[1].status',
  ]);
  expect(zone.services.get('default/a')?.endpoints.map(({ address }) => address)).toEqual([
    '10.1.0.1',
  ]);
});
