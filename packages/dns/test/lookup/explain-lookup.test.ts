import type { EndpointSlice, Pod, PodSpec, Service } from '@kubesem/core';
import {
  dnsZone,
  explainLookup,
  type Libc,
  type LookupCluster,
  type ZoneOptions,
} from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const http = { name: 'http', protocol: 'TCP', port: 80 };
const service = (namespace: string, name: string, spec: Service['spec']): Service => ({
  metadata: { name, namespace },
  spec,
});
const slice = (name: string, endpoints: EndpointSlice['endpoints']): EndpointSlice => ({
  metadata: { name, namespace: 'prod', labels: { 'kubernetes.io/service-name': name } },
  addressType: 'IPv4',
  endpoints,
  ports: [http],
});
const objects = {
  services: [
    service('prod', 'data', { clusterIP: '10.96.0.7', ports: [http] }),
    service('prod', 'named', { clusterIP: 'None', ports: [http] }),
    service('prod', 'unnamed', { clusterIP: 'None', ports: [http] }),
    service('prod', 'empty', { clusterIP: 'None', ports: [http] }),
    service('prod', 'address', { type: 'ExternalName', externalName: '192.0.2.1' }),
    service('prod', 'written', { clusterIP: 'None', ports: [http] }),
    service('prod', 'draft', { ports: [http] }),
    service('prod', 'outside', { type: 'ExternalName', externalName: 'db.example.com' }),
    service('prod', 'nowhere', { type: 'ExternalName' }),
    service('prod', 'mixed', { clusterIP: 'None', ports: [http] }),
    service('prod', 'lost', { clusterIP: 'None', ports: [http] }),
    service('prod', 'six', { clusterIPs: ['fd00::6', ''], ports: [http] }),
    service('prod', 'portless', { clusterIP: 'None', ports: [http] }),
    service('test', 'own', { clusterIP: '10.96.0.8', ports: [http] }),
  ],
  endpointSlices: [
    slice('named', [{ addresses: ['10.1.0.1'], hostname: 'named-0' }]),
    slice('unnamed', [{ addresses: ['10.1.0.2'] }]),
    slice('empty', [{ addresses: ['10.1.0.3'], conditions: { ready: false } }]),
    { ...slice('portless', [{ addresses: ['10.1.0.6'] }]), ports: [{ name: 'http' }] },
    slice('lost', [{ addresses: ['gone.prod.svc.cluster.local'] }]),
    slice('mixed', [{ addresses: ['10.1.0.4'], hostname: 'mixed-0' }, { addresses: ['10.1.0.5'] }]),
  ],
  namespaces: [{ metadata: { name: 'prod' } }, { metadata: { name: 'test' } }],
};
const node = {
  clusterDNS: ['10.96.0.10'],
  resolvConf: 'nameserver 192.0.2.53\nsearch corp.example\n',
};
const cluster: LookupCluster = {
  get zone() {
    return dnsZone(objects);
  },
  node,
};
const pod = (spec: PodSpec = {}): Pod => ({ metadata: { name: 'web', namespace: 'test' }, spec });
const withOptions = (options: ZoneOptions): LookupCluster => ({
  zone: dnsZone(objects, options),
  node,
});

const reasons = (name: string, spec?: PodSpec, where = cluster) =>
  explainLookup(name, pod(spec), where).reasons.map(({ code }) => code);
const suggestions = (name: string, where = cluster) =>
  explainLookup(name, pod(), where).reasons[0]?.suggestions;

