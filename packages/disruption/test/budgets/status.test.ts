import { pdbStatus, pdbStatuses } from '@kubesem/disruption';
import { expect, test } from 'vitest';
import { budget, deployment, NOW, ownedBy, READY, web } from '../helpers.js';

const now = { now: NOW };
const three = [web('web-a'), web('web-b'), web('web-c')];

test.each([
  [{ maxUnavailable: 1 }, 3, 2, 1],
  [{ maxUnavailable: '25%' }, 3, 2, 1],
  [{ maxUnavailable: '100%' }, 3, 0, 3],
  [{ minAvailable: '50%' }, 3, 2, 1],
  [{ minAvailable: '67%' }, 3, 3, 0],
  [{ minAvailable: 2 }, 3, 2, 1],
  [{ minAvailable: 5 }, 3, 5, 0],
  [{}, 0, 0, 0],
] as const)(
  '%j of 3 Pods: expected %i, desired %i, allowed %i',
  (spec, expected, desired, allowed) => {
    const { status } = pdbStatus(budget(spec), { pods: three, ...deployment(3) }, now);
    expect(status).toMatchObject({
      expectedPods: expected,
      desiredHealthy: desired,
      currentHealthy: 3,
      disruptionsAllowed: allowed,
    });
  },
);

test('the page says replicas, but a number in minAvailable counts Pods', () => {
  const cluster = { pods: three, ...deployment(5) };
  expect(pdbStatus(budget({ minAvailable: 2 }), cluster, now).status?.expectedPods).toBe(3);
  expect(pdbStatus(budget({ minAvailable: '40%' }), cluster, now).status?.expectedPods).toBe(5);
});

test('25 % of 3 is 1 in a budget, and 0 in a Deployment', () => {
  const { status } = pdbStatus(
    budget({ maxUnavailable: '25%' }),
    { pods: three, ...deployment(3) },
    now,
  );
  expect(status?.disruptionsAllowed).toBe(1);
});

test('a Pod counts if it is ready: its phase does not count', () => {
  const deleted = web('web-d', 'node-1', {
    metadata: { ...web('web-d').metadata, deletionTimestamp: NOW },
  });
  const pods = [
    web('web-a', 'node-1', { status: { phase: 'Pending', conditions: READY } }),
    web('web-b', 'node-1', { status: { phase: 'Running' } }),
    deleted,
  ];
  const { status, pods: explained } = pdbStatus(
    budget({ maxUnavailable: 3 }),
    { pods, ...deployment(3) },
    now,
  );
  expect(status?.currentHealthy).toBe(1);
  expect(explained.map(({ counting }) => counting)).toEqual([
    'HEALTHY',
    'NOT_READY',
    'TERMINATING',
  ]);
});

test('the page says that unavailable Pods count against a budget, but minReadySeconds does not matter', () => {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: NOW }];
  const justReady = web('web-a', 'node-1', { status: { phase: 'Running', conditions } });
  const { replicaSets, deployments } = deployment(1);
  const minReadySeconds = 3600;
  const slow = {
    replicaSets: replicaSets.map((set) => ({ ...set, spec: { ...set.spec, minReadySeconds } })),
    deployments: deployments.map((each) => ({ ...each, spec: { ...each.spec, minReadySeconds } })),
  };
  const cluster = { pods: [justReady], ...slow };
  expect(pdbStatus(budget({ maxUnavailable: 1 }), cluster, now).status).toMatchObject({
    currentHealthy: 1,
    disruptionsAllowed: 1,
  });
});

test.each([
  ['2025-12-31T23:58:01Z', 'EVICTED', 1],
  // At the very second, it is listed but counts as healthy.
  ['2025-12-31T23:58:00Z', 'HEALTHY', 1],
  ['2025-12-31T23:57:59Z', 'HEALTHY', 0],
])('a Pod whose eviction was allowed at %s counts as %s', (at, counting, listed) => {
  const pdb = budget({ maxUnavailable: 1 }, { status: { disruptedPods: { 'web-a': at } } });
  const found = pdbStatus(pdb, { pods: [web('web-a')], ...deployment(1) }, now);
  expect(found.pods[0]?.counting).toBe(counting);
  expect(Object.keys(found.status?.disruptedPods ?? {})).toHaveLength(listed);
});

