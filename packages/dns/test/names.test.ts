import {
  type DnsError,
  endpointName,
  podFqdn,
  podHostname,
  podName,
  reverseName,
  serviceName,
  srvName,
} from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const service = { name: 'db', namespace: 'prod' };
const clusterDomain = 'k8s.example.com';

/** Code and path of the error. */
function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    const { code, path } = error as DnsError;
    return `${code} ${path}`;
  }
  return 'none';
}

describe('every name', () => {
  test('ends in the cluster domain of the options', () => {
    expect(serviceName(service, { clusterDomain })).toBe('db.prod.svc.k8s.example.com');
    expect(podName('10.1.2.3', 'prod', { clusterDomain })).toBe(
      '10-1-2-3.prod.pod.k8s.example.com',
    );
    expect(endpointName({ hostname: 'db-0' }, service, { clusterDomain })).toBe(
      'db-0.db.prod.svc.k8s.example.com',
    );
    expect(srvName('sql', 'UDP', service, { clusterDomain })).toBe(
      '_sql._udp.db.prod.svc.k8s.example.com',
    );
    const pod = { metadata: { name: 'a', namespace: 'b' }, spec: { subdomain: 'c' } };
    expect(podFqdn(pod, { clusterDomain })).toBe('a.c.b.svc.k8s.example.com');
  });

  test.each(['', 'cluster.local.', 'Cluster.local', '-a', 'a'.repeat(254)])(
    'refuses the cluster domain %j',
    (domain) => {
      expect(refusal(() => serviceName(service, { clusterDomain: domain }))).toBe(
        'INVALID_NAME clusterDomain',
      );
    },
  );

  test('has at most 253 bytes', () => {
    const domain = (length: number) => 'd'.repeat(length - 'db.prod.svc.'.length);
    expect(serviceName(service, { clusterDomain: domain(253) })).toHaveLength(253);
    expect(refusal(() => serviceName(service, { clusterDomain: domain(254) }))).toBe(
      'NAME_TOO_LONG undefined',
    );
  });
});

describe('an error tells what was passed in, and its message where', () => {
  const long = 'd'.repeat(242);
  test.each<[call: () => unknown, input: string]>([
    [() => serviceName({ name: 'My_Svc' }), 'My_Svc'],
    [() => serviceName({ name: 'db', namespace: 'a.b' }), 'a.b'],
    [() => serviceName({ kind: 'Pod', metadata: { name: 'db' } }), 'Pod'],
    [() => serviceName(service, { clusterDomain: long }), `db.prod.svc.${long}`],
    [() => endpointName({ hostname: 'My_Host' }, service), 'My_Host'],
    [() => endpointName({ addresses: [] }, service), 'undefined'],
    [() => srvName('http', 'HTTP', service), 'HTTP'],
    [() => podName('fe80::1%eth0', 'test'), 'fe80::1%eth0'],
    [() => podHostname({ hostname: 'My_Host', containers: [] }), 'My_Host'],
    [
      () => podHostname({ hostname: 'foo', subdomain: long.slice(-50), setHostnameAsFQDN: true }),
      `foo.${long.slice(-50)}.default.svc.cluster.local`,
    ],
  ])('%s: %s', (call, input) => {
    let error: DnsError | undefined;
    try {
      call();
    } catch (caught) {
      error = caught as DnsError;
    }
    // What is longer is cut.
    expect(error?.input?.replace('…', '')).toBe(input.slice(0, 80));
    expect(error?.message).toContain(error?.path ?? '');
    expect(error?.message).not.toContain('undefined');
  });
});

