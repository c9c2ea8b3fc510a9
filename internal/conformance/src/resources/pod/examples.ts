import type { Json, JsonObject } from '../../harness/json.js';

const requests = (list: JsonObject): JsonObject => ({ resources: { requests: list } });
const limits = (list: JsonObject): JsonObject => ({ resources: { limits: list } });
const both = (list: JsonObject): JsonObject => ({ resources: { requests: list, limits: list } });
const sidecar = (fields: JsonObject): JsonObject => ({
  name: 's',
  restartPolicy: 'Always',
  ...fields,
});
const named = (name: string, fields: JsonObject): JsonObject => ({ name, ...fields });

const APP = named('a', {
  resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '3', memory: '2Gi' } },
});

/** Names that are special keys of JavaScript objects. */
const HOSTILE: JsonObject = Object.fromEntries([
  ['__proto__', '1'],
  ['constructor', '2'],
]);

/** Specs whose result depends on one rule: a phase, a tie, a format or a name. */
const SPECS: readonly JsonObject[] = [
  {},
  { containers: [] },
  { containers: [{ name: 'a' }] },
  { containers: [named('a', both({ cpu: '1', memory: '1Gi' }))] },
  { containers: [named('a', both({ cpu: '1' }))] },
  { containers: [named('a', limits({ cpu: '1', memory: '1Gi' }))] },
  { containers: [named('a', both({ cpu: '0', memory: '0' }))] },
  { containers: [named('a', both({ 'example.com/gpu': '1' }))] },
  { containers: [named('a', both({ cpu: '1', memory: '1Gi' })), { name: 'b' }] },
  { containers: [APP, named('b', requests({ cpu: '250m', 'ephemeral-storage': '1G' }))] },
  {
    containers: [
      named('a', requests({ cpu: '0', memory: '1Ki' })),
      named('b', requests({ cpu: '1e3', memory: '1k' })),
    ],
  },
  { containers: [named('a', requests({ cpu: '+326' }))] },
  { containers: [named('a', requests(HOSTILE))] },
  { containers: [APP], initContainers: [named('i', requests({ cpu: '2', memory: '100Mi' }))] },
  {
    containers: [APP],
    initContainers: [named('i', requests({ cpu: '1', 'example.com/gpu': '0' }))],
  },
  {
    containers: [APP],
    initContainers: [sidecar(requests({ cpu: '500m' })), named('i', requests({ cpu: '1200m' }))],
  },
  {
    containers: [APP],
    initContainers: [named('i', requests({ cpu: '1200m' })), sidecar(requests({ cpu: '500m' }))],
  },
  {
    containers: [APP],
    initContainers: [
      sidecar(requests({ cpu: '100m' })),
      named('i', requests({ cpu: '2' })),
      named('t', { restartPolicy: 'Always', ...both({ cpu: '300m', memory: '64Mi' }) }),
      named('j', { restartPolicy: 'Never', ...both({ cpu: '1900m', memory: '3Gi' }) }),
    ],
  },
  {
    containers: [],
    initContainers: [sidecar(both({ memory: '-1' })), named('i', both({ memory: '-2Mi' }))],
  },
  { containers: [APP], overhead: { cpu: '250m', memory: '120Mi', 'example.com/gpu': '2' } },
  { containers: [named('a', limits({ cpu: '0' }))], overhead: { cpu: '250m' } },
  {
    containers: [APP],
    resources: { requests: { cpu: '5', 'example.com/gpu': '9' }, limits: { memory: '7Gi' } },
  },
  {
    containers: [APP],
    resources: { limits: { cpu: '6', 'hugepages-2Mi': '4Mi' } },
    overhead: { cpu: '10m' },
  },
  { containers: [APP], resources: { requests: { 'example.com/gpu': '9' }, limits: { pods: '1' } } },
  {
    containers: [APP],
    resources: { requests: { cpu: '2', memory: '8Gi' }, limits: { cpu: '2', memory: '8Gi' } },
  },
  { containers: [APP], resources: {} },
  { containers: [APP], resources: { claims: [{ name: 'c' }] } },
  {
    containers: [named('a', both({ 'hugepages-2Mi': '4Mi', cpu: '1' }))],
    resources: { requests: { memory: '1Gi' } },
  },
  {
    containers: [named('a', both({ 'hugepages-2Mi': '4Mi' }))],
    resources: { requests: { 'hugepages-2Mi': '8Mi' } },
  },
  { containers: [APP], ephemeralContainers: [named('e', both({ cpu: '7', memory: '7Gi' }))] },
  {
    containers: [APP],
    ephemeralContainers: [{ name: 'e' }],
    resources: { requests: { cpu: '9', memory: '9Gi' } },
  },
  { containers: [APP], resources: { requests: { cpu: '2', memory: '9Gi' } } },
  { containers: [named('a', both({ cpu: '100n', memory: '0.0001' }))], overhead: { cpu: '1u' } },
  {
    containers: [named('a', both({ cpu: '-1u', memory: '1.0000000001Ki' }))],
    resources: { limits: { cpu: '1n' } },
  },
  { containers: [named('a', limits({ cpu: '1', memory: null }))] },
  { containers: [named('a', requests({ cpu: '1GB' }))] },
  { containers: [named('a', { resources: { requests: [] } })] },
  { containers: null, initContainers: null, overhead: null, resources: null },
];

