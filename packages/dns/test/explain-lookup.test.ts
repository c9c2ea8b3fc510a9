import type { EndpointSlice, Pod, PodSpec, Service } from '@kubesem/core';
import { buildZone, explainLookup, type LookupCluster, type ZoneOptions } from '@kubesem/dns';
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
    service('prod', 'draft', {}),
    service('test', 'own', { clusterIP: '10.96.0.8', ports: [http] }),
  ],
  endpointSlices: [
    slice('named', [{ addresses: ['10.1.0.1'], hostname: 'named-0' }]),
    slice('unnamed', [{ addresses: ['10.1.0.2'] }]),
    slice('empty', [{ addresses: ['10.1.0.3'], conditions: { ready: false } }]),
  ],
  namespaces: [{ metadata: { name: 'prod' } }, { metadata: { name: 'test' } }],
};
const node = {
  clusterDNS: ['10.96.0.10'],
  resolvConf: 'nameserver 192.0.2.53\nsearch corp.example\n',
};
const cluster: LookupCluster = { zone: buildZone(objects), node };
const pod = (spec: PodSpec = {}): Pod => ({ metadata: { name: 'web', namespace: 'test' }, spec });
const withOptions = (options: ZoneOptions): LookupCluster => ({
  zone: buildZone(objects, options),
  node,
});

const reasons = (name: string, spec?: PodSpec, where = cluster) =>
  explainLookup(name, pod(spec), where).reasons.map(({ code }) => code);
const suggestions = (name: string, where = cluster) =>
  explainLookup(name, pod(), where).reasons[0]?.suggestions;

describe('dns-pod-service.md, "Namespaces of Services"', () => {
  test('a Pod in test does not find data, which is in prod', () => {
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
        code: 'WRONG_NAMESPACE',
        check: 'kubectl get svc data -n prod',
        suggestions: ['data.prod'],
      }),
    ]);
  });

  test('but it finds data.prod', () => {
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
])('%s is found at %i', (name, hit) => {
  expect(explainLookup(name, pod(), cluster).hit).toBe(hit);
});

test('a name of a port is asked for SRV records', () => {
  const { attempts } = explainLookup('_http._tcp.own', pod(), cluster);
  expect(attempts[0]).toMatchObject({ types: ['SRV'], answers: [{ type: 'SRV', port: 80 }] });
});

test.each([
  ['data', ['WRONG_NAMESPACE']],
  ['_http._tcp.data', ['WRONG_NAMESPACE']],
  ['nothing', ['NO_SUCH_SERVICE']],
  ['nothing.prod', ['NO_SUCH_SERVICE']],
  ['cluster.local', ['NO_SUCH_SERVICE']],
  ['data.prodd', ['NO_SUCH_NAMESPACE']],
  ['data.prodd.svc.cluster.local', ['NO_SUCH_NAMESPACE']],
  ['empty.prod', ['NO_READY_ENDPOINTS']],
  ['named-1.named.prod', ['NO_READY_ENDPOINTS']],
  ['unnamed-0.unnamed.prod', ['HEADLESS_WITHOUT_HOSTNAME']],
  ['_https._tcp.data.prod', ['NO_SUCH_PORT']],
  ['_http._udp.own', ['NO_SUCH_PORT']],
  ['address.prod', ['EXTERNAL_NAME']],
  ['draft.prod', ['NO_CLUSTER_IP']],
  ['web.prod.pod', ['NO_SUCH_POD']],
  ['www.example.com', ['NOT_IN_CLUSTER']],
  ['data.prod.', ['NOT_SEARCHED']],
  ['data.prod.cluster.local', ['NOT_SEARCHED']],
  ['a b', ['INVALID_NAME']],
  ['10.96.0.7', []],
])('%s fails because of %j', (name, codes) => {
  const { hit, reasons } = explainLookup(name, pod(), cluster);
  expect(hit).toBeUndefined();
  expect(reasons.map(({ code }) => code)).toEqual(codes);
  for (const { check } of reasons) expect(check).toMatch(/^kubectl /);
});

test('Pods have no names where the server gives none', () => {
  expect(reasons('10-1-0-1.prod.pod', {}, withOptions({ pods: 'disabled' }))).toEqual([
    'NO_SUCH_POD',
  ]);
});

test('the names that would be found are short only if the resolver finds them', () => {
  expect(suggestions('_http._tcp.data')).toEqual(['_http._tcp.data.prod']);
  expect(suggestions('data.prodd')).toEqual(['data.prod']);
  expect(suggestions('data', { ...cluster, libc: 'windows' })).toEqual([
    'data.prod.svc.cluster.local',
  ]);
});

describe('the Pod asks others than the DNS server of the cluster', () => {
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

  test('because the kubelet knows none', () => {
    const where = { ...cluster, node: { ...node, clusterDNS: [] } };
    expect(reasons('own', {}, where)).toEqual(['POLICY_FALLS_BACK']);
    expect(reasons('data', {}, where)).toEqual(['POLICY_FALLS_BACK', 'WRONG_NAMESPACE']);
  });

  test('a name that is none of the cluster does not fail because of that', () => {
    expect(reasons('www.example.com', { dnsPolicy: 'Default' })).toEqual(['NOT_IN_CLUSTER']);
  });

  test('None may still name the server of the cluster', () => {
    const dnsConfig = { nameservers: ['10.96.0.10'], searches: ['svc.cluster.local'] };
    const spec = { dnsPolicy: 'None', dnsConfig };
    expect(explainLookup('data.prod', pod(spec), cluster).hit).toBe(1);
    expect(reasons('own', spec)).toEqual(['NOT_SEARCHED']);
  });
});

describe('what the resolver does not ask', () => {
  const ndots = { dnsConfig: { options: [{ name: 'ndots', value: '1' }] } };

  test('musl searches no name with enough dots, glibc does', () => {
    expect(reasons('data.prod', ndots, { ...cluster, libc: 'musl' })).toEqual(['NDOTS_TOO_LOW']);
    expect(explainLookup('data.prod', pod(ndots), cluster).hit).toBe(2);
  });

  test('a search list that was cut', () => {
    const searches = Array.from({ length: 32 }, (_, i) => `${i}.example.com`);
    const dnsConfig = {
      nameservers: ['10.96.0.10'],
      searches: [...searches, 'test.svc.cluster.local'],
    };
    const [reason] = explainLookup('own', pod({ dnsPolicy: 'None', dnsConfig }), cluster).reasons;
    expect(reason?.code).toBe('SEARCH_LIST_CUT');
    expect(reason?.suggestions).toEqual(['own.test.svc.cluster.local']);
  });
});

test('what is outside of the cluster is asked of the upstream', () => {
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

test('the cluster domain is that of the zone', () => {
  const where = withOptions({ clusterDomain: 'k8s.example' });
  expect(explainLookup('own', pod(), where).attempts[0]?.name).toBe('own.test.svc.k8s.example');
});

test('a name that is no text is refused', () => {
  expect(() => explainLookup(7 as never, pod(), cluster)).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});

test('a check is one command whatever the name holds', () => {
  const [reason] = explainLookup("a'; b", pod(), { ...cluster, libc: 'musl' }).reasons;
  expect(reason?.check).toBe("kubectl get svc 'a'\\''; b' -n test");
});
