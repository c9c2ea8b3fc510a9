import { formatFieldPath, type Service } from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import { dnsNames } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';
import { clusterOf } from '../inspect-files.js';

const clusterOfObjects = (...items: readonly object[]) =>
  clusterOf([
    { name: 'dump.json', text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) },
  ]);

const service = (name: string, spec: object = {}, kind = 'Service', apiVersion = 'v1') => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'prod' },
  spec,
});
const namesOf = (objects: readonly { readonly metadata?: Service['metadata'] }[]) =>
  objects.map(({ metadata }) => metadata?.name);

describe('networkCluster', () => {
  test('collects the kinds of DNS by list, and skips other kinds and groups', () => {
    const cluster = clusterOfObjects(
      service('data'),
      service('knative', {}, 'Service', 'serving.knative.dev/v1'),
      service('web', {}, 'Pod'),
      { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'data-x' } },
      { apiVersion: 'discovery.k8s.io/v1beta1', kind: 'EndpointSlice', metadata: { name: 'old' } },
    );
    expect(cluster.problems).toEqual([]);
    expect(namesOf(cluster.services)).toEqual(['data']);
    expect(namesOf(cluster.pods)).toEqual(['web']);
    expect(namesOf(cluster.endpointSlices)).toEqual(['data-x']);
  });

  test('fills in Services and EndpointSlices', () => {
    const slice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', ports: [{}] };
    const { services, endpointSlices } = clusterOfObjects(
      service('data', { ports: [{ port: 1 }] }),
      slice,
    );
    expect(services).toEqual([applyServiceDefaults(service('data', { ports: [{ port: 1 }] }))]);
    expect(endpointSlices).toEqual([{ ...slice, ports: [{ name: '', protocol: 'TCP' }] }]);
  });

  test('namespaces are those that are stored, or those of the objects and of the system', () => {
    const namespace = (name: string, uid?: string) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, uid },
    });
    const namespacesOf = (...objects: readonly object[]) =>
      namesOf(clusterOfObjects(...objects).namespaces);
    expect(namespacesOf(service('data'), namespace('shop', 'u-1'))).toEqual(['shop']);
    const system = ['kube-node-lease', 'kube-public', 'kube-system'];
    const added = ['prod', 'default', ...system];
    expect(namespacesOf(service('data'), namespace('shop'))).toEqual(['shop', ...added]);
    expect(namespacesOf(service('data'), service('web', {}, 'Pod'))).toEqual(added);
    expect(namespacesOf(service('data'), namespace('shop', 'u-1'), namespace('ads'))).toEqual([
      'shop',
      'ads',
      ...added,
    ]);
    const kinds = ['Namespace', 'Service', 'Pod'].map((kind) => ({ apiVersion: 'v1', kind }));
    expect(namespacesOf(...kinds)).toEqual([undefined, 'default', ...system]);
  });

  test('problems of the files are among its problems, in order', () => {
    const text = '{ "apiVersion": "v1", "kind": "Service" }\n---\na: [\n---\n5\n';
    const { services, problems } = clusterOf([{ name: 'a.yaml', text }]);
    expect(services).toHaveLength(1);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['SYNTAX', 4],
      ['NOT_AN_OBJECT', 5],
    ]);
  });

  test('keys of prototypes are ordinary keys', () => {
    const text =
      '{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","__proto__":{"name":7}}}';
    const { services, problems } = clusterOf([{ name: 'a.json', text }]);
    expect([services.length, problems]).toEqual([1, []]);
  });

  test('problems are placed by their list and index', () => {
    const { place } = clusterOfObjects(service('a'), service('b', { ports: [{ port: 80 }] }));
    const problemAt = (...segments: (string | number)[]) => ({
      ...fieldProblem({ type: 'INVALID', code: 'X', path: undefined, message: 'm' }),
      segments,
      path: formatFieldPath(segments),
    });
    expect(place(problemAt('services', 1, 'spec', 'ports', 0, 'port'))).toEqual({
      severity: 'error',
      type: 'INVALID',
      code: 'X',
      segments: ['spec', 'ports', 0, 'port'],
      path: 'spec.ports[0].port',
      message: 'm',
      file: 'dump.json',
      line: 1,
      column: expect.any(Number),
    });
    const unknown = [['services', 2], ['pods', 0], ['constructor', 0], ['services'], []];
    for (const segments of unknown) {
      expect(place(problemAt(...segments))).toBeUndefined();
    }
  });
});

describe('dnsNames', () => {
  test('places invalid names, in the object with the field', () => {
    const text = `apiVersion: v1
kind: Service
metadata: { name: db }
spec:
  clusterIP: None
  ports: [{ name: a, port: 1 }, { name: b_c, port: 2 }]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { labels: { kubernetes.io/service-name: db } }
endpoints:
- { addresses: [10.1.0.2], hostname: a_b }
ports: [{ name: a, port: 1 }, { name: b_c, port: 2 }]
---
{ apiVersion: v1, kind: Pod, metadata: { name: My_Pod }, status: { podIP: 10.1.0.300 } }
`;
    const { objects, problems } = dnsNames(clusterOf([{ name: 'a.yaml', text }]));
    expect(objects).toEqual([
      {
        kind: 'Service',
        namespace: 'default',
        name: 'db',
        names: [
          { of: 'service', name: 'db.default.svc.cluster.local' },
          { of: 'port', name: '_a._tcp.db.default.svc.cluster.local' },
        ],
      },
      { kind: 'Pod', namespace: 'default', name: 'My_Pod', names: [] },
    ]);
    expect(
      problems.map(({ severity, code, path, line, column }) => [
        severity,
        code,
        path,
        `${line}:${column}`,
      ]),
    ).toEqual([
      ['error', 'NAME_INVALID', 'spec.ports[1].name', '6:41'],
      ['error', 'NAME_INVALID', 'endpoints[0].hostname', '12:38'],
      ['error', 'INVALID_IP', 'status.podIP', '15:75'],
      ['error', 'NAME_INVALID', 'metadata.name', '15:48'],
    ]);
  });

  test('rejects an invalid cluster domain', () => {
    expect(() => dnsNames(clusterOfObjects(), { clusterDomain: 'a..b' })).toThrow(
      expect.objectContaining({ code: 'NAME_INVALID' }),
    );
  });
});
