import type { FieldError } from '@kubesem/core';
import {
  endpointDnsName,
  podDnsName,
  podFqdn,
  podHostname,
  reverseDnsName,
  serviceDnsName,
  srvName,
} from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const service = { name: 'db', namespace: 'prod' };
const clusterDomain = 'k8s.example.com';

/** Code and path of the error that a call throws. */
function thrown(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    const { code, problem } = error as FieldError;
    return `${code} ${problem.path}`;
  }
  return 'nothing';
}

describe('all names', () => {
  test('end with the cluster domain of the options', () => {
    expect(serviceDnsName(service, { clusterDomain })).toBe('db.prod.svc.k8s.example.com');
    expect(podDnsName('10.1.2.3', 'prod', { clusterDomain })).toBe(
      '10-1-2-3.prod.pod.k8s.example.com',
    );
    expect(endpointDnsName({ hostname: 'db-0' }, service, { clusterDomain })).toBe(
      'db-0.db.prod.svc.k8s.example.com',
    );
    expect(srvName('sql', 'UDP', service, { clusterDomain })).toBe(
      '_sql._udp.db.prod.svc.k8s.example.com',
    );
    const pod = { metadata: { name: 'a', namespace: 'b' }, spec: { subdomain: 'c' } };
    expect(podFqdn(pod, { clusterDomain })).toBe('a.c.b.svc.k8s.example.com');
  });

  test.each(['', 'cluster.local.', 'Cluster.local', '-a', 'a'.repeat(254)])(
    'reject the cluster domain %j',
    (domain) => {
      expect(thrown(() => serviceDnsName(service, { clusterDomain: domain }))).toBe(
        'NAME_INVALID clusterDomain',
      );
    },
  );

  test('have at most 253 bytes', () => {
    const domain = (length: number) => 'd'.repeat(length - 'db.prod.svc.'.length);
    expect(serviceDnsName(service, { clusterDomain: domain(253) })).toHaveLength(253);
    expect(thrown(() => serviceDnsName(service, { clusterDomain: domain(254) }))).toBe(
      'NAME_TOO_LONG ',
    );
  });
});

test.each<[call: () => unknown, code: string, segments: readonly string[], value: string]>([
  [() => serviceDnsName({ name: 'My_Svc' }), 'NAME_INVALID', ['name'], 'My_Svc'],
  [() => serviceDnsName({ name: 7 as never }), 'INVALID_TYPE', ['name'], '7'],
  [
    () => endpointDnsName({ hostname: 'My_Host' }, service),
    'NAME_INVALID',
    ['hostname'],
    'My_Host',
  ],
  [() => srvName('http', 'HTTP', service), 'INVALID_PROTOCOL', ['protocol'], 'HTTP'],
  [() => srvName('http', 6 as never, service), 'INVALID_TYPE', ['protocol'], '6'],
  [() => podDnsName('fe80::1%eth0', 'test'), 'IP_ZONE', ['ip'], 'fe80::1%eth0'],
  [
    () => podHostname({ spec: { hostname: 'My_Host' } }),
    'NAME_INVALID',
    ['spec', 'hostname'],
    'My_Host',
  ],
])('errors carry the code, segments and value: %s', (call, code, segments, value) => {
  expect(call).toThrow(
    expect.objectContaining({
      name: 'FieldError',
      code,
      problem: expect.objectContaining({ segments, value }),
    }),
  );
});

describe('serviceDnsName', () => {
  test('defaults to the namespace default', () => {
    expect(serviceDnsName({ name: 'db' })).toBe('db.default.svc.cluster.local');
    expect(serviceDnsName({ kind: 'Service', metadata: { name: 'db', namespace: '' } })).toBe(
      'db.default.svc.cluster.local',
    );
  });

  test.each([
    [{ name: 'db.prod' }, 'name'],
    [{ name: 'Db' }, 'name'],
    [{ name: 'a'.repeat(64) }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'db', namespace: 'a.b' }, 'namespace'],
    [{ metadata: { name: 'db_1' } }, 'metadata.name'],
    [{ metadata: { namespace: 'prod' } }, 'metadata.name'],
    [{ metadata: { name: 'db', namespace: 'PROD' } }, 'metadata.namespace'],
  ])('rejects an invalid name or namespace: %j', (wrong, path) => {
    expect(thrown(() => serviceDnsName(wrong))).toBe(`NAME_INVALID ${path}`);
  });

  test('accepts a name of 63 bytes that starts with a digit', () => {
    const name = '1'.repeat(63);
    expect(serviceDnsName({ name })).toBe(`${name}.default.svc.cluster.local`);
  });

  test('rejects other kinds and non-objects', () => {
    expect(thrown(() => serviceDnsName({ kind: 'Pod', metadata: { name: 'db' } }))).toBe(
      'INVALID_TYPE kind',
    );
    expect(thrown(() => serviceDnsName(null as never))).toBe('NAME_INVALID name');
    expect(thrown(() => serviceDnsName('db' as never))).toBe('INVALID_TYPE ');
  });
});

