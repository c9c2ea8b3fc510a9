// The examples of `dns-pod-service.md` and of `service.md`, and the rules of the DNS specification 1.1.
import type { EndpointSlice, Service } from '@kubesem/core';
import {
  dnsZone,
  formatRecord,
  queryZone,
  type Zone,
  type ZoneOptions,
  zoneRecords,
} from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const namespace = 'my-namespace';
const service = (name: string, spec: Service['spec']): Service => ({
  metadata: { name, namespace },
  spec,
});
const foo = { name: 'foo', protocol: 'TCP', port: 1234 };
const slice = (endpoints: EndpointSlice['endpoints']): EndpointSlice => ({
  metadata: {
    name: 'busybox-subdomain-1',
    namespace,
    labels: { 'kubernetes.io/service-name': 'busybox-subdomain' },
  },
  addressType: 'IPv4',
  endpoints,
  ports: [foo],
});
const zoneOf = (options?: ZoneOptions): Zone =>
  dnsZone(
    {
      services: [
        service('my-svc', {
          clusterIP: '10.96.0.7',
          ports: [
            { name: 'port-name', protocol: 'TCP', port: 80 },
            { name: 'port-name', protocol: 'UDP', port: 81 },
          ],
        }),
        service('dual', { clusterIPs: ['10.96.0.9', 'fd00::9'] }),
        service('busybox-subdomain', { clusterIP: 'None', ports: [foo] }),
        service('empty', { clusterIP: 'None', ports: [foo] }),
        service('my-service', { type: 'ExternalName', externalName: 'my.database.example.com' }),
        service('inner', {
          type: 'ExternalName',
          externalName: 'my-svc.my-namespace.svc.cluster.local',
        }),
        service('lost', {
          type: 'ExternalName',
          externalName: 'gone.my-namespace.svc.cluster.local',
        }),
        service('number', { type: 'ExternalName', externalName: '192.0.2.1' }),
      ],
      endpointSlices: [
        slice([
          { addresses: ['10.1.0.1'], hostname: 'busybox-1' },
          { addresses: ['10.1.0.2'] },
          { addresses: ['10.1.0.3'], hostname: 'busybox-3', conditions: { ready: false } },
        ]),
      ],
      pods: [
        {
          metadata: { name: 'busybox1', namespace },
          spec: { containers: [] },
          status: {
            podIP: '172.17.0.3',
            podIPs: [{ ip: '172.17.0.3' }, { ip: 'fd00::3' }],
          },
        },
      ],
    },
    options,
  );
const below = (name: string) => `${name}.${namespace}.svc.cluster.local`;
const data = (name: string, type: string, where = zoneOf()) =>
  queryZone(where, name, type)
    .answers.map(formatRecord)
    .map((line) => line.split(' IN ')[1])
    .sort();
const code = (name: string, type: string, where = zoneOf()) => queryZone(where, name, type).code;

