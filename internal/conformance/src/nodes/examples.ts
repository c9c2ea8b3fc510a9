import type { JsonObject } from '../harness/json.js';

/** An ordinary node. */
export const NODE: JsonObject = {
  metadata: { name: 'node' },
  status: {
    capacity: { cpu: '4', memory: '16Gi', pods: '110' },
    allocatable: {
      cpu: '3920m',
      memory: '15Gi',
      'ephemeral-storage': '95Gi',
      pods: '4',
      'hugepages-2Mi': '64Mi',
      'hugepages-1Gi': '0',
      'example.com/gpu': '2',
      'attachable-volumes-csi-x': '25',
      storage: '1Ti',
    },
  },
};

const named = (
  name: string,
  allocatable: JsonObject | null,
  capacity?: JsonObject,
): JsonObject => ({
  metadata: { name },
  status: { ...(allocatable && { allocatable }), ...(capacity && { capacity }) },
});

/** Nodes that have something missing, zero, or larger than an int64. */
export const NODES: readonly JsonObject[] = [
  NODE,
  { metadata: { name: 'node' } },
  named('node', null, { cpu: '2', memory: '4Gi', pods: '3' }),
  named('node', {}, { cpu: '2', memory: '4Gi', pods: '3', 'example.com/gpu': '1' }),
  named('node', {
    cpu: '0',
    memory: '0',
    'ephemeral-storage': '0',
    'hugepages-2Mi': '0',
    pods: '0',
  }),
  named('node', { memory: '4Gi' }, { cpu: '2', memory: '8Gi', pods: '3' }),
  named('node', { cpu: '1n', memory: '1m', pods: '1n' }),
  named('node', { cpu: '10P', memory: '10E', pods: '110' }),
  named('node', { cpu: '9223372036854775807', memory: '9223372036854775807', pods: '5' }),
  named('node', { cpu: '-2', memory: '-1Gi', pods: '-1' }),
  named('node', { cpu: '1k', memory: '1e9', pods: '1k' }),
];

/** A Pod on the node. */
export const pod = (name: string, fields: JsonObject, status: JsonObject = {}): JsonObject => ({
  metadata: { namespace: 'default', name, creationTimestamp: '2026-11-20T22:30:00Z' },
  spec: { nodeName: 'node', ...fields },
  status: { phase: 'Running', ...status },
});
/** A container. */
export const app = (requests: JsonObject, limits: JsonObject = {}): JsonObject => ({
  name: 'a',
  resources: { requests, limits },
});

/** An ordinary Pod. */
export const WEB = pod('web', {
  containers: [app({ cpu: '250m', memory: '64Mi' }, { cpu: '500m', memory: '128Mi' })],
});

/** A Pod that requests nearly all of an int64. */
export const HUGE = pod('huge', {
  containers: [app({ cpu: '9223372036854775807', memory: '9Ei' })],
});

/** Pods with one property that decides whether, or how much, they count. */
export const PODS: readonly JsonObject[] = [
  WEB,
  pod('finished', { containers: [app({ cpu: '1' })] }, { phase: 'Succeeded' }),
  pod('failed', { containers: [app({ cpu: '1' })] }, { phase: 'Failed' }),
  pod('elsewhere', { nodeName: 'other', containers: [app({ cpu: '1' })] }),
  pod('waiting', { nodeName: null, containers: [app({ cpu: '1' })] }),
  pod('pending', { containers: [app({ cpu: '1' })] }, { phase: 'Pending' }),
  pod('sidecar', {
    initContainers: [
      { name: 's', restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
      { name: 'i', resources: { requests: { cpu: '2', memory: '1Gi' } } },
    ],
    containers: [app({ cpu: '1', memory: '512Mi' })],
  }),
  pod('levels', {
    resources: { requests: { cpu: '2', 'hugepages-2Mi': '4Mi' }, limits: { memory: '3Gi' } },
    containers: [app({ cpu: '1', 'hugepages-2Mi': '2Mi' })],
  }),
  pod('heavy', {
    overhead: { cpu: '250m', memory: '120Mi', 'example.com/gpu': '1' },
    containers: [app({ cpu: '0', memory: '1Gi' }, { cpu: '0', memory: '1Gi' })],
  }),
  pod(
    'resized',
    { containers: [app({ cpu: '3' }, { cpu: '4' })] },
    {
      containerStatuses: [
        {
          name: 'a',
          allocatedResources: { cpu: '1' },
          resources: { requests: { cpu: '2' }, limits: { cpu: '5' } },
        },
      ],
    },
  ),
  pod(
    'infeasible',
    { containers: [app({ cpu: '3' }, { cpu: '4' })] },
    {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
      containerStatuses: [
        {
          name: 'a',
          allocatedResources: { cpu: '1' },
          resources: { requests: { cpu: '500m' }, limits: { cpu: '2' } },
        },
      ],
    },
  ),
  pod(
    'levels-resized',
    { resources: { requests: { cpu: '1' } }, containers: [{ name: 'a' }] },
    { resources: { requests: { cpu: '2' } }, allocatedResources: { cpu: '3' } },
  ),
  pod('fine', { containers: [app({ cpu: '0.1m', memory: '1m' })] }),
  pod('devices', {
    containers: [app({ 'example.com/gpu': '1', 'attachable-volumes-csi-x': '3', foo: '4' })],
  }),
  pod('nothing', { containers: [] }),
  pod('spelled', { containers: [app({ cpu: '+326m', memory: '3.M' }, { cpu: '1e0' })] }),
  pod('\u001b[31mred\r', { containers: [] }),
  pod('naïve-\u{1f600}', { containers: [] }),
  { metadata: {}, spec: { nodeName: 'node', containers: [] } },
  HUGE,
  pod('negative', { containers: [app({ cpu: '-1', memory: '-1Gi' })] }),
  {
    metadata: { namespace: 'kube-system', name: 'web', creationTimestamp: null },
    spec: { nodeName: 'node', containers: [app({ cpu: '1' })] },
  },
];

/** The same Pod under another name. */
export function renamed(one: JsonObject, name: string): JsonObject {
  return { ...one, metadata: { ...(one.metadata as JsonObject), name } };
}

const atNode = (one: JsonObject, nodeName: string): JsonObject => ({
  ...one,
  spec: { ...(one.spec as JsonObject), nodeName },
});
const nodeObject = (name: string, status: JsonObject): JsonObject => ({
  node: { metadata: { name }, status },
});
const CAPACITY: JsonObject = { cpu: '4', memory: '8Gi', pods: '110', 'example.com/gpu': '1' };
const FIRST = nodeObject('n1', {
  capacity: CAPACITY,
  allocatable: { cpu: '3', memory: '7Gi', pods: '2' },
});
const SECOND = nodeObject('n2', { capacity: CAPACITY });
const THIRD = nodeObject('n3', {});
const ON_NODES = ['n2', 'n1', 'n4', 'n1', 'n2', 'n3'].map((node, index) => ({
  pod: atNode(renamed(PODS[6 + index] as JsonObject, `p${index}`), node),
}));

/** Clusters in several orders: nodes first, Pods first, and mixed. */
export const CLUSTERS: readonly (readonly JsonObject[])[] = [
  [],
  [FIRST, SECOND, THIRD, ...ON_NODES],
  [...ON_NODES, THIRD, SECOND, FIRST],
  [...ON_NODES.slice(0, 2), SECOND, ...ON_NODES.slice(2, 4), FIRST, ...ON_NODES.slice(4), THIRD],
];
