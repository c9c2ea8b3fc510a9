import { inspectObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 3
  template:
    spec:
      containers:
        - { name: app, resources: { requests: { cpu: 100m }, limits: { memory: 1Gi } } }
`;
const autoscaler = (name = 'web', changes = '', namespace = 'shop') => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name}, namespace: ${namespace} }
spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }, minReplicas: 2, maxReplicas: 10${changes} }
`;
const report = (...documents: string[]) =>
  inspectObjects([parseObjects({ name: 'a.yaml', text: documents.join('---\n') })]);

describe('a HorizontalPodAutoscaler', () => {
  test.each([
    ['before', [autoscaler(), DEPLOYMENT]],
    ['after', [DEPLOYMENT, autoscaler()]],
    ['twice', [DEPLOYMENT, autoscaler(), autoscaler()]],
  ])('%s its target makes its number of Pods a range', (_, documents) => {
    const { objects, others } = report(...documents);
    expect(objects[0]?.pods).toEqual({ count: 3, per: 'object', autoscaled: { min: 2, max: 10 } });
    expect(others[0]?.kind).toBe('HorizontalPodAutoscaler');
  });

  test.each([
    ['in another namespace', [DEPLOYMENT, autoscaler('web', '', 'prod')]],
    ['of another API', [DEPLOYMENT, autoscaler().replace('autoscaling/v2', 'example.com/v2')]],
    [
      'for a kind that does not scale',
      [
        DEPLOYMENT.replace('Deployment', 'DaemonSet'),
        autoscaler().replace('Deployment', 'DaemonSet'),
      ],
    ],
    ['for another group', [DEPLOYMENT, autoscaler().replace('apps/v1', 'v1')]],
    ['with a competitor', [DEPLOYMENT, autoscaler('a'), autoscaler('b')]],
    ['for 0 replicas', [DEPLOYMENT.replace('replicas: 3', 'replicas: 0'), autoscaler()]],
    ['that the API server rejects', [DEPLOYMENT, autoscaler('web', ', maxReplicas: 1')]],
  ])('%s changes nothing', (_, documents) => {
    expect(report(...documents).objects[0]?.pods.autoscaled).toBeUndefined();
  });

  test('with a field of the wrong type is an error with its place', () => {
    const broken = autoscaler().replace('maxReplicas: 10', 'maxReplicas: ten');
    expect(report(broken).problems).toMatchObject([
      { severity: 'error', code: 'INVALID_TYPE', path: 'spec.maxReplicas', line: 4 },
    ]);
  });
});

test('the summary has totals for both ends of the range', () => {
  const fixed = DEPLOYMENT.replace('name: web', 'name: fixed').replace('shop', 'prod');
  const { summary } = report(DEPLOYMENT, autoscaler(), fixed);
  const plain = JSON.parse(JSON.stringify(summary));
  expect(plain).toMatchObject({
    pods: 6,
    requests: { cpu: '600m' },
    autoscaled: {
      min: { pods: 5, requests: { cpu: '500m' }, limits: { memory: '5Gi' } },
      max: { pods: 13, requests: { cpu: '1300m' }, limits: { memory: '13Gi' } },
    },
  });
  expect(plain.namespaces[0]).not.toHaveProperty('autoscaled');
  expect(plain.namespaces[1].autoscaled.max.pods).toBe(10);
});
