import type { Json, JsonObject } from '../json.js';
import { CLAIM_NAMES, COUNT_NAMES, NOW, POD_NAMES, SCOPES, SERVICE_NAMES } from './quotas.js';

const web = (fields: JsonObject = {}, status: JsonObject = {}): JsonObject => ({
  metadata: { name: 'web' },
  spec: {
    containers: [
      {
        name: 'a',
        resources: {
          requests: { cpu: '250m', memory: '1Gi', 'example.com/gpu': '1', 'hugepages-2Mi': '4Mi' },
          limits: { cpu: '500m', memory: '1G' },
        },
      },
    ],
    ...fields,
  },
  status,
});
const EVERYTHING: JsonObject = Object.fromEntries(
  [...POD_NAMES, ...CLAIM_NAMES, ...SERVICE_NAMES, ...COUNT_NAMES].map((name) => [name, '10']),
);
const PODS: readonly JsonObject[] = [
  web(),
  web({}, { phase: 'Succeeded' }),
  web({ activeDeadlineSeconds: 0 }),
  web({ priorityClassName: 'high' }),
  web({ containers: [{ name: 'a' }] }),
  web({ overhead: { cpu: '250m' }, resources: { requests: { memory: '2Gi' } } }),
  web({
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaceSelector: {} }] },
    },
  }),
  {
    ...web(),
    metadata: {
      name: 'stuck',
      deletionTimestamp: '2026-11-20T00:00:00Z',
      deletionGracePeriodSeconds: 30,
    },
  },
];
const SERVICES: readonly JsonObject[] = [
  {},
  { spec: { type: 'NodePort', ports: [{ port: 1 }, { port: 2 }] } },
  { spec: { type: 'LoadBalancer', ports: [{ port: 1 }, { port: 2 }] } },
  {
    spec: {
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      ports: [{ port: 1, nodePort: 30_000 }, { port: 2 }],
    },
  },
];
const CLAIMS: readonly JsonObject[] = [
  { spec: { resources: { requests: { storage: '1.5' } } } },
  { spec: { storageClassName: 'gold', resources: { requests: { storage: '1Gi' } } } },
  {
    metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': '' } },
    spec: { storageClassName: 'gold', resources: { requests: { storage: '1Gi' } } },
    status: { allocatedResources: { storage: '2Gi' } },
  },
  {
    spec: { volumeAttributesClassName: 'fast' },
    status: { currentVolumeAttributesClassName: 'slow' },
  },
];

/** Every scope, as a scope and in a selector. */
const SCOPED: readonly JsonObject[] = [
  {},
  ...SCOPES.map((scope) => ({ scopes: [scope] })),
  { scopes: ['Terminating', 'BestEffort'] },
  ...['PriorityClass', 'VolumeAttributesClass'].flatMap((scopeName) => [
    { scopeSelector: { matchExpressions: [{ scopeName, operator: 'Exists' }] } },
    { scopeSelector: { matchExpressions: [{ scopeName, operator: 'DoesNotExist' }] } },
    {
      scopeSelector: {
        matchExpressions: [{ scopeName, operator: 'In', values: ['high', 'fast'] }],
      },
    },
    {
      scopeSelector: {
        matchExpressions: [{ scopeName, operator: 'NotIn', values: ['high', 'fast'] }],
      },
    },
    { scopeSelector: { matchExpressions: [{ scopeName, operator: 'In' }] } },
  ]),
];

/** The oracle counts under `count/` what it is told that there is. */
const NONE: JsonObject = { 'deployments.apps': [] };

/** All that is tracked, in each scope; and each object alone. */
export function* quotasAndObjects(): Iterable<Json> {
  const all = {
    pods: PODS,
    services: SERVICES,
    persistentvolumeclaims: CLAIMS,
    'deployments.apps': [{}, {}],
    configmaps: [{}],
  };
  for (const scope of SCOPED) {
    yield { hard: EVERYTHING, ...scope, objects: all, now: NOW };
  }
  for (const [name, list] of Object.entries(all)) {
    for (const one of list) {
      yield { hard: EVERYTHING, objects: { ...NONE, [name]: [one] }, now: NOW };
    }
  }
  yield { hard: EVERYTHING, objects: NONE, now: NOW };
}

/** Each object with a quota that it just meets, that it exceeds, or that is not known yet. */
export function* quotasToCheck(): Iterable<Json> {
  const checks: readonly JsonObject[] = [
    { hard: { pods: '1' }, used: { pods: '0' } },
    { hard: { pods: '0' }, used: { pods: '0' } },
    { hard: { cpu: '1', memory: '2Gi' }, used: { cpu: '750m', memory: '1Gi' } },
    { hard: { cpu: '1', memory: '2Gi' }, used: { cpu: '751m', memory: '9Gi' } },
    { hard: { 'limits.cpu': '1', 'limits.ephemeral-storage': '1' }, used: { 'limits.cpu': '0' } },
    {
      hard: { 'requests.example.com/gpu': '1', 'count/pods': '5' },
      used: { 'requests.example.com/gpu': '1', 'count/pods': '1' },
    },
    {
      hard: { services: '2', 'services.nodeports': '1' },
      used: { services: '1', 'services.nodeports': '0' },
    },
    {
      hard: { 'requests.storage': '1Gi', persistentvolumeclaims: '1' },
      used: { 'requests.storage': '1', persistentvolumeclaims: '0' },
    },
    {
      hard: { 'count/deployments.apps': '1', secrets: '1' },
      used: { 'count/deployments.apps': '1', secrets: '0' },
    },
    {},
  ];
  for (const status of checks) {
    const quotas = [{ metadata: { name: 'q' }, status }];
    for (const [resource, list] of Object.entries({
      pods: PODS,
      services: SERVICES,
      persistentvolumeclaims: CLAIMS,
    })) {
      for (const object of list) {
        yield { quotas, resource, object, now: NOW };
      }
    }
    yield { quotas, resource: 'deployments.apps', object: {}, now: NOW };
    yield { quotas, resource: 'secrets', object: {}, now: NOW };
  }
  const status = { hard: { pods: '1' }, used: { pods: '1' } };
  for (const spec of SCOPED) {
    yield {
      quotas: [{ metadata: { name: 'q' }, spec, status }],
      resource: 'pods',
      object: PODS[3] as Json,
      now: NOW,
    };
  }
}