describe('Services', () => {
  test('A and AAAA', () => {
    expect(data(below('my-svc'), 'A')).toEqual(['A 10.96.0.7']);
    expect(code(below('my-svc'), 'AAAA')).toBe('NODATA');
    expect(data(below('dual'), 'A')).toEqual(['A 10.96.0.9']);
    expect(data(below('dual'), 'AAAA')).toEqual(['AAAA fd00::9']);
  });

  test('a headless Service has the addresses of its ready endpoints', () => {
    expect(data(below('busybox-subdomain'), 'A')).toEqual(['A 10.1.0.1', 'A 10.1.0.2']);
    expect(code(below('empty'), 'A')).toBe('NXDOMAIN');
  });

  test('names in any case, with or without a trailing dot', () => {
    const name = 'My-Svc.MY-NAMESPACE.svc.Cluster.Local.';
    expect(queryZone(zoneOf(), name, 'a').answers).toEqual([
      { name, type: 'A', ttlSeconds: 30, address: '10.96.0.7' },
    ]);
  });

  test('SRV: one record for a Service with a cluster IP, one for each endpoint of a headless Service', () => {
    expect(data(below('_port-name._tcp.my-svc'), 'SRV')).toEqual([
      `SRV 0 100 80 ${below('my-svc')}.`,
    ]);
    expect(data(below('_port-name._udp.my-svc'), 'SRV')).toEqual([
      `SRV 0 100 81 ${below('my-svc')}.`,
    ]);
    expect(data(below('_foo._tcp.busybox-subdomain'), 'SRV')).toEqual([
      `SRV 0 50 1234 ${below('10-1-0-2.busybox-subdomain')}.`,
      `SRV 0 50 1234 ${below('busybox-1.busybox-subdomain')}.`,
    ]);
    expect(code(below('_bar._tcp.my-svc'), 'SRV')).toBe('NXDOMAIN');
    expect(code(below('_foo._udp.busybox-subdomain'), 'SRV')).toBe('NXDOMAIN');
  });

  test('SRV: the additional records are the addresses of the targets', () => {
    const { additionals } = queryZone(zoneOf(), below('_foo._tcp.busybox-subdomain'), 'SRV');
    expect(additionals.map(formatRecord).sort()).toEqual([
      `${below('10-1-0-2.busybox-subdomain')}. 30 IN A 10.1.0.2`,
      `${below('busybox-1.busybox-subdomain')}. 30 IN A 10.1.0.1`,
    ]);
  });

  test('PTR', () => {
    expect(data('7.0.96.10.in-addr.arpa', 'PTR')).toEqual([`PTR ${below('my-svc')}.`]);
    expect(data('1.0.1.10.in-addr.arpa', 'PTR')).toEqual([
      `PTR ${below('busybox-1.busybox-subdomain')}.`,
    ]);
    expect(data(`9${'.0'.repeat(28)}.0.d.f.ip6.arpa`, 'PTR')).toEqual([`PTR ${below('dual')}.`]);
    expect(code('8.0.96.10.in-addr.arpa', 'PTR')).toBe('NXDOMAIN');
    expect(code('07.0.96.10.in-addr.arpa', 'PTR')).toBe('NXDOMAIN');
  });

  const digits = `9${'.0'.repeat(28)}.0.d.f`;
  test.each([
    ['three labels more than those of the address', `1.2.3.${digits}.ip6.arpa`, 'NOERROR'],
    ['four labels more', `1.2.3.4.${digits}.ip6.arpa`, 'NXDOMAIN'],
    // The server splits the name as a zone file writes it.
    ['a dot within a label that is one too many', `\\..${digits}.ip6.arpa`, 'NOERROR'],
    ['a dot written as a number', `1\\0462.3.${digits}.ip6.arpa`, 'NOERROR'],
    ['a dot within the first label, which counts', `\\.${digits}.ip6.arpa`, 'NOERROR'],
    ['a dot within the last label', `${digits}\\.ip6.arpa`, 'NOT_IN_ZONE'],
    ['a backslash before digits', `1.\\\\046.${digits}.ip6.arpa`, 'NOERROR'],
    ['one label less', `${digits.slice(2)}.ip6.arpa`, 'NXDOMAIN'],
    ['two digits in a label', `${digits.slice(0, -3)}fd.ip6.arpa`, 'NXDOMAIN'],
    ['another domain', `${digits}.cluster.local`, 'NXDOMAIN'],
    ['the domain of IPv4', 'fd00::9.in-addr.arpa', 'NXDOMAIN'],
  ])('PTR of IPv6, with %s', (_, name, expected) => {
    expect(code(name, 'PTR')).toBe(expected);
  });

  test('PTR: no record for an address with a zone', () => {
    const endpointSlices = [slice([{ addresses: ['fe80::1%eth0'] }])];
    const name = '0.h.e80::1%et.f.ip6.arpa';
    expect(queryZone(dnsZone({ endpointSlices }), name, 'PTR').code).toBe('NXDOMAIN');
  });
});

describe('service.md: ExternalName', () => {
  test('a CNAME record with the value my.database.example.com', () => {
    expect(data(below('my-service'), 'CNAME')).toEqual(['CNAME my.database.example.com.']);
    expect(data(below('my-service'), 'A')).toEqual(['CNAME my.database.example.com.']);
  });

  test('is followed in the cluster, and outside through the upstream', () => {
    expect(data(below('inner'), 'A')).toEqual(['A 10.96.0.7', `CNAME ${below('my-svc')}.`]);
    expect(code(below('lost'), 'A')).toBe('NODATA');
    const where = zoneOf({
      upstream: (name) => [{ name, type: 'A', ttlSeconds: 60, address: '192.0.2.9' }],
    });
    expect(data(below('my-service'), 'A', where)).toEqual([
      'A 192.0.2.9',
      'CNAME my.database.example.com.',
    ]);
  });

  test('has neither ports nor endpoints', () => {
    expect(code(below('_._.my-service'), 'CNAME')).toBe('NOERROR');
    expect(code(below('_http._.my-service'), 'CNAME')).toBe('NXDOMAIN');
    expect(code(below('_._tcp.my-service'), 'CNAME')).toBe('NXDOMAIN');
  });

  test('has no record if the external name is an address', () => {
    expect(code(below('number'), 'CNAME')).toBe('NXDOMAIN');
  });
});

test('an alias of a name below itself has no record', () => {
  const objects = {
    services: [service('busybox-subdomain', { clusterIP: 'None' })],
    endpointSlices: [
      slice([
        { addresses: ['10.1.0.1'], hostname: 'busybox-1' },
        { addresses: [below('busybox-1.busybox-subdomain')] },
      ]),
    ],
  };
  expect(data(below('busybox-subdomain'), 'A', dnsZone(objects))).toEqual(['A 10.1.0.1']);
});

