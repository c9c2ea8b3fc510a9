import { inspectObjects, serviceReports } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { expect, test } from 'vitest';
import { readCluster } from '../inspect-files.js';

const stored = (kind: string, name: string, more: object) => ({
  apiVersion: kind === 'EndpointSlice' ? 'discovery.k8s.io/v1' : 'v1',
  kind,
  metadata: { name, namespace: 'shop', uid: name },
  ...more,
});
const service = (spec: object = {}) =>
  stored('Service', 'web', {
    spec: { clusterIP: '10.96.0.7', selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
  });
const pod = (name: string, status: object = {}, more: object = {}) =>
  stored('Pod', name, {
    metadata: { name, namespace: 'shop', uid: name, labels: { app: 'web' } },
    spec: { nodeName: 'n1', containers: [{ name: 'web', image: 'web:1' }], ...more },
    status: {
      phase: 'Running',
      podIPs: [{ ip: '10.0.0.7' }],
      conditions: [{ type: 'Ready', status: 'True' }],
      ...status,
    },
  });
const node = stored('Node', 'n1', { metadata: { name: 'n1', uid: 'n1' } });

const files = (...objects: object[]) => [
  parseObjects({
    name: 'dump.json',
    text: JSON.stringify({ kind: 'List', apiVersion: 'v1', items: objects }),
  }),
];
const CODES = [
  'ENDPOINTS_MISSING',
  'TARGET_PORT_NOT_FOUND',
  'SLICE_PORT_MISSING',
  'ENDPOINT_SLICES_DIFFER',
];
const findings = (...objects: object[]) =>
  inspectObjects(files(...objects)).problems.filter(({ code }) => CODES.includes(code));
const messages = (...objects: object[]) => findings(...objects).map(({ message }) => message);

test('finds nothing wrong with a Service whose Pod is ready', () => {
  expect(findings(service(), pod('web-1'))).toEqual([]);
});

test('says why a Service has no endpoint', () => {
  const notReady = { conditions: [{ type: 'Ready', status: 'False' }] };
  expect(messages(service(), pod('web-1', notReady))).toEqual(['no endpoint: web-1 is not ready']);
  const pending = { phase: 'Pending', podIPs: [] };
  expect(messages(service(), pod('a', notReady), pod('b', pending), pod('c', pending))).toEqual([
    'no endpoint: a is not ready, b, c have no address yet',
  ]);
  expect(messages(service({ selector: { app: 'api' } }), pod('web-1'))).toEqual([
    'no endpoint: no Pod in namespace shop has the labels app=api',
  ]);
  expect(messages(service({ ipFamilies: ['IPv6'] }), pod('web-1'))).toEqual([
    'no endpoint: web-1 has no address of the IP families of the Service',
  ]);
});

test('finds nothing wrong with a stored Service that a manifest changes', () => {
  const broken = service({ selector: { app: 'api' } });
  const { metadata, ...rest } = service() as { metadata: object };
  const manifest = { ...rest, metadata: { ...metadata, uid: undefined } };
  expect(messages(broken, pod('web-1'))).toHaveLength(1);
  expect(messages(broken, pod('web-1'), manifest)).toEqual([]);
  expect(messages(manifest, broken, pod('web-1'))).toEqual([]);
});

test('reports a Pod without the target port, and what is nearly right', () => {
  const ports = [{ port: 53, protocol: 'TCP', targetPort: 'dns' }];
  const containers = [
    { name: 'dns', image: 'dns:1', ports: [{ name: 'dns', protocol: 'UDP', containerPort: 53 }] },
  ];
  const [problem, ...more] = findings(service({ ports }), pod('web-1', {}, { containers }));
  expect(more).toEqual([]);
  expect(problem).toMatchObject({
    code: 'TARGET_PORT_NOT_FOUND',
    severity: 'warning',
    path: 'spec.ports[0].targetPort',
    message: 'no container of web-1 has a TCP port "dns"; container dns has it with protocol UDP',
  });
});

test('compares stored EndpointSlices with what the controller would write', () => {
  const built = readCluster(files(service(), pod('web-1'), node));
  expect(built.hasBuiltSlices).toBe(true);
  const slice = {
    ...built.endpointSlices[0],
    metadata: { ...built.endpointSlices[0]?.metadata, name: 'web-x', uid: 'web-x' },
  };
  expect(findings(service(), pod('web-1'), node, slice)).toEqual([]);
  expect(messages(service(), pod('web-1'), node, { ...slice, endpoints: [] })).toEqual([
    'the EndpointSlices do not match the Pods: the controller would update web-x',
  ]);
});

test('has no findings about manifests, or without the status of a Pod', () => {
  const { uid: _, ...metadata } = service().metadata;
  expect(findings({ ...service(), metadata }, pod('web-1', { phase: 'Failed' }))).toEqual([]);
  expect(findings(service(), { ...pod('web-1'), status: undefined })).toEqual([]);
  expect(findings(service())).toEqual([]);
});

test('counts the endpoints of EndpointSlices if there are no Pods', () => {
  const slice = stored('EndpointSlice', 'db-1', {
    metadata: {
      name: 'db-1',
      namespace: 'shop',
      uid: 'x',
      labels: { 'kubernetes.io/service-name': 'web' },
    },
    addressType: 'IPv4',
    ports: [{ port: 80 }],
    endpoints: [
      { addresses: ['10.0.0.1'] },
      { addresses: ['10.0.0.2'], conditions: { ready: false } },
    ],
  });
  const [report] = serviceReports(readCluster(files(service({ selector: {} }), slice))).services;
  expect(report).toMatchObject({ ready: 1, total: 2, problems: [] });
});

test('reports ports that the EndpointSlices of a proxied Service lack', () => {
  const slice = (port: object) =>
    stored('EndpointSlice', 'web-1', {
      metadata: {
        name: 'web-1',
        namespace: 'shop',
        uid: 'x',
        labels: { 'kubernetes.io/service-name': 'web' },
      },
      addressType: 'IPv4',
      ports: [port],
      endpoints: [{ addresses: ['10.0.0.1'] }],
    });
  const ports = [
    { port: 53, protocol: 'TCP' },
    { name: 'dns', port: 53, protocol: 'UDP' },
  ];
  const report = (spec: object, port: object) =>
    serviceReports(
      readCluster(files(service({ selector: null, ports, ...spec }), slice(port))),
    ).services[0]?.problems.map(({ code, path }) => `${code} ${path}`);
  expect(report({}, { port: 53 })).toEqual(['SLICE_PORT_MISSING spec.ports[1]']);
  expect(report({}, { name: 'dns', port: 53 })).toEqual([
    'SLICE_PORT_MISSING spec.ports[0]',
    'SLICE_PORT_MISSING spec.ports[1]',
  ]);
  expect(report({}, { name: 'dns', protocol: 'UDP', port: 53 })).toEqual([
    'SLICE_PORT_MISSING spec.ports[0]',
  ]);
  // Clients of a headless Service connect to the endpoints themselves.
  expect(report({ clusterIP: 'None' }, { name: 'other', port: 53 })).toEqual([]);
  // The Pods have no such port either, which is reported already.
  const named = { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }] };
  expect(
    findings(service(named), pod('web-1'), slice({ name: 'x', port: 1 })).map(({ code }) => code),
  ).toEqual(['TARGET_PORT_NOT_FOUND']);
});

