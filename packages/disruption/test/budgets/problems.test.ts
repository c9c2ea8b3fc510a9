import { pdbProblems } from '@kubesem/disruption';
import { expect, test } from 'vitest';
import { budget } from '../helpers.js';

function workload(kind: string, replicas = 3, apiVersion = 'apps/v1') {
  const template = { metadata: { labels: { app: 'web' } } };
  const metadata = { name: 'web', namespace: 'shop' };
  return { apiVersion, kind, metadata, spec: { replicas, template } };
}
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'bare', namespace: 'shop', labels: { app: 'web' } },
};

test.each([
  [{ minAvailable: 3 }, workload('Deployment'), ['BUDGET_NEVER_ALLOWS']],
  [{ minAvailable: '100%' }, workload('StatefulSet'), ['BUDGET_NEVER_ALLOWS']],
  [{ maxUnavailable: 0 }, workload('Deployment'), ['BUDGET_NEVER_ALLOWS']],
  [{ minAvailable: '67%' }, workload('Deployment'), ['BUDGET_NEVER_ALLOWS']],
  [{ minAvailable: '66%' }, workload('Deployment'), []],
  [{ maxUnavailable: 1 }, workload('Deployment'), []],
  [{ maxUnavailable: 1 }, workload('ReplicationController', 3, 'v1'), []],
  [{ maxUnavailable: 1 }, workload('Deployment', 1), ['BUDGET_BLOCKS_UNHEALTHY']],
  // Without Pods, there is nothing to evict.
  [{ minAvailable: 2 }, workload('Deployment', 0), []],
  [{ maxUnavailable: 1 }, workload('StatefulSet', 0), []],
  [{ minAvailable: 0 }, workload('Deployment'), ['BUDGET_BLOCKS_UNHEALTHY']],
  [{ minAvailable: 0, unhealthyPodEvictionPolicy: 'AlwaysAllow' }, workload('Deployment'), []],
  [{ maxUnavailable: 1 }, workload('DaemonSet'), ['BUDGET_SYNC_FAILS']],
  [{ maxUnavailable: '10%' }, workload('Job', 1, 'batch/v1'), ['BUDGET_SYNC_FAILS']],
  [{ minAvailable: 1 }, workload('DaemonSet'), []],
  [{ maxUnavailable: 1 }, pod, ['BUDGET_NEVER_ALLOWS', 'BUDGET_PODS_UNMANAGED']],
  [{ maxUnavailable: 1 }, workload('Rollout', 3, 'x.io/v1'), []],
  [
    { maxUnavailable: 1, selector: { matchLabels: { app: 'api' } } },
    workload('Deployment'),
    ['BUDGET_MATCHES_NOTHING'],
  ],
  [
    { maxUnavailable: 1, selector: { matchLabels: { app: '-' } } },
    workload('Deployment'),
    ['BUDGET_SYNC_FAILS'],
  ],
] as const)('%j for %j: %j', (spec, object, codes) => {
  expect(pdbProblems([budget(spec)], [object]).map(({ code }) => code)).toEqual(codes);
});

test('two budgets for one workload overlap', () => {
  const second = {
    ...budget({ maxUnavailable: 1, selector: {} }),
    metadata: { name: 'all', namespace: 'shop' },
  };
  const found = pdbProblems([budget({ maxUnavailable: 1 }), second], [workload('Deployment')]);
  expect(found).toMatchObject([
    { code: 'BUDGET_OVERLAPS', object: { name: 'web' }, workloads: ['Deployment shop/web'] },
    {
      code: 'BUDGET_OVERLAPS',
      object: { name: 'all' },
      message: expect.stringContaining('shop/web'),
    },
  ]);
});

test('workloads with the same uid', () => {
  const withUid = (name: string, uid: string) => ({
    ...workload('Deployment'),
    metadata: { name, namespace: 'shop', uid },
  });
  const workloads = [withUid('web', 'u1'), withUid('copy', 'u1'), withUid('api', 'u2')];
  const [problem, ...others] = pdbProblems([budget({ maxUnavailable: 1 })], workloads);
  expect(problem?.code).toBe('BUDGET_UIDS_DUPLICATE');
  expect(problem?.workloads).toEqual(['Deployment shop/web', 'Deployment shop/copy']);
  expect(others).toEqual([]);
});