describe('endpointDnsName', () => {
  test.each([
    [{ hostname: 'db-0', addresses: ['10.1.0.4'] }, 'db-0'],
    [{ hostname: '', addresses: ['10.1.0.4', '10.1.0.5'] }, '10-1-0-4'],
    ['fd00::7', 'fd00--7'],
    ['fd00::', 'fd00--0'],
    ['64:ff9b::1.2.3.4', '64:ff9b::1-2-3-4'],
  ])('%j has the label %s', (endpoint, label) => {
    expect(endpointDnsName(endpoint, service)).toBe(`${label}.db.prod.svc.cluster.local`);
  });

  test('rejects an endpoint without host name and address, or with an invalid one', () => {
    expect(thrown(() => endpointDnsName({}, service))).toBe('INVALID_IP addresses[0]');
    expect(thrown(() => endpointDnsName({ hostname: 'a.b' }, service))).toBe(
      'NAME_INVALID hostname',
    );
    expect(thrown(() => endpointDnsName('fe80::1%eth0', service))).toBe('IP_ZONE addresses[0]');
    expect(thrown(() => endpointDnsName('10.0.0.1', { name: '' }))).toBe('NAME_INVALID name');
    expect(thrown(() => endpointDnsName({ addresses: [1] } as never, service))).toBe(
      'INVALID_TYPE addresses[0]',
    );
  });
});

describe('srvName', () => {
  test.each(['TCP', 'udp', 'Sctp'])('accepts the protocol %s', (protocol) => {
    expect(srvName('http', protocol, service)).toBe(
      `_http._${protocol.toLowerCase()}.db.prod.svc.cluster.local`,
    );
  });

  test('rejects an invalid name or protocol', () => {
    expect(thrown(() => srvName('', 'TCP', service))).toBe('NAME_INVALID port');
    expect(thrown(() => srvName('Http', 'TCP', service))).toBe('NAME_INVALID port');
    expect(thrown(() => srvName('http', 'TCP ', service))).toBe('INVALID_PROTOCOL protocol');
    expect(thrown(() => srvName('http', 'XTCP', service))).toBe('INVALID_PROTOCOL protocol');
  });
});

describe('podDnsName', () => {
  test.each([
    ['10.1.2.3', '10-1-2-3'],
    ['::ffff:10.1.2.3', '10-1-2-3'],
    ['2001:DB8:0:0::A', '2001-db8--a'],
    ['::1', '--1'],
  ])('%s has the label %s', (ip, label) => {
    expect(podDnsName(ip, 'test')).toBe(`${label}.test.pod.cluster.local`);
  });

  test('rejects an invalid address or namespace', () => {
    expect(thrown(() => podDnsName('10.1.2.03', 'test'))).toBe('IP_LEADING_ZERO ip');
    expect(thrown(() => podDnsName('fe80::1%eth0', 'test'))).toBe('IP_ZONE ip');
    expect(thrown(() => podDnsName('10.1.2.3', 'a_b'))).toBe('NAME_INVALID namespace');
  });
});

describe('reverseDnsName', () => {
  test('supports both IP families', () => {
    expect(reverseDnsName('10.96.0.17')).toBe('17.0.96.10.in-addr.arpa');
    expect(reverseDnsName('::ffff:10.96.0.17')).toBe('17.0.96.10.in-addr.arpa');
    expect(reverseDnsName('2001:db8::567:89ab')).toBe(
      'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
    );
    expect(thrown(() => reverseDnsName('::1%lo'))).toBe('IP_ZONE ip');
  });
});