const STATUSES: readonly JsonObject[] = [
  {
    containerStatuses: [
      named('a', {
        allocatedResources: { cpu: '2' },
        resources: { requests: { cpu: '500m' }, limits: { cpu: '4' } },
      }),
    ],
  },
  { containerStatuses: [named('a', { allocatedResources: { cpu: '4', memory: '512Mi' } })] },
  {
    conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
    containerStatuses: [
      named('a', { resources: { requests: { cpu: '300m' }, limits: { cpu: '400m' } } }),
    ],
  },
  {
    conditions: [
      { type: 'PodResizePending', status: 'True', reason: 'Deferred' },
      { type: 'PodResizePending', status: 'True', reason: 'Infeasible' },
    ],
    initContainerStatuses: [named('a', { resources: { requests: { memory: '5Gi' } } })],
  },
  { conditions: [{ type: 'PodResizePending', status: 'False', reason: 'Infeasible' }] },
  {
    allocatedResources: { cpu: '8', 'example.com/gpu': '3' },
    resources: { requests: { cpu: '7', memory: '6Gi' }, limits: { cpu: '11' } },
  },
  {
    containerStatuses: [
      named('a', { allocatedResources: {}, resources: { requests: {}, limits: {} } }),
      named('b', {
        allocatedResources: { cpu: '3' },
        resources: { requests: { cpu: '3' }, limits: { cpu: '3' } },
      }),
    ],
    allocatedResources: {},
    resources: { requests: {}, limits: {} },
  },
  {
    nodeAllocatableResourceClaimStatuses: [
      {
        resourceClaimName: 'c',
        containers: ['a', 'b'],
        mapping: [
          { name: 'cpu', quantity: '3' },
          { name: 'hugepages-2Mi', quantity: '2Mi' },
          { name: 'pods' },
        ],
        overhead: [{ name: 'memory', perPod: '10Mi', perContainer: '7Mi' }],
      },
      {
        resourceClaimName: 'd',
        overhead: [{ name: 'memory', perPod: '1Mi', perContainer: '2Mi' }],
      },
    ],
  },
];

/** Hand-picked Pods. */
export function* podExamples(): Iterable<JsonObject> {
  for (const spec of SPECS) {
    yield { spec };
  }
  for (const status of STATUSES) {
    yield { spec: SPECS[9] as Json, status };
    yield { spec: SPECS[21] as Json, status };
  }
}