describe('dns-pod-service.md, "Namespaces of Services"', () => {
  test('a Pod in namespace test does not find the Service data of prod', () => {
    const { attempts, hit, reasons } = explainLookup('data', pod(), cluster);
    expect(attempts.map(({ name, code, server }) => [name, code, server])).toEqual([
      ['data.test.svc.cluster.local', 'NXDOMAIN', 'cluster'],
      ['data.svc.cluster.local', 'NXDOMAIN', 'cluster'],
      ['data.cluster.local', 'NXDOMAIN', 'cluster'],
      ['data.corp.example', 'NOT_IN_ZONE', 'upstream'],
      ['data', 'NOT_IN_ZONE', 'upstream'],
    ]);
    expect(hit).toBeUndefined();
    expect(reasons).toEqual([
      expect.objectContaining({
        code: 'NAMESPACE_WRONG',
        check: 'kubectl get svc data -n prod',
        suggestions: ['data.prod'],
      }),
    ]);
  });

  test('it finds data.prod', () => {
    const { attempts, hit, reasons } = explainLookup('data.prod', pod(), cluster);
    expect(hit).toBe(1);
    expect(attempts).toHaveLength(2);
    expect(attempts[1]).toMatchObject({
      name: 'data.prod.svc.cluster.local',
      searchDomain: 'svc.cluster.local',
      types: ['A', 'AAAA'],
      answers: [{ address: '10.96.0.7' }],
    });
    expect(reasons).toEqual([]);
  });
});

test.each([
  ['own', 0],
  ['OWN.test', 1],
  ['data.prod.svc', 2],
  ['data.prod.svc.cluster.local.', 0],
  ['named-0.named.prod', 1],
  ['_http._tcp.data.prod', 1],
  ['10-1-0-1.prod.pod', 2],
  ['outside.prod', 1],
])('%s has answers at attempt %i', (name, hit) => {
  expect(explainLookup(name, pod(), cluster).hit).toBe(hit);
});

test('queries SRV records if the name starts with a port', () => {
  const { attempts } = explainLookup('_http._tcp.own', pod(), cluster);
  expect(attempts[0]).toMatchObject({ types: ['SRV'], answers: [{ type: 'SRV', port: 80 }] });
  const inFront = explainLookup('web._http._tcp.own', pod(), cluster);
  expect(inFront.attempts[0]?.types).toEqual(['A', 'AAAA']);
});

test('musl stops at a name without an address, such as a namespace; glibc continues', () => {
  const codes = (libc: Libc) =>
    explainLookup('prod', pod(), { ...cluster, libc }).attempts.map(({ code }) => code);
  expect(codes('musl')).toEqual(['NXDOMAIN', 'NODATA']);
  expect(codes('glibc')).toHaveLength(5);
});

test.each([
  ['data', ['NAMESPACE_WRONG']],
  ['_http._tcp.data', ['NAMESPACE_WRONG']],
  ['nothing', ['SERVICE_NOT_FOUND']],
  ['nothing.prod', ['SERVICE_NOT_FOUND']],
  ['cluster.local', ['SERVICE_NOT_FOUND']],
  ['data.prodd', ['NAMESPACE_NOT_FOUND']],
  ['data.prodd.svc.cluster.local', ['NAMESPACE_NOT_FOUND']],
  ['nothing.prodd.svc', ['NAMESPACE_NOT_FOUND']],
  ['nothing.prodd.cluster.local', ['NAMESPACE_NOT_FOUND']],
  ['nothing.prod.svc.cluster.local.', ['SERVICE_NOT_FOUND']],
  ['empty.prod', ['ENDPOINTS_NOT_READY']],
  ['named-1.named.prod', ['ENDPOINTS_NOT_READY']],
  ['written.prod', ['ENDPOINT_SLICES_MISSING']],
  ['written-0.written.prod', ['ENDPOINT_SLICES_MISSING']],
  ['draft-0.draft.prod', ['ENDPOINT_SLICES_MISSING']],
  ['unnamed-0.unnamed.prod', ['HEADLESS_WITHOUT_HOSTNAME']],
  ['mixed-1.mixed.prod', ['HEADLESS_WITHOUT_HOSTNAME']],
  ['_https._tcp.data.prod', ['SERVICE_PORT_NOT_FOUND']],
  ['_http._udp.own', ['SERVICE_PORT_NOT_FOUND']],
  ['_https._tcp.named.prod', ['SERVICE_PORT_NOT_FOUND']],
  ['_https._tcp.six.prod', ['SERVICE_PORT_NOT_FOUND']],
  // Without a number it has an address, but no SRV record.
  ['_http._tcp.portless.prod.svc.cluster.local', ['SERVICE_PORT_NOT_FOUND']],
  ['address.prod', ['EXTERNAL_NAME']],
  ['nowhere.prod', ['EXTERNAL_NAME']],
  ['draft.prod', ['CLUSTER_IP_MISSING']],
  ['_http._tcp.draft.prod', ['CLUSTER_IP_MISSING']],
  ['lost.prod', ['CLUSTER_IP_MISSING']],
  ['web.prod.pod', ['POD_NOT_FOUND']],
  ['www.example.com', ['NAME_OUTSIDE_CLUSTER']],
  ['data.prod.', ['NAME_NOT_SEARCHED']],
  ['data.prod.cluster.local', ['NAME_NOT_SEARCHED']],
  ['a b', ['NAME_INVALID']],
  ['10.96.0.7', []],
])('%s fails with %j', (name, codes) => {
  const { hit, reasons } = explainLookup(name, pod(), cluster);
  expect(hit).toBeUndefined();
  expect(reasons.map(({ code }) => code)).toEqual(codes);
  for (const { check } of reasons) {
    expect(check).toMatch(/^kubectl /);
  }
});