describe('podHostname and podFqdn', () => {
  const metadata = { name: 'web-5d4f', namespace: 'prod' };

  test('use the name of the Pod, its hostname, or the override', () => {
    expect(podHostname({ metadata, spec: { hostname: '' } })).toBe('web-5d4f');
    expect(podHostname({ metadata, spec: { hostname: 'foo' } })).toBe('foo');
    const spec = { hostname: 'foo', subdomain: 'bar', hostnameOverride: 'other.example.com' };
    expect(podHostname({ metadata, spec })).toBe('other.example.com');
    expect(podHostname({ metadata, spec: { ...spec, setHostnameAsFQDN: true } })).toBe(
      'other.example.com',
    );
    expect(podFqdn({ metadata, spec })).toBeUndefined();
  });

  test('cut the host name to 63 bytes, without a trailing dot or hyphen', () => {
    const name = `${'a'.repeat(60)}.-.b`.replace('.-.', '.x-');
    expect(podHostname({ metadata: { name: 'a'.repeat(64) } })).toBe('a'.repeat(63));
    expect(podHostname({ metadata: { name: 'a'.repeat(63) } })).toBe('a'.repeat(63));
    expect(podHostname({ metadata: { name: `${'a'.repeat(61)}--b` } })).toBe('a'.repeat(61));
    expect(podHostname({ metadata: { name: `${'a'.repeat(62)}.b` } })).toBe('a'.repeat(62));
    expect(podHostname({ metadata: { name } })).toBe(name.slice(0, 62));
    expect(podHostname({ metadata, spec: { hostnameOverride: `${'b'.repeat(62)}.c` } })).toBe(
      'b'.repeat(62),
    );
    const cutFqdn = {
      metadata: { name: 'a'.repeat(70), namespace: 'n' },
      spec: { subdomain: 's' },
    };
    expect(podFqdn(cutFqdn)).toBe(`${'a'.repeat(63)}.s.n.svc.cluster.local`);
  });

  test('podHostname returns the FQDN with setHostnameAsFQDN, up to 64 bytes', () => {
    const spec = (length: number) => ({
      hostname: 'h'.repeat(length - '.bar.prod.svc.cluster.local'.length),
      subdomain: 'bar',
      setHostnameAsFQDN: true,
    });
    expect(podHostname({ metadata, spec: spec(64) })).toHaveLength(64);
    expect(thrown(() => podHostname({ metadata, spec: spec(65) }))).toBe(
      'FQDN_TOO_LONG spec.setHostnameAsFQDN',
    );
    expect(podFqdn({ metadata, spec: spec(65) })).toHaveLength(65);
    const alone = { hostname: 'foo', setHostnameAsFQDN: true };
    expect(podHostname({ metadata, spec: alone })).toBe('foo');
  });

  test('return undefined with hostNetwork', () => {
    const spec = { hostname: 'foo', subdomain: 'bar', hostNetwork: true };
    expect(podHostname({ metadata, spec })).toBeUndefined();
    expect(podFqdn({ metadata, spec })).toBeUndefined();
  });

  test.each([
    [{ metadata }, { hostname: 'a.b' }, 'spec.hostname'],
    [{ metadata }, { hostname: 'h'.repeat(64) }, 'spec.hostname'],
    [{ metadata }, { hostnameOverride: '' }, 'spec.hostnameOverride'],
    [{ metadata }, { hostnameOverride: 'A' }, 'spec.hostnameOverride'],
    [{ metadata }, { subdomain: 'a.b' }, 'spec.subdomain'],
    [{ metadata: {} }, {}, 'metadata.name'],
    [{ metadata: { name: 'a', namespace: 'B' } }, { subdomain: 's' }, 'metadata.namespace'],
  ])('reject an invalid part: %j with %j', (rest, spec, path) => {
    expect(thrown(() => podHostname({ ...rest, spec }))).toBe(`NAME_INVALID ${path}`);
    expect(thrown(() => podFqdn({ ...rest, spec }))).toBe(`NAME_INVALID ${path}`);
  });

  test.each([
    [{ hostname: {} }, 'spec.hostname'],
    [{ subdomain: 1 }, 'spec.subdomain'],
    [{ hostnameOverride: true }, 'spec.hostnameOverride'],
    [{ hostNetwork: 'yes' }, 'spec.hostNetwork'],
    [{ setHostnameAsFQDN: 1 }, 'spec.setHostnameAsFQDN'],
  ])('reject a field of the wrong type: %j', (spec, path) => {
    const pod = { metadata, spec: spec as object };
    expect(thrown(() => podHostname(pod))).toBe(`INVALID_TYPE ${path}`);
    expect(thrown(() => podFqdn(pod))).toBe(`INVALID_TYPE ${path}`);
  });

  test('accept a Pod spec that sets hostname', () => {
    expect(podHostname({ hostname: 'foo', containers: [] })).toBe('foo');
    expect(podFqdn({ hostname: 'foo', subdomain: 'bar', containers: [] })).toBe(
      'foo.bar.default.svc.cluster.local',
    );
    expect(thrown(() => podHostname({ containers: [] }))).toBe('NAME_INVALID metadata.name');
  });
});
