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
    const { services } = clusterOf(service('data', { ports }));
    expect(services[0]?.spec?.ports?.map(({ protocol }) => protocol)).toEqual(['TCP', 'UDP']);
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
    expect(namesOf(service('data'), namespace('shop'))).toEqual(['shop', 'prod']);
    expect(namesOf(service('data'), service('web', {}, 'Pod'))).toEqual(['prod']);
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

describe('dnsNames', () => {
  test('an ExternalName has its own name alone, a Pod without an address has none of it', () => {
    const ports = [{ name: 'http' }];
    const { objects, problems } = dnsNames(
      clusterOf(service('out', { type: 'ExternalName', ports }), service('web', {}, 'Pod')),
    );
    expect(problems).toEqual([]);
    expect(objects.map(({ names }) => names.map(({ of }) => of))).toEqual([
      ['service'],
      ['hostname'],
    ]);
  });

  test('addresses of both families', () => {
    const pod = {
      ...service('web', {}, 'Pod'),
      status: { podIP: '10.1.0.9', podIPs: [{ ip: '10.1.0.9' }, { ip: 'fd00::9' }] },
    };
    const { objects } = dnsNames(clusterOf(pod), { clusterDomain: 'k8s.example' });
    expect(objects[0]?.names.slice(0, 2).map(({ name }) => name)).toEqual([
      '10-1-0-9.prod.pod.k8s.example',
      'fd00--9.prod.pod.k8s.example',
    ]);
  });

  test('one problem for a name that breaks the rules, however many names it breaks', () => {
    const ports = [{ name: 'a', port: 1 }];
    const { objects, problems } = dnsNames(clusterOf(service('My_Data', { ports })));
    expect(objects[0]?.names).toEqual([]);
    expect(problems).toMatchObject([
      { severity: 'error', code: 'INVALID_NAME', path: 'metadata.name', file: 'dump.json' },
    ]);
  });
});