test('mirrors the Endpoints of Services without a selector, as the controller does', () => {
  const endpoints = (more: object = {}, metadata: object = {}) =>
    stored('Endpoints', 'web', {
      metadata: { name: 'web', namespace: 'shop', uid: 'e', ...metadata },
      subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }], ...more }],
    });
  const report = (...objects: object[]) => {
    const cluster = readCluster(files(...objects));
    const { services } = serviceReports(cluster);
    const [one] = services;
    return [one?.ready, one?.total, ...(one?.problems.map(({ code }) => code) ?? [])];
  };
  const manual = service({ selector: null });
  expect(report(manual, endpoints())).toEqual([1, 1]);
  expect(report(service(), endpoints())).toEqual([0, 0]);
  expect(report(manual, endpoints({ ports: [{ name: 'x', port: 80 }] }))).toEqual([
    ...[1, 1, 'SLICE_PORT_MISSING'],
  ]);
  expect(report(manual, endpoints({ addresses: [{ ip: 'x' }] }))).toEqual([
    ...[0, 0, 'ADDRESSES_NOT_MIRRORED'],
  ]);
  expect(
    report(manual, endpoints({ addresses: [], notReadyAddresses: [{ ip: '10.0.0.1' }] })),
  ).toEqual([0, 1, 'ENDPOINTS_MISSING']);
  const labels = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
  expect(report(manual, endpoints({}, { labels }))).toEqual([0, 0, 'ENDPOINTS_MISSING']);
  const [slice] = readCluster(files(manual, endpoints())).endpointSlices;
  const written = { ...slice, metadata: { ...slice?.metadata, name: 'web-x', uid: 's' } };
  expect(report(manual, endpoints(), written)).toEqual([1, 1]);
  expect(report(manual, endpoints({ addresses: [{ ip: '10.0.0.2' }] }), written)).toEqual([
    ...[1, 1, 'ENDPOINT_SLICES_DIFFER'],
  ]);
  const other = { ...manual, metadata: { ...manual.metadata, name: 'other' } };
  const its = { ...endpoints(), metadata: { name: 'other', namespace: 'shop', uid: 'f' } };
  const added = readCluster(files(manual, other, endpoints(), its, written));
  expect(added.hasBuiltSlices).toBe(false);
  expect(added.endpointSlices).toHaveLength(2);
});

test('reports a Service that cannot be read', () => {
  const cluster = readCluster(files(service({ ipFamilies: 'IPv4' }), pod('a')));
  expect(serviceReports(cluster).services).toEqual([]);
  expect(cluster.problems).toMatchObject([{ code: 'INVALID_TYPE', path: 'spec.ipFamilies' }]);
});