test.each([
  ['a b', 'kubectl exec web -n test -- cat /etc/resolv.conf'],
  ['www.example.com', 'kubectl exec web -n test -- nslookup www.example.com'],
  ['cluster.local', 'kubectl get svc -A'],
  ['nothing', 'kubectl get svc nothing -n test'],
  ['nothing.svc', 'kubectl get svc nothing -n test'],
  ['nothing.prod', 'kubectl get svc nothing -n prod'],
  ['svc', 'kubectl get svc svc -n test'],
  ['pod.cluster.local', 'kubectl get svc pod -n test'],
  ['data.prodd.pod', 'kubectl get namespaces'],
])('suggests for %s only the check %s', (name, check) => {
  const { reasons } = explainLookup(name, pod(), cluster);
  expect(reasons.map(({ check, suggestions }) => ({ check, suggestions }))).toEqual([
    { check, suggestions: [] },
  ]);
});

test('suggests other namespaces only if the name resolves there', () => {
  expect(suggestions('empty')).toEqual([]);
  expect(suggestions('a.b.data')).toEqual([]);
  const { reasons: found } = explainLookup('empty', pod(), cluster);
  expect(found[0]).toMatchObject({ code: 'NAMESPACE_WRONG', suggestions: [] });
});

test('commands quote the names of objects', () => {
  const name = 'a;$(id)';
  const odd = { ...objects, services: [service('prod', name, { clusterIP: '10.96.0.5' })] };
  const where = { ...cluster, zone: dnsZone(odd) };
  const client = { metadata: { name: "it's", namespace: 'test' }, spec: {} };
  const checks = (of: string, libc: Libc) =>
    explainLookup(of, client, { ...where, libc }).reasons.map(({ check }) => check);
  expect(checks(name, 'musl')).toEqual(["kubectl get svc 'a;$(id)' -n prod"]);
  expect(checks(`${name}.prod`, 'musl')).toEqual(["kubectl get svc 'a;$(id)' -n prod -o yaml"]);
  expect(reasons(`${name}.prod`, {}, { ...where, libc: 'musl' })).toEqual(['NAME_INVALID']);
  expect(checks('a b', 'glibc')).toEqual([
    "kubectl exec 'it'\\''s' -n test -- cat /etc/resolv.conf",
  ]);
});

test('a Pod without name and namespace is a placeholder in default', () => {
  const [reason] = explainLookup('a b', { spec: {} }, cluster).reasons;
  expect(reason?.check).toBe('kubectl exec POD -n default -- cat /etc/resolv.conf');
});

test("prefers a Service of the Pod's namespace over a namespace with the same name", () => {
  const own = service('test', 'prod', { clusterIP: '10.96.0.9' });
  const where = {
    ...cluster,
    zone: dnsZone({ ...objects, services: [...objects.services, own] }),
  };
  const [reason] = explainLookup('web.prod', pod(), where).reasons;
  expect(reason?.code).toBe('ENDPOINT_SLICES_MISSING');
  expect(reason?.check).toMatch(/ -l kubernetes.io\/service-name=prod -n test$/);
  expect(suggestions('data.prod.', where)).toEqual(['data.prod.svc.cluster.local']);
});

test('reports Pods as missing if the server has no names for them', () => {
  expect(reasons('10-1-0-1.prod.pod', {}, withOptions({ pods: 'disabled' }))).toEqual([
    'POD_NOT_FOUND',
  ]);
});