test('records events of a sync, of which NotDeleted never names the budget', () => {
  const bare = { ...web('bare'), metadata: { ...web('bare').metadata, ownerReferences: [] } };
  const disruptedPods = { 'web-a': '2025-12-31T23:57:59Z', 'web-b': '2025-12-31T23:58:00Z' };
  const pdb = budget(
    { maxUnavailable: 1 },
    { metadata: { name: 'budget', namespace: 'shop' }, status: { disruptedPods } },
  );
  const { events } = pdbStatus(pdb, { pods: [...three, bare], ...deployment(3) }, now);
  expect(events).toEqual([
    {
      type: 'Warning',
      reason: 'UnmanagedPods',
      message: expect.stringContaining(
        '(selector: &LabelSelector{MatchLabels:map[string]string{app: web,}',
      ),
    },
    {
      pod: three[0],
      type: 'Warning',
      reason: 'NotDeleted',
      message: "Pod was expected by PDB shop/shop to be deleted but it wasn't",
    },
  ]);
});

test.each([
  [{ minAvailable: 1, selector: {} }, [], ['Normal NoPods']],
  [{ minAvailable: 1, selector: { matchLabels: { app: '-' } } }, three, ['Warning NoPods']],
  [{ maxUnavailable: 'x%' }, [], ['Normal NoPods', 'Warning CalculateExpectedPodCountFailed']],
  // It is not known whether the sync fails.
  [{ maxUnavailable: 1 }, three, []],
] as const)('the events of %j', (spec, pods, expected) => {
  const { events } = pdbStatus(budget(spec), { pods }, now);
  expect(events.map(({ type, reason }) => `${type} ${reason}`)).toEqual(expected);
});

test.each([
  ['apps/v1', 'DaemonSet', 'daemonsets.apps does not implement the scale subresource'],
  ['batch/v1', 'Job', 'jobs.batch does not implement the scale subresource'],
  ['v1', 'Node', 'nodes does not implement the scale subresource'],
  ['apps/v1beta2', 'ReplicaSet', 'no matches for kind "ReplicaSet" in version "apps/v1beta2"'],
  ['a/b/c', 'ReplicaSet', 'unexpected GroupVersion string: a/b/c'],
  ['apps/v1', 'StatefulSet', 'found no controllers for pod "pod-1"'],
])('a Pod of %s %s fails the sync', (apiVersion, kind, failure) => {
  const cluster = { pods: [ownedBy(apiVersion, kind)], replicaSets: [], statefulSets: [] };
  const found = pdbStatus(budget({ maxUnavailable: 1 }), cluster, now);
  expect(found).toMatchObject({ rule: 'SYNC_FAILED', failure });
  expect(found.status).toMatchObject({
    disruptionsAllowed: 0,
    conditions: [
      { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: failure },
    ],
  });
  // Only a number in minAvailable works.
  expect(pdbStatus(budget({ minAvailable: 0 }), cluster, now).status?.disruptionsAllowed).toBe(1);
});

test('the scale of a custom resource is unknown, unless the input has it', () => {
  const pods = [ownedBy('x.io/v1', 'Rollout')];
  const pdb = budget({ maxUnavailable: 1 });
  const unknown = pdbStatus(pdb, { pods }, now);
  expect(unknown).toMatchObject({ status: undefined, rule: 'UNKNOWN' });
  expect(unknown.unknownControllers.map(({ kind }) => kind)).toEqual(['Rollout']);
  const scale = { apiVersion: 'x.io/v1', kind: 'Rollout', namespace: 'shop', name: 'x', uid: 'x' };
  const scales = [{ ...scale, replicas: 4 }];
  expect(pdbStatus(pdb, { pods, scales }, now).status?.expectedPods).toBe(4);
  expect(pdbStatus(pdb, { pods, kinds: [] }, now).failure).toContain('no matches for kind');
});

test('a list of controllers that is absent is not known, and an empty one has none', () => {
  const pdb = budget({ maxUnavailable: 1 });
  expect(pdbStatus(pdb, { pods: three }, now).rule).toBe('UNKNOWN');
  expect(pdbStatus(pdb, { pods: three, replicaSets: [] }, now).rule).toBe('SYNC_FAILED');
  const { replicaSets } = deployment(3);
  expect(pdbStatus(pdb, { pods: three, replicaSets }, now).rule).toBe('UNKNOWN');
  // A ReplicaSet whose Deployment is gone counts itself.
  const gone = pdbStatus(pdb, { pods: three, replicaSets, deployments: [] }, now);
  expect(gone.status?.expectedPods).toBe(99);
});

test('Pods without a controller count as healthy, but not as expected', () => {
  const bare = { ...web('bare'), metadata: { ...web('bare').metadata, ownerReferences: [] } };
  const alone = pdbStatus(budget({ maxUnavailable: 1 }), { pods: [bare] }, now);
  expect(alone.unmanagedPods).toEqual([bare]);
  expect(alone.status).toMatchObject({ expectedPods: 0, currentHealthy: 1, disruptionsAllowed: 0 });
});

