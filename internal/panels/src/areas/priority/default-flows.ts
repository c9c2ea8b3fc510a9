import type { ScenarioFlow } from '@kubesem/apf-simulator';

const account = (name: string) => ({ name: `system:serviceaccount:${name}` });

/** Requests to try a configuration with: a batch job without bounds, a controller, and the nodes. */
export const DEFAULT_FLOWS: readonly ScenarioFlow[] = [
  {
    name: 'batch',
    request: { url: '/api/v1/namespaces/batch/pods?limit=500', user: account('batch:runner') },
    arrival: { process: 'poisson', perSecond: 300, onSeconds: 10, offSeconds: 5 },
    durationSeconds: { distribution: 'lognormal', medianSeconds: 0.15, p99Seconds: 1 },
  },
  {
    name: 'operator',
    request: {
      method: 'PUT',
      url: '/apis/apps/v1/namespaces/shop/deployments/web/status',
      user: account('shop:operator'),
    },
    arrival: { process: 'poisson', perSecond: 40 },
    durationSeconds: { distribution: 'exponential', meanSeconds: 0.02 },
  },
  {
    name: 'kubelets',
    clients: 100,
    request: {
      method: 'PATCH',
      url: '/api/v1/nodes/node-{client}/status',
      user: { name: 'system:node:node-{client}', groups: ['system:nodes'] },
    },
    arrival: { process: 'constant', perSecond: 50 },
    durationSeconds: { distribution: 'uniform', minSeconds: 0.005, maxSeconds: 0.03 },
  },
];
