export { dump } from './cluster.js';

/** The owner references of what an object controls. */
export const ownedBy = (kind: string, name: string, apiVersion = 'apps/v1') => [
  { apiVersion, kind, name, uid: name, controller: true },
];

/** How a Pod is. */
interface PodState {
  readonly labels?: object;
  readonly ownerReferences?: readonly object[];
  readonly nodeName?: string;
  readonly phase?: string;
  readonly isReady?: boolean;
  readonly metadata?: object;
  readonly spec?: object;
}

/** A stored Pod in the namespace `shop`, of the ReplicaSet `web-1a` by default. */
export const pod = (
  name: string,
  {
    labels = { app: 'web' },
    ownerReferences = ownedBy('ReplicaSet', 'web-1a'),
    nodeName = 'n1',
    phase = 'Running',
    isReady = true,
    metadata = {},
    spec = {},
  }: PodState = {},
) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name, labels, ownerReferences, ...metadata },
  spec: { nodeName, containers: [{ name: 'app' }], ...spec },
  status: { phase, conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
});

/** A stored workload of `apps/v1` in the namespace `shop`. */
export const workload = (kind: string, name: string, replicas: number, metadata: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'shop', uid: name, ...metadata },
  spec: { replicas, template: { metadata: { labels: { app: 'web' } }, spec: {} } },
});

/** A Deployment `web` with its ReplicaSet `web-1a`. */
export const deployment = (replicas: number) => [
  workload('Deployment', 'web', replicas),
  workload('ReplicaSet', 'web-1a', replicas, { ownerReferences: ownedBy('Deployment', 'web') }),
];

/** A PodDisruptionBudget in the namespace `shop` for the Pods with the label `app: web`. */
export const budget = (name: string, spec: object, status: object = {}) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'shop', uid: `pdb-${name}` },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
  status,
});

/** A stored node. */
export const node = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: name },
});