describe('a Service', () => {
  test('without a namespace is one of default', () => {
    expect(serviceName({ name: 'db' })).toBe('db.default.svc.cluster.local');
    expect(serviceName({ kind: 'Service', metadata: { name: 'db', namespace: '' } })).toBe(
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
  ])('with a wrong name: %j', (wrong, path) => {
    expect(refusal(() => serviceName(wrong))).toBe(`INVALID_NAME ${path}`);
  });

  test('may have a name of 63 bytes that starts with a digit', () => {
    const name = '1'.repeat(63);
    expect(serviceName({ name })).toBe(`${name}.default.svc.cluster.local`);
  });

  test('is nothing else', () => {
    expect(refusal(() => serviceName({ kind: 'Pod', metadata: { name: 'db' } }))).toBe(
      'INVALID_TYPE kind',
    );
    // @ts-expect-error not even an object
    expect(refusal(() => serviceName(null))).toBe('INVALID_NAME name');
  });
});

describe('an endpoint', () => {
  test.each([
    [{ hostname: 'db-0', addresses: ['10.1.0.4'] }, 'db-0'],
    [{ hostname: '', addresses: ['10.1.0.4', '10.1.0.5'] }, '10-1-0-4'],
    ['fd00::7', 'fd00--7'],
    ['fd00::', 'fd00--0'],
    ['64:ff9b::1.2.3.4', '64:ff9b::1-2-3-4'],
  ])('%j is %s', (endpoint, label) => {
    expect(endpointName(endpoint, service)).toBe(`${label}.db.prod.svc.cluster.local`);
  });

  test('is refused without a name or an address', () => {
    expect(refusal(() => endpointName({}, service))).toBe('INVALID_IP addresses[0]');
    expect(refusal(() => endpointName({ hostname: 'a.b' }, service))).toBe('INVALID_NAME hostname');
    expect(refusal(() => endpointName('fe80::1%eth0', service))).toBe('IP_ZONE addresses[0]');
    expect(refusal(() => endpointName('10.0.0.1', { name: '' }))).toBe('INVALID_NAME name');
  });
});

describe('a port', () => {
  test.each(['TCP', 'udp', 'Sctp'])('of %s', (protocol) => {
    expect(srvName('http', protocol, service)).toBe(
      `_http._${protocol.toLowerCase()}.db.prod.svc.cluster.local`,
    );
  });

  test('is refused with a wrong name or protocol', () => {
    expect(refusal(() => srvName('', 'TCP', service))).toBe('INVALID_NAME port');
    expect(refusal(() => srvName('Http', 'TCP', service))).toBe('INVALID_NAME port');
    expect(refusal(() => srvName('http', 'TCP ', service))).toBe('INVALID_PROTOCOL protocol');
    expect(refusal(() => srvName('http', 'XTCP', service))).toBe('INVALID_PROTOCOL protocol');
  });
});

describe('a Pod by its address', () => {
  test.each([
    ['10.1.2.3', '10-1-2-3'],
    ['::ffff:10.1.2.3', '10-1-2-3'],
    ['2001:DB8:0:0::A', '2001-db8--a'],
    ['::1', '--1'],
  ])('%s is %s', (ip, label) => {
    expect(podName(ip, 'test')).toBe(`${label}.test.pod.cluster.local`);
  });

  test('is refused with a wrong address or namespace', () => {
    expect(refusal(() => podName('10.1.2.03', 'test'))).toBe('IP_LEADING_ZERO ip');
    expect(refusal(() => podName('fe80::1%eth0', 'test'))).toBe('IP_ZONE ip');
    expect(refusal(() => podName('10.1.2.3', 'a_b'))).toBe('INVALID_NAME namespace');
  });
});

describe('an address backwards', () => {
  test('of either family', () => {
    expect(reverseName('10.96.0.17')).toBe('17.0.96.10.in-addr.arpa');
    expect(reverseName('::ffff:10.96.0.17')).toBe('17.0.96.10.in-addr.arpa');
    expect(reverseName('2001:db8::567:89ab')).toBe(
      'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
    );
    expect(refusal(() => reverseName('::1%lo'))).toBe('IP_ZONE ip');
  });
});

describe('the host name of a Pod', () => {
  const metadata = { name: 'web-5d4f', namespace: 'prod' };

  test('is its name, its hostname or what overrides both', () => {
    expect(podHostname({ metadata, spec: { hostname: '' } })).toBe('web-5d4f');
    expect(podHostname({ metadata, spec: { hostname: 'foo' } })).toBe('foo');
    const spec = { hostname: 'foo', subdomain: 'bar', hostnameOverride: 'other.example.com' };
    expect(podHostname({ metadata, spec })).toBe('other.example.com');
    expect(podHostname({ metadata, spec: { ...spec, setHostnameAsFQDN: true } })).toBe(
      'other.example.com',
    );
    expect(podFqdn({ metadata, spec })).toBeUndefined();
  });

  test('is cut at 63 bytes, and never ends in a dot or hyphen', () => {
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

  test('is the full one if asked for, up to 64 bytes', () => {
    const spec = (length: number) => ({
      hostname: 'h'.repeat(length - '.bar.prod.svc.cluster.local'.length),
      subdomain: 'bar',
      setHostnameAsFQDN: true,
    });
    expect(podHostname({ metadata, spec: spec(64) })).toHaveLength(64);
    expect(refusal(() => podHostname({ metadata, spec: spec(65) }))).toBe(
      'FQDN_TOO_LONG spec.setHostnameAsFQDN',
    );
    expect(podFqdn({ metadata, spec: spec(65) })).toHaveLength(65);
    const alone = { hostname: 'foo', setHostnameAsFQDN: true };
    expect(podHostname({ metadata, spec: alone })).toBe('foo');
  });

  test('is that of the node on its network', () => {
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
  ])('is refused: %j with %j', (rest, spec, path) => {
    expect(refusal(() => podHostname({ ...rest, spec }))).toBe(`INVALID_NAME ${path}`);
    expect(refusal(() => podFqdn({ ...rest, spec }))).toBe(`INVALID_NAME ${path}`);
  });

  test('of a template is known if the template sets it', () => {
    expect(podHostname({ hostname: 'foo', containers: [] })).toBe('foo');
    expect(podFqdn({ hostname: 'foo', subdomain: 'bar', containers: [] })).toBe(
      'foo.bar.default.svc.cluster.local',
    );
    expect(refusal(() => podHostname({ containers: [] }))).toBe('INVALID_NAME metadata.name');
  });
});