test('reports missing endpoints if the server ignores empty Services', () => {
  const where = withOptions({ ignoreEmptyService: true });
  expect(reasons('data.prod', {}, where)).toEqual(['ENDPOINT_SLICES_MISSING']);
  expect(reasons('empty.prod', {}, where)).toEqual(['ENDPOINTS_NOT_READY']);
});

test('suggests short names only if the resolver completes them', () => {
  expect(suggestions('_http._tcp.data')).toEqual(['_http._tcp.data.prod']);
  expect(suggestions('data.prodd')).toEqual(['data.prod']);
  expect(suggestions('data', { ...cluster, libc: 'windows' })).toEqual([
    'data.prod.svc.cluster.local',
  ]);
});

test.each([
  ['data.prod.', 'data.prod.svc.cluster.local'],
  ['six.prod.', 'six.prod.svc.cluster.local'],
  ['own.svc', 'own.test.svc.cluster.local'],
])('suggests the full name for %s: %s', (name, full) => {
  expect(reasons(name)).toEqual(['NAME_NOT_SEARCHED']);
  expect(suggestions(name)).toEqual([full]);
});

describe('a Pod that does not query the cluster DNS', () => {
  test.each([
    [{ hostNetwork: true }, 'POLICY_FALLS_BACK'],
    [{ dnsPolicy: 'Default' }, 'POLICY_NOT_CLUSTER'],
    [{ dnsPolicy: 'None', dnsConfig: { nameservers: ['192.0.2.54'] } }, 'POLICY_NOT_CLUSTER'],
  ])('%j', (spec, code) => {
    const full = 'data.prod.svc.cluster.local';
    const { attempts, reasons } = explainLookup(full, pod(spec), cluster);
    expect(reasons.map((each) => each.code)).toEqual([code]);
    const [first] = attempts.filter(({ name }) => name === full);
    expect(first).toMatchObject({ code: 'NXDOMAIN', answers: [], server: 'other' });
  });

  test('has a kubelet without cluster DNS', () => {
    const where = { ...cluster, node: { ...node, clusterDNS: [] } };
    expect(reasons('own', {}, where)).toEqual(['POLICY_FALLS_BACK']);
    expect(reasons('data', {}, where)).toEqual(['POLICY_FALLS_BACK', 'NAMESPACE_WRONG']);
  });

  test('has a kubelet without any configuration', () => {
    const { attempts, reasons } = explainLookup('own', pod(), { zone: cluster.zone, node: {} });
    expect(reasons.map(({ code }) => code)).toEqual(['POLICY_FALLS_BACK']);
    expect(attempts[0]?.server).toBe('other');
  });

  test('has a name server that is not an address', () => {
    const where = { ...cluster, node: { ...node, resolvConf: 'nameserver not-an-address\n' } };
    expect(reasons('own', { dnsPolicy: 'Default' }, where)).toEqual(['POLICY_NOT_CLUSTER']);
  });

  test('cannot be the reason for a name outside the cluster', () => {
    expect(reasons('www.example.com', { dnsPolicy: 'Default' })).toEqual(['NAME_OUTSIDE_CLUSTER']);
  });

  test('can name the cluster DNS in dnsConfig with the policy None', () => {
    const dnsConfig = { nameservers: ['10.96.0.10'], searches: ['svc.cluster.local'] };
    const spec = { dnsPolicy: 'None', dnsConfig };
    expect(explainLookup('data.prod', pod(spec), cluster).hit).toBe(1);
    expect(reasons('own', spec)).toEqual(['NAME_NOT_SEARCHED']);
  });

  test('can write that address in another form', () => {
    const dnsConfig = { nameservers: ['FD00:0::A'], searches: ['svc.cluster.local'] };
    const where = { ...cluster, node: { clusterDNS: ['fd00::a'] } };
    expect(explainLookup('data.prod', pod({ dnsPolicy: 'None', dnsConfig }), where).hit).toBe(1);
  });
});