describe('Pods', () => {
  test('below a Service, ready endpoints have a name by host name or address', () => {
    expect(data(below('busybox-1.busybox-subdomain'), 'A')).toEqual(['A 10.1.0.1']);
    expect(data(below('10-1-0-2.busybox-subdomain'), 'A')).toEqual(['A 10.1.0.2']);
    expect(code(below('10-1-0-1.busybox-subdomain'), 'A')).toBe('NXDOMAIN');
    expect(code(below('busybox-3.busybox-subdomain'), 'A')).toBe('NXDOMAIN');
  });

  test('are found in any case, among few or many, and with equal names', () => {
    const endpoints = [
      { addresses: ['10.1.0.1'], hostname: 'busybox-1' },
      { addresses: ['10.1.0.2'], hostname: 'busybox-1' },
      { addresses: ['FD00::A'] },
    ];
    const more = Array.from({ length: 20 }, (_, i) => ({ addresses: [`10.1.1.${i}`] }));
    for (const each of [endpoints, [...endpoints, ...more]]) {
      const services = [service('busybox-subdomain', { clusterIP: 'None' })];
      const where = dnsZone({ services, endpointSlices: [slice(each)] });
      const ask = (name: string, type: string) =>
        data(below(`${name}.busybox-subdomain`), type, where);
      expect(ask('busybox-1', 'A')).toEqual(['A 10.1.0.1', 'A 10.1.0.2']);
      expect(ask('fd00--A', 'AAAA')).toEqual(['AAAA fd00::a']);
      expect(code(below('busybox-2.busybox-subdomain'), 'A', where)).toBe('NXDOMAIN');
    }
  });

  test.each([
    ['disabled', 'NXDOMAIN', 'NXDOMAIN'],
    ['insecure', 'NOERROR', 'NOERROR'],
    ['verified', 'NOERROR', 'NXDOMAIN'],
  ] as const)('by address, with the option %s', (pods, known, unknown) => {
    const where = zoneOf({ pods });
    expect(code(`172-17-0-3.${namespace}.pod.cluster.local`, 'A', where)).toBe(known);
    expect(code(`172-17-0-4.${namespace}.pod.cluster.local`, 'A', where)).toBe(unknown);
    expect(code(`fd00--3.${namespace}.pod.cluster.local`, 'AAAA', where)).toBe(unknown);
    expect(code('172-17-0-3.other.pod.cluster.local', 'A', where)).toBe('NXDOMAIN');
  });
});

test.each([
  ['cluster.local', 'A', 'NODATA'],
  ['svc.cluster.local', 'A', 'NODATA'],
  [`${namespace}.svc.cluster.local`, 'A', 'NODATA'],
  [`${namespace}.svc.cluster.local`, 'TXT', 'NXDOMAIN'],
  ['other.svc.cluster.local', 'A', 'NXDOMAIN'],
  [below('gone'), 'A', 'NXDOMAIN'],
  [below('a.b.c.my-svc'), 'A', 'NXDOMAIN'],
  [below('my-svc'), 'MX', 'NODATA'],
  ['dns-version.cluster.local', 'TXT', 'NOERROR'],
  [below('dns-version'), 'TXT', 'NXDOMAIN'],
  ['in-addr.arpa', 'A', 'NODATA'],
  ['svc.in-addr.arpa', 'A', 'NODATA'],
  ['pod.ip6.arpa', 'A', 'NODATA'],
  ['a-svc.in-addr.arpa', 'A', 'NXDOMAIN'],
  ['svc-a.ip6.arpa', 'A', 'NXDOMAIN'],
  [`${namespace}.svc.in-addr.arpa`, 'A', 'NXDOMAIN'],
  [`my-svc.${namespace}.svc.ip6.arpa`, 'A', 'NXDOMAIN'],
  ['notcluster.local', 'A', 'NOT_IN_ZONE'],
  ['', 'A', 'NOT_IN_ZONE'],
])('%j %s: %s', (name, type, expected) => {
  expect(code(name, type)).toBe(expected);
});

test.each([
  ['draft', {}],
  ['draft', { clusterIPs: [''], ports: [foo] }],
  ['draft', { type: 'ExternalName' }],
  ['inner', {}],
])('a Service without an address has no record: %s %j', (name, spec) => {
  const inside = { type: 'ExternalName', externalName: below('draft') };
  const where = dnsZone({ services: [service('draft', spec), service('inner', inside)] });
  for (const type of ['A', 'AAAA', 'SRV']) {
    expect(queryZone(where, below(name), type).code).toBe('NODATA');
  }
  expect(data(below('draft'), 'CNAME', where)).toEqual([]);
  expect(zoneRecords(where).map((record) => `${record.type} ${record.name}`)).toEqual([
    'TXT dns-version.cluster.local.',
    `CNAME ${below('inner')}.`,
  ]);
});

test('ignoreEmptyService and exposedNamespaces hide names', () => {
  expect(code(below('my-svc'), 'A', zoneOf({ ignoreEmptyService: true }))).toBe('NXDOMAIN');
  expect(code(below('my-svc'), 'A', zoneOf({ exposedNamespaces: ['other'] }))).toBe('NXDOMAIN');
  expect(code(below('my-svc'), 'A', zoneOf({ exposedNamespaces: [namespace] }))).toBe('NOERROR');
});
