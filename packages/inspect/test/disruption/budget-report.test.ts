import { indexCluster, type Pod, type PodDisruptionBudget } from '@kubesem/core';
import { problemOf } from '@kubesem/core/internal';
import { budgetReport, drainReason } from '@kubesem/inspect';
import { budgetTexts } from '@kubesem/inspect/internal';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';
const labels = { app: 'web' };
const owner = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'web-5d',
  uid: 'r',
  controller: true,
};
const podNamed = (name: string, isReady = true, more: Pod['metadata'] = {}): Pod => ({
  metadata: { name, namespace: 'shop', labels, ownerReferences: [owner], ...more },
  status: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
  },
});
const budget = (spec: PodDisruptionBudget['spec'], name = 'web'): PodDisruptionBudget => ({
  metadata: { name, namespace: 'shop' },
  spec: { selector: { matchLabels: labels }, ...spec },
});
const replicaSet = {
  metadata: {
    name: 'web-5d',
    namespace: 'shop',
    uid: 'r',
    labels,
    ownerReferences: [{ ...owner, kind: 'Deployment', name: 'web', uid: 'd' }],
  },
  spec: { replicas: 2 },
};
const deployment = {
  metadata: { name: 'web', namespace: 'shop', uid: 'd' },
  spec: { replicas: 3 },
};
const reportOn = (pdb: PodDisruptionBudget, pods: readonly Pod[], more: object = {}) =>
  budgetReport(pdb, { pods, podDisruptionBudgets: [pdb], ...more }, { now: NOW, explain: true });

test('says that no definition has the kind of a controller only if definitions are known', () => {
  const controller = {
    apiVersion: 'x.io/v1',
    kind: 'Rollout',
    name: 'web',
    uid: 'r',
    controller: true,
  };
  const { metadata, ...pod } = podNamed('a');
  const pods = [{ ...pod, metadata: { ...metadata, ownerReferences: [controller] } }];
  const reasonWith = (more: object) => reportOn(budget({ maxUnavailable: 1 }), pods, more).reason;
  const unseen = 'the input does not show the replicas of Rollout web';
  const other = { apiVersion: 'y.io/v1', kind: 'Rollout', resource: 'rollouts', hasScale: true };
  expect(reasonWith({})).toBe(unseen);
  expect(
    reasonWith({ kinds: [{ ...other, apiVersion: 'x.io/v1' }], scales: null, lacksKinds: true }),
  ).not.toContain('defines');
  for (const kinds of [[], [other]]) {
    const reason = 'no CustomResourceDefinition defines the kind of Rollout web';
    expect(reasonWith({ kinds, lacksKinds: true })).toBe(reason);
  }
});

describe('the reason of a budget that allows nothing', () => {
  const two = [podNamed('a'), podNamed('b', false)];
  test.each<readonly [string, PodDisruptionBudget, readonly Pod[]]>([
    [
      'needs 1 healthy Pod and has 0 (b is not ready)',
      budget({ minAvailable: 1 }),
      [podNamed('b', false)],
    ],
    ['it selects no Pods', budget({ minAvailable: 1 }), []],
    ['it has neither minAvailable nor maxUnavailable', budget({}), two],
    [
      'the input does not show the replicas of ReplicaSet web-5d',
      budget({ maxUnavailable: 1 }),
      two,
    ],
    [
      'its Pods have no controller, so it expects no Pods',
      budget({ maxUnavailable: 1 }),
      [podNamed('a', true, { ownerReferences: [] })],
    ],
  ])('%s', (reason, pdb, pods) => {
    expect(reportOn(pdb, pods).reason).toBe(reason);
  });

  test('is empty if a disruption is allowed', () => {
    const { reason, disruptionsAllowed } = reportOn(budget({ minAvailable: 1 }), [
      podNamed('a'),
      podNamed('b'),
    ]);
    expect([reason, disruptionsAllowed]).toEqual(['', 1]);
  });
});

test('the replicas of the Deployment count, and each Pod says how it counts', () => {
  const pods = [podNamed('a'), podNamed('b', false)];
  const lists = { replicaSets: [replicaSet], deployments: [deployment] };
  const report = reportOn(budget({ maxUnavailable: '50%' }), pods, lists);
  expect(report).toMatchObject({ field: 'maxUnavailable', value: '50%', expectedPods: 3 });
  expect(report.counted?.controllers).toEqual([
    { controller: 'ReplicaSet web-5d', scaled: 'Deployment web', scale: 3 },
  ]);
  expect(report.counted?.pods).toEqual([
    { name: 'a', counting: 'HEALTHY' },
    { name: 'b', counting: 'NOT_READY' },
  ]);
});

test('another namespace does not count', () => {
  const elsewhere = podNamed('x', true, { namespace: 'lab' });
  expect(reportOn(budget({ minAvailable: 0 }), [elsewhere]).counted?.pods).toEqual([]);
});

test('a budget that cannot be read throws, and does not hide the problems of others', () => {
  const bad = budget({ minAvailable: {} as never }, 'bad');
  const good = budget({ minAvailable: '100%' }, 'good');
  const workload = { ...deployment, spec: { replicas: 1, template: { metadata: { labels } } } };
  const cluster = {
    pods: [podNamed('a')],
    podDisruptionBudgets: [bad, good],
    deployments: [workload],
  };
  const index = indexCluster(cluster);
  const report = (pdb: PodDisruptionBudget) => budgetReport(pdb, index, { now: NOW });
  expect(() => report(bad)).toThrow(expect.objectContaining({ code: 'INVALID_TYPE' }));
  expect(report(good).problems.map(({ code }) => code)).toContain('BUDGET_NEVER_ALLOWS');
});

test('a problem replaces a reason that says the same', () => {
  const problems = [
    {
      ...problemOf({
        code: 'BUDGET_MATCHES_NOTHING',
        severity: 'warning',
        message: 'matches nothing',
      }),
      workloads: [],
    },
  ] as const;
  const reason = 'it selects no Pods';
  expect(budgetTexts({ rule: 'MIN_AVAILABLE_NUMBER', reason, problems })).toEqual([
    'matches nothing',
  ]);
  expect(budgetTexts({ rule: 'MIN_AVAILABLE_NUMBER', reason, problems: [] })).toEqual([reason]);
});

test('a drain says what is lost', () => {
  expect(drainReason({ rule: 'FINISHED', losesEmptyDirData: false })).toBe('it has finished');
  expect(drainReason({ rule: 'FORCED', losesEmptyDirData: true })).toMatch(/--force.*emptyDir/);
});
