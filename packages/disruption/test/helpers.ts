import type { Pod, PodDisruptionBudget } from '@kubesem/core';

export const NOW = '2026-01-01T00:00:00Z';

export const READY = [{ type: 'Ready', status: 'True' }];

/** A ready Pod of the ReplicaSet `web`. */
export function web(name: string, nodeName = 'node-1', more: Partial<Pod> = {}): Pod {
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'web',
    uid: 'rs',
    controller: true,
  };
  return {
    metadata: { name, namespace: 'shop', labels: { app: 'web' }, ownerReferences: [owner] },
    spec: { nodeName, terminationGracePeriodSeconds: 30 },
    status: { phase: 'Running', conditions: READY },
    ...more,
  };
}

/** The ReplicaSet of these Pods, of a Deployment with `replicas`. */
export function deployment(replicas: number) {
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: 'web',
    uid: 'd',
    controller: true,
  };
  return {
    replicaSets: [
      {
        metadata: { name: 'web', namespace: 'shop', uid: 'rs', ownerReferences: [owner] },
        spec: { replicas: 99 },
      },
    ],
    deployments: [{ metadata: { name: 'web', namespace: 'shop', uid: 'd' }, spec: { replicas } }],
  };
}

/** A budget for these Pods. */
export function budget(spec: PodDisruptionBudget['spec'], more: object = {}): PodDisruptionBudget {
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
    ...more,
  };
}

/** A Pod of another controller. */
export function ownedBy(apiVersion: string, kind: string, name = 'pod-1'): Pod {
  const owner = { apiVersion, kind, name: 'x', uid: 'x', controller: true };
  const metadata = { name, namespace: 'shop', labels: { app: 'web' }, ownerReferences: [owner] };
  return {
    metadata,
    spec: { nodeName: 'node-1' },
    status: { phase: 'Running', conditions: READY },
  };
}