test('an empty selector selects the namespace, and an absent one nothing', () => {
  const other = { ...web('a'), metadata: { ...web('a').metadata, namespace: 'other' } };
  const pods = [...three, other];
  expect(pdbStatus(budget({ minAvailable: 1, selector: {} }), { pods }, now).pods).toHaveLength(3);
  const selector = null;
  expect(pdbStatus(budget({ minAvailable: 1, selector }), { pods }, now).pods).toEqual([]);
});

test('an invalid selector or percentage fails the sync', () => {
  const selector = { matchExpressions: [{ key: 'app', operator: 'Equals' }] };
  const found = pdbStatus(budget({ minAvailable: 1, selector }), { pods: three }, now);
  expect(found.rule).toBe('SYNC_FAILED');
  const odd = pdbStatus(budget({ minAvailable: '5' }), { pods: [] }, now);
  expect(odd.failure).toBe(
    'invalid value for IntOrString: invalid type: string is not a percentage',
  );
});

test('a status that is current stays the same object', () => {
  const { status: first } = pdbStatus(budget({ minAvailable: 1 }), { pods: three }, now);
  const again = budget({ minAvailable: 1 }, { status: first });
  expect(pdbStatus(again, { pods: three }, { now: '2026-01-02T00:00:00Z' }).status).toBe(first);
  const { status: fewer } = pdbStatus(again, { pods: three.slice(0, 1) }, { now: new Date(NOW) });
  expect(fewer?.conditions?.[0]?.lastTransitionTime).toEqual(new Date(NOW));
});

test.each([
  [{ now: 'soon' }, {}, 'now'],
  [{}, { minAvailable: 1.5 }, 'spec.minAvailable'],
  [{}, { maxUnavailable: [] as unknown as string }, 'spec.maxUnavailable'],
  [{}, { selector: 'app=web' as unknown as object }, 'spec.selector'],
])('bad input %j %j is INVALID_TYPE at %s', (options, spec, path) => {
  const run = () =>
    pdbStatus(budget(spec), { pods: three, ...deployment(3) }, { ...now, ...options });
  expect(run).toThrow(expect.objectContaining({ code: 'INVALID_TYPE' }));
  expect(run).toThrow(new RegExp(`^${path}: `));
});

test('bad Pods and controllers hide no others', () => {
  const odd = [
    5,
    null,
    { metadata: 5 },
    { metadata: { labels: { app: 5 }, ownerReferences: 'x' } },
  ];
  const pods = [...three, ...(odd.filter((each) => each !== null && each !== 5) as [])];
  const cluster = { pods, ...deployment(3), statefulSets: [{ metadata: 5 }] as unknown as [] };
  expect(pdbStatus(budget({ maxUnavailable: 1 }), cluster, now).status?.currentHealthy).toBe(3);
  const same = { ...web('__proto__'), metadata: { ...web('__proto__').metadata } };
  const disruptedPods = JSON.parse(`{ "__proto__": "${NOW}" }`);
  const pdb = budget({ minAvailable: 1 }, { status: { disruptedPods } });
  expect(pdbStatus(pdb, { pods: [same] }, now).pods[0]?.counting).toBe('EVICTED');
});

test('names objects with the same uid, and computes the rest', () => {
  const { deployments, replicaSets } = deployment(3);
  const copy = { metadata: { name: 'copy', namespace: 'shop', uid: 'd' }, spec: { replicas: 7 } };
  const other = { metadata: { name: 'a', namespace: 'shop', uid: 'other' } };
  const pods = [web('web-a'), web('web-b')].map((pod) => ({
    ...pod,
    metadata: { ...pod.metadata, uid: 'p' },
  }));
  const cluster = {
    pods,
    replicaSets,
    deployments: [...deployments, copy],
    statefulSets: [other, other],
  };
  const { status, duplicateUids } = pdbStatus(budget({ maxUnavailable: 1 }), cluster, now);
  expect(status?.expectedPods).toBe(3);
  expect(duplicateUids).toEqual([
    { uid: 'p', objects: ['Pod shop/web-a', 'Pod shop/web-b'] },
    { uid: 'd', objects: ['Deployment shop/web', 'Deployment shop/copy'] },
  ]);
});

test('many budgets have the same statuses together as one at a time', () => {
  const cluster = { pods: [...three, ownedBy('batch/v1', 'Job')], ...deployment(3) };
  const pdbs = [
    budget({ maxUnavailable: 1 }),
    budget({ minAvailable: 2, selector: {} }),
    budget({ minAvailable: 2, selector: null }),
    budget({ minAvailable: 1, selector: { matchLabels: { app: '-' } } }),
    budget({ minAvailable: 1 }, { metadata: { name: 'web', namespace: 'other' } }),
  ];
  expect(pdbStatuses(pdbs, cluster, now)).toEqual(pdbs.map((pdb) => pdbStatus(pdb, cluster, now)));
});
