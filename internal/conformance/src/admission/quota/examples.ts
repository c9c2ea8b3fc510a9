import type { JsonObject } from '../../harness/json.js';
import { CLAIM_NAMES, COUNT_NAMES, POD_NAMES, SCOPES, SERVICE_NAMES } from './objects.js';

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
/** Ten of everything that a quota can limit. */
export const EVERYTHING: JsonObject = Object.fromEntries(
  [...POD_NAMES, ...CLAIM_NAMES, ...SERVICE_NAMES, ...COUNT_NAMES].map((name) => [name, '10']),
);
/** Pods that differ in one property that matters to quotas. */
export const PODS: readonly JsonObject[] = [
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
/** Services of each type. */
export const SERVICES: readonly JsonObject[] = [
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
/** Claims of several storage classes. */
export const CLAIMS: readonly JsonObject[] = [
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
export const SCOPED: readonly JsonObject[] = [
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

/** The oracle counts under `count/` only resources that are listed. */
export const NONE: JsonObject = { 'deployments.apps': [] };
