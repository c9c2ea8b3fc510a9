import type { Service } from '@kubesem/core';
import { type DnsRecord, dnsZone, formatRecord, formatZone, queryZone } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const service = (name: string, spec: Service['spec'], namespace = 'prod'): Service => ({
  metadata: { name, namespace },
  spec,
});

describe('formatRecord', () => {
  const pointer = (target: string): string => {
    const record: DnsRecord = { name: 'x.', type: 'PTR', ttlSeconds: 5, target };
    return formatRecord(record).slice('x. 5 IN PTR '.length);
  };

  test.each([
    ['a\nevil. 1 IN A 6.6.6.6', 'a\\010evil.\\ 1\\ IN\\ A\\ 6.6.6.6'],
    ['"()\'@;', `\\"\\(\\)\\'\\@\\;`],
    ['ä😀', '\\195\\164\\240\\159\\152\\128'],
    ['\ud83d', '\\239\\191\\189'],
    ['\0\x1f\x7f~', '\\000\\031\\127~'],
    // Escapes stay, except those that are not necessary.
    ['a\\.b', 'a\\.b'],
    ['a\\046b', 'a\\.b'],
    ['\\097\\b', 'ab'],
    ['\\\\.x', '\\\\.x'],
    ['\\300', ','],
    ['x\\', 'x'],
    ['\\1', '1'],
    ['\\ä', '\\195\\164'],
    ['$GENERATE!#%&*+/<>?[]^`{|}~', '$GENERATE!#%&*+/<>?[]^`{|}~'],
  ])('writes the name %j as %s', (name, escaped) => {
    expect(pointer(name)).toBe(escaped);
  });

  test('escapes what ends a text', () => {
    const text = 'a "b"\\;\n\tä';
    const line = formatRecord({ name: 'x.', type: 'TXT', ttlSeconds: 5, text });
    expect(line).toBe('x. 5 IN TXT "a \\"b\\"\\\\;\\010\\009\\195\\164"');
  });

  test.each(['x\n.', '6.6.6.6\n'])('escapes owners, targets and addresses: %j', (name) => {
    const base = { name, ttlSeconds: 5 };
    const numbers = { priority: 0, weight: 1, port: 2 };
    const records: DnsRecord[] = [
      { ...base, type: 'A', address: name },
      { ...base, type: 'CNAME', target: name },
      { ...base, ...numbers, type: 'SRV', target: name },
    ];
    expect(records.map(formatRecord).join('')).not.toContain('\n');
  });

  test('takes linear time', () => {
    expect(pointer('\\'.repeat(200_000))).toHaveLength(200_000);
    expect(pointer('\\1'.repeat(200_000))).toHaveLength(200_000);
  });
});

describe('a name that DNS cannot write plainly', () => {
  test('has no record, as its server does not find it', () => {
    const services = [
      service('a b', { clusterIP: '10.96.0.7', ports: [{ name: 'x', protocol: 'TCP', port: 1 }] }),
      service('c.d', { clusterIP: '10.96.0.8' }),
    ];
    const zone = dnsZone({ services });
    for (const name of ['a b', 'a\\ b', 'a\\032b', '_x._tcp.a b', 'c.d', 'c\\.d', 'c\\046d']) {
      expect(queryZone(zone, `${name}.prod.svc.cluster.local`, 'A').code).toBe('NXDOMAIN');
    }
    expect(formatZone(zone).split('\n')).toEqual([
      'dns-version.cluster.local. 28800 IN TXT "1.1.0"',
      '7.0.96.10.in-addr.arpa. 30 IN PTR a\\ b.prod.svc.cluster.local.',
      '8.0.96.10.in-addr.arpa. 30 IN PTR c.d.prod.svc.cluster.local.',
      '',
    ]);
  });

  test('is a problem of the zone', () => {
    const port = { name: 'P q', protocol: 'TCP', port: 1 };
    const alias = (externalName: string) => service('a', { type: 'ExternalName', externalName });
    const { problems } = dnsZone({
      services: [
        service('x y', { clusterIP: '10.96.0.7', ports: [port] }, 'A'),
        alias('x y.example.com'),
        { ...alias('example.com.'), metadata: { name: 'b', namespace: 'prod' } },
      ],
      endpointSlices: [
        {
          metadata: { name: 's', labels: { 'kubernetes.io/service-name': 'x' } },
          endpoints: [{ addresses: ['10.1.0.1'], hostname: 'h\n' }],
          ports: [port],
        },
      ],
      namespaces: [{ metadata: { name: 'A' } }],
    });
    const invalid = problems.filter(({ code }) => code === 'NAME_INVALID');
    expect(invalid.map(({ path }) => path)).toEqual([
      'namespaces[0].metadata.name',
      'endpointSlices[0].ports[0].name',
      'endpointSlices[0].endpoints[0].hostname',
      'services[0].metadata.name',
      'services[0].metadata.namespace',
      'services[0].spec.ports[0].name',
      'services[1].spec.externalName',
    ]);
    expect(invalid[3]).toMatchObject({ type: 'INVALID', value: 'x y' });
  });
});

test('a query can be written with escapes', () => {
  const zone = dnsZone({ services: [service('web', { clusterIP: '10.96.0.7' })] });
  const { answers } = queryZone(zone, '\\087e\\b.prod.svc.cluster.local', 'A');
  expect(answers).toMatchObject([{ name: 'Web.prod.svc.cluster.local.' }]);
  for (const name of ['web.prod.svc\\.cluster.local', 'web\\.prod.svc.cluster.local\\.']) {
    expect(queryZone(zone, name, 'A').code).toBe('NOT_IN_ZONE');
  }
});

test('an alias whose target only looks like a name of the cluster is outside it', () => {
  const externalName = 'x\\.cluster.local';
  const services = [service('a', { type: 'ExternalName', externalName })];
  const { answers } = queryZone(dnsZone({ services }), 'a.prod.svc.cluster.local', 'A');
  expect(answers.map(formatRecord)).toEqual([
    'a.prod.svc.cluster.local. 30 IN CNAME x\\.cluster.local.',
  ]);
});
