import type { EndpointSlice, Service } from '@kubesem/core';
import { createEndpointSlices, endpointSlicePlan } from '@kubesem/service';
import { expect, test } from 'vitest';

const labels = { app: 'web' };
const nodes = [
  { metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'a' } } },
  { metadata: { name: 'n2', labels: { 'topology.kubernetes.io/zone': 'b' } } },
];

function service(spec: Service['spec'] = {}, annotations = {}): Service {
  return {
    metadata: { name: 'web', uid: 'u1', labels: { team: 'shop' }, annotations },
    spec: {
      selector: labels,
      clusterIP: '10.96.0.1',
      ports: [{ port: 80 }],
      ipFamilies: ['IPv4'],
      ...spec,
    },
  };
}

function pods(count: number, nodeName = 'n1') {
  return Array.from({ length: count }, (_, index) => ({
    metadata: { name: `p${index}`, labels },
    spec: { nodeName },
    status: {
      podIPs: [{ ip: `10.0.${index >> 8}.${index & 255}` }],
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  }));
}

const named = (slices: readonly EndpointSlice[]) =>
  slices.map((slice, index) => ({ ...slice, metadata: { ...slice.metadata, name: `s${index}` } }));
const sizes = (slices: readonly EndpointSlice[]) =>
  slices.map(({ endpoints }) => endpoints?.length);

test('fills slices of 100 endpoints', () => {
  expect(sizes(createEndpointSlices(service(), { pods: pods(250), nodes }))).toEqual([
    100, 100, 50,
  ]);
});

test('writes no list of ports if there are none, as the API server stores it', () => {
  const [placeholder] = createEndpointSlices(service(), { pods: [], nodes });
  expect(placeholder?.ports).toBeNull();
  const headless = service({ clusterIP: 'None', ports: null });
  const [slice] = createEndpointSlices(headless, { pods: pods(1), nodes });
  expect([slice?.endpoints?.length, slice?.ports]).toEqual([1, null]);
  expect(
    endpointSlicePlan(headless, {
      pods: pods(1),
      nodes,
      endpointSlices: named([slice ?? {}]),
    }).update,
  ).toEqual([]);
});

test('writes an empty slice of each family for a Service without endpoints', () => {
  const slices = createEndpointSlices(service({ ipFamilies: ['IPv4', 'IPv6'] }), {
    pods: [],
    nodes,
  });
  expect(slices.map(({ addressType }) => addressType)).toEqual(['IPv4', 'IPv6']);
  expect(slices[0]?.metadata?.labels).toEqual({
    team: 'shop',
    'kubernetes.io/service-name': 'web',
    'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
  });
});

test('leaves alone what is up to date', () => {
  const existing = named(createEndpointSlices(service(), { pods: pods(5), nodes }));
  const {
    create,
    update,
    delete: gone,
  } = endpointSlicePlan(service(), { pods: pods(5), nodes, endpointSlices: existing });
  expect([create, update, gone]).toEqual([[], [], []]);
});

test('makes a new slice beside slices with room if the rest does not fit into one', () => {
  const existing = named(
    createEndpointSlices(service(), { pods: pods(2), nodes }, { maxEndpointsPerSlice: 3 }),
  );
  const changes = endpointSlicePlan(
    service(),
    { pods: pods(4), nodes, endpointSlices: existing },
    {
      maxEndpointsPerSlice: 3,
    },
  );
  expect([sizes(changes.create), sizes(changes.update)]).toEqual([[2], []]);
});

test('orders ports by the hash of what Go prints', () => {
  const ports = ['a', 'b', 'c'].map((name, index) => ({ name, port: 80 + index }));
  const [slice] = createEndpointSlices(service({ ports }), { pods: pods(1), nodes });
  expect(slice?.ports?.length).toBe(3);
  const [reverse] = createEndpointSlices(service({ ports: [...ports].reverse() }), {
    pods: pods(1),
    nodes,
  });
  expect(reverse?.ports).toEqual(slice?.ports);
});

test('adds the hints of the traffic distribution', () => {
  const near = service({ trafficDistribution: 'PreferSameNode' });
  const [slice] = createEndpointSlices(near, { pods: pods(1), nodes });
  const hints = { forZones: [{ name: 'a' }], forNodes: [{ name: 'n1' }] };
  expect(slice?.endpoints?.[0]?.hints).toEqual(hints);
});

test('says why there are no topology hints', () => {
  const auto = service({}, { 'service.kubernetes.io/topology-mode': 'Auto' });
  const { events } = endpointSlicePlan(auto, { pods: pods(1), nodes, endpointSlices: [] });
  expect(events.map(({ reason }) => reason)).toEqual(['TopologyAwareHintsDisabled']);
});

test('leaves out Pods whose node is missing, and tries again', () => {
  const { create, isRetried } = endpointSlicePlan(service(), {
    pods: pods(1, 'gone'),
    nodes,
    endpointSlices: [],
  });
  expect([sizes(create), isRetried]).toEqual([[0], true]);
});

test('rejects two slices of one name and sizes out of range', () => {
  const [slice] = named(createEndpointSlices(service(), { pods: pods(1), nodes }));
  const twice = [slice, slice] as EndpointSlice[];
  const duplicate = () => endpointSlicePlan(service(), { pods: [], nodes, endpointSlices: twice });
  expect(duplicate).toThrow(expect.objectContaining({ code: 'DUPLICATE_NAME' }));
  const empty = () =>
    createEndpointSlices(service(), { pods: [], nodes }, { maxEndpointsPerSlice: 0 });
  expect(empty).toThrow(expect.objectContaining({ code: 'INVALID_TYPE' }));
});
