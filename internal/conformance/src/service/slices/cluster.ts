// Clusters whose EndpointSlices are partly out of date.
import type { EndpointSlice, Node, Pod, Service } from '@kubesem/core';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import { createEndpointSlices } from '@kubesem/service';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { pod, service } from './pods.js';

/** A Service, its cluster and the slices that the controller finds. */
export interface SlicesCase {
  readonly service: Service;
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
  readonly existing: readonly EndpointSlice[];
  readonly max: number;
}

const ZONE = 'topology.kubernetes.io/zone';
const ZONES = ['a', 'b', 'c'];

/** A node, usually with what hints need. */
export function node(random: Random, name: string): JsonObject {
  return {
    metadata: {
      name,
      ...random.maybe(95, () => ({
        labels: {
          [ZONE]: random.percent(97) ? random.pick(ZONES) : '',
          ...random.maybe(3, () => ({
            [`node-role.kubernetes.io/${random.pick(['control-plane', 'master'])}`]: '',
          })),
        },
      })),
    },
    status: {
      ...random.maybe(97, () => ({
        allocatable: { cpu: random.pick(['1', '2', '1500m', '4', '100m', '3', '7', '1.3']) },
      })),
      ...random.maybe(97, () => ({
        conditions: [{ type: 'Ready', status: random.percent(95) ? 'True' : 'False' }],
      })),
    },
  };
}

/** The Service with what only slices depend on. */
function slicedService(random: Random): JsonObject {
  const { metadata, spec } = service(random) as { metadata: JsonObject; spec: JsonObject };
  const port = spec.ports as Json;
  return {
    metadata: {
      ...metadata,
      ...random.maybe(90, () => ({ uid: 'u1' })),
      ...random.maybe(40, () => ({
        labels: random.pick([
          { a: 'b' },
          { a: 'c', __proto__x: '' },
          { 'kubernetes.io/service-name': 'x' },
        ]),
      })),
      ...random.maybe(35, () => ({
        annotations: {
          [`service.kubernetes.io/topology-${random.pick(['mode', 'aware-hints'])}`]: random.pick([
            'Auto',
            'auto',
            'Auto',
            'AUTO',
          ]),
        },
      })),
      ...random.maybe(4, () => ({ deletionTimestamp: '2026-01-01T00:00:00Z' })),
    },
    spec: {
      ...spec,
      ports: port ?? [],
      ...random.maybe(80, () => ({ selector: { app: 'web' } })),
      ...random.maybe(40, () => ({
        trafficDistribution: random.pick(['PreferSameZone', 'PreferClose', 'PreferSameNode']),
      })),
    },
  };
}

/** A Pod that is usually an endpoint. */
function slicedPod(random: Random, index: number): JsonObject {
  if (random.percent(40)) {
    return pod(random, index);
  }
  return {
    metadata: { name: `p${index}`, namespace: 'shop', uid: `u${index}`, labels: { app: 'web' } },
    spec: {
      nodeName: random.pick(['n1', 'n2', 'n3', 'n4']),
      containers: [
        {
          name: 'c',
          ports: [
            { name: 'http', containerPort: random.pick([8080, 8080, 8081]) },
            ...random.list(1, () => ({ name: 'dns', containerPort: 53 })),
          ],
        },
      ],
      ...random.maybe(10, () => ({ hostname: 'host', subdomain: 'web' })),
    },
    status: {
      podIPs: [{ ip: `10.0.1.${index}` }, ...random.list(1, () => ({ ip: `fd00::${index}` }))],
      conditions: [{ type: 'Ready', status: random.percent(85) ? 'True' : 'False' }],
    },
  };
}

/** A stored slice that something else may have changed. */
function storedSlice(random: Random, given: EndpointSlice, index: number): Json {
  const { metadata = {}, endpoints } = given as unknown as JsonObject & { metadata: JsonObject };
  const hints = () => ({
    ...random.maybe(75, () => ({ forZones: [{ name: random.pick(ZONES) }] })),
    ...random.maybe(40, () => ({ forNodes: [{ name: random.pick(['n1', 'n2']) }] })),
  });
  const one = (endpoint: Json): Json => ({
    ...(endpoint as JsonObject),
    ...random.maybe(10, () => ({ zone: random.pick([...ZONES, null]) })),
    ...random.maybe(8, () => ({ nodeName: random.pick(['n1', 'n2', null]) })),
    ...random.maybe(8, () => ({
      conditions: random.pick<Json>([
        ...[{ ready: true }, {}, { serving: false }, null],
        { ready: true, serving: true, terminating: true },
      ]),
    })),
    ...random.maybe(10, () => ({ hints: random.percent(80) ? hints() : {} })),
    ...random.maybe(5, () => ({ targetRef: { kind: 'Pod', name: 'p1', namespace: 'shop' } })),
    ...random.maybe(3, () => ({ deprecatedTopology: { x: 'y' } })),
  });
  const isChanged = random.percent(40);
  const list = (endpoints as Json[]) ?? [];
  const changed = [...list, ...(random.percent(20) ? list.slice(0, 1) : [])].map(one);
  return {
    ...(given as unknown as JsonObject),
    ...(isChanged && { endpoints: changed }),
    ...random.maybe(4, () => ({ addressType: random.pick(['IPv4', 'IPv6', 'FQDN']) })),
    ...random.maybe(4, () => ({ ports: [{ name: 'p0', port: 80, protocol: 'TCP' }] })),
    metadata: {
      ...metadata,
      name: `s${index}`,
      ...random.maybe(10, () => ({
        annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': 'x', other: 'y' },
      })),
      ...random.maybe(3, () => ({ ownerReferences: [] })),
      ...random.maybe(3, () => ({ deletionTimestamp: '2026-01-01T00:00:00Z' })),
      ...random.maybe(8, () => ({
        labels: { ...(metadata.labels as JsonObject), ...random.pick([{ z: '' }, { a: 'b' }]) },
      })),
      ...random.maybe(3, () => ({ labels: { 'kubernetes.io/service-name': 'web' } })),
    },
  };
}

/** A cluster in which some Pods have come, gone or changed since the slices were written. */
export function cluster(random: Random): Json {
  const given = slicedService(random);
  const count = random.percent(80) ? 9 : 30;
  const pods = random.list(count, (index) => slicedPod(random, index));
  const nodes = random.percent(60)
    ? ['n1', 'n2', 'n3'].map((name) => node(random, name))
    : ['n1', 'n2', 'n3', 'n4'].map((name) => node(random, name));
  const max = random.pick([1, 2, 3, 4, 10, 100]);
  const earlier = pods.filter(() => random.percent(80));
  const before = random.percent(70)
    ? given
    : { ...slicedService(random), metadata: given.metadata };
  const stored = applyServiceDefaults(before as unknown as Service);
  const slices = random.percent(85)
    ? createEndpointSlices(
        stored,
        { pods: earlier as Pod[], nodes: nodes as Node[] },
        {
          maxEndpointsPerSlice: random.percent(80) ? max : 3,
        },
      )
    : [];
  const existing = slices
    .filter(() => random.percent(95))
    .map((slice, index) => storedSlice(random, slice, index));
  return JSON.parse(JSON.stringify({ service: given, pods, nodes, existing, max })) as Json;
}