describe('names that the resolver does not query', () => {
  const ndots = { dnsConfig: { options: [{ name: 'ndots', value: '1' }] } };

  test('musl ignores the search list for a name with enough dots; glibc uses it', () => {
    const [reason] = explainLookup('data.prod', pod(ndots), { ...cluster, libc: 'musl' }).reasons;
    expect(reason?.code).toBe('NDOTS_TOO_LOW');
    expect(reason?.suggestions).toEqual(['data.prod.svc.cluster.local']);
    expect(explainLookup('data.prod', pod(ndots), cluster).hit).toBe(2);
  });

  test('NDOTS_TOO_LOW requires a search domain that completes the name', () => {
    const searched = (...searches: string[]): PodSpec => ({
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.96.0.10'], searches, ...ndots.dnsConfig },
    });
    const musl: LookupCluster = { ...cluster, libc: 'musl' };
    expect(reasons('data.prod', searched('corp.example'), musl)).toEqual(['NAME_NOT_SEARCHED']);
    // Windows uses only the first domain, whatever ndots is.
    const windows: LookupCluster = { ...cluster, libc: 'windows' };
    const spec = searched('corp.example', 'test.svc.cluster.local');
    expect(reasons('own', spec, windows)).toEqual(['NAME_NOT_SEARCHED']);
  });

  describe('a search list that exceeds a limit', () => {
    const searches = [
      ...Array.from({ length: 32 }, (_, i) => `${i}.example.com`),
      'prod.svc.cluster.local',
      'test.svc.cluster.local',
      'corp.example',
    ];
    const spec = { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.96.0.10'], searches } };

    test('suggests the omitted domains that complete the name or could do so', () => {
      const [reason] = explainLookup('own', pod(spec), cluster).reasons;
      expect(reason?.code).toBe('SEARCH_LIST_CUT');
      expect(reason?.suggestions).toEqual(['own.test.svc.cluster.local', 'own.corp.example']);
      expect(reasons('www.example.com', spec)).toEqual(['SEARCH_LIST_CUT', 'NAME_OUTSIDE_CLUSTER']);
    });

    test('does not matter for an absolute name', () => {
      expect(reasons('www.example.com.', spec)).toEqual(['NAME_OUTSIDE_CLUSTER']);
    });

    test('can also be a search line that is too long for musl', () => {
      const own = Array.from({ length: 20 }, (_, i) => `${i}.corp.example`);
      const resolvConf = `search ${own.join(' ')}\n`;
      const where: LookupCluster = { ...cluster, node: { ...node, resolvConf } };
      expect(explainLookup('own', pod(), where).hit).toBe(0);
      expect(reasons('own', {}, { ...where, libc: 'musl' })).toEqual(['SEARCH_LIST_CUT']);
      expect(suggestions('own', { ...where, libc: 'musl' })).toEqual([
        'own.test.svc.cluster.local',
        ...own.map((domain) => `own.${domain}`),
      ]);
    });
  });
});

test('lists an alias once that answers for both address types', () => {
  const alias = {
    name: 'www.example.com.',
    type: 'CNAME',
    ttlSeconds: 60,
    target: 'cdn.example.',
  } as const;
  const where = withOptions({ upstream: (name) => (name === alias.name ? [alias] : []) });
  expect(explainLookup(alias.name, pod(), where).attempts[0]?.answers).toEqual([alias]);
  const { attempts } = explainLookup('outside.prod', pod(), cluster);
  expect(attempts[1]?.answers).toMatchObject([{ type: 'CNAME', target: 'db.example.com.' }]);
});

test('passes names outside the cluster to the upstream', () => {
  const where = withOptions({
    upstream: (name, type) =>
      type === 'A' && name === 'www.example.com.'
        ? [{ name, type, ttlSeconds: 60, address: '192.0.2.80' }]
        : [],
  });
  const { attempts, hit } = explainLookup('www.example.com', pod(), where);
  expect(hit).toBe(4);
  expect(attempts[4]).toMatchObject({ code: 'NOERROR', server: 'upstream' });
});

test('uses the cluster domain of the zone by default', () => {
  const where = withOptions({ clusterDomain: 'k8s.example' });
  expect(explainLookup('own', pod(), where).attempts[0]?.name).toBe('own.test.svc.k8s.example');
});

test('rejects a name that is not a string', () => {
  expect(() => explainLookup(7 as never, pod(), cluster)).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});
