import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import { addedIn, file, found, pod, quota, verdictsIn } from './documents.js';
import { cpu, LAST, stored, uid, update, workload } from './updated.js';

describe('An update of a Pod template', () => {
  const used = { 'requests.cpu': '3', 'count/replicasets.apps': '1', pods: '3' };
  const hard = { 'requests.cpu': '9', 'count/replicasets.apps': '9', pods: '9' };

  test('creates a ReplicaSet, and new Pods in place of the old ones', () => {
    const report = update(hard, used, stored({}), workload({ amount: '2' }));
    expect(addedIn(report)).toEqual({
      ...{ 'requests.cpu': '3', 'count/replicasets.apps': '1', pods: '0' },
    });
    expect(verdictsIn(report)).toEqual([['shop', 'pods', 3, 3]]);
    expect(report.quotaVerdicts?.[0]).toMatchObject({ replaces: 3, fitting: 4 });
  });

  const strategy = (maxUnavailable: number, maxSurge: number) => ({
    spec: { strategy: { rollingUpdate: { maxUnavailable, maxSurge } } },
  });

  test.each([
    // A new Pod must fit next to the old ones.
    ['no room for the first', '3', '1', strategy(0, 1), 0, '0'],
    ['room for a new Pod next to all', '4', '1', strategy(0, 1), 3, '0'],
    ['an old Pod that may go first', '3', '1', strategy(1, 0), 3, '0'],
    ['larger Pods', '5', '2', strategy(0, 1), 1, '1'],
    ['larger Pods, an old one first', '4', '2', strategy(1, 0), 1, '0'],
    [
      'larger Pods, all old ones first',
      '5',
      '2',
      { spec: { strategy: { type: 'Recreate' } } },
      2,
      '1',
    ],
    ['no room after all old Pods', '0', '1', { spec: { strategy: { type: 'Recreate' } } }, 0, '-3'],
    ['smaller Pods', '4', '500m', strategy(0, 1), 3, '-1500m'],
  ])('needs %s', (_, limit, amount, more, admitted, added) => {
    const room = { 'requests.cpu': limit };
    const report = update(
      room,
      { 'requests.cpu': '3' },
      stored(more),
      workload({ ...more, amount }),
    );
    expect(verdictsIn(report)).toEqual([['shop', 'pods', admitted, 3]]);
    expect(addedIn(report)).toEqual({ 'requests.cpu': added });
    expect(found(report)).toEqual(admitted === 3 ? [] : ['error QUOTA_EXCEEDED spec.template']);
  });

  test('creates no Pod if a quota rejects the ReplicaSet', () => {
    const room = { ...hard, 'count/replicasets.apps': '1' };
    const report = update(room, used, stored({}), workload({ amount: '2' }));
    expect(verdictsIn(report)).toEqual([['shop', 'pods', 0, 3]]);
    expect(addedIn(report)['requests.cpu']).toBe('0');
  });

  test('resizes the old version first', () => {
    const more = { spec: { replicas: 5, strategy: { rollingUpdate: { maxUnavailable: 0 } } } };
    // The 2 old Pods take the room of the first new one.
    const report = update(
      { pods: '5' },
      { pods: '3' },
      stored(strategy(0, 1)),
      workload({ ...more, amount: '2' }),
    );
    expect(verdictsIn(report)).toEqual([['shop', 'pods', 0, 5]]);
    expect(addedIn(report)).toEqual({ pods: '2' });
  });

  test('replaces the Pods that exist', () => {
    const before = stored({ ...strategy(1, 0), status: { replicas: 1 } });
    const next = workload({ ...strategy(1, 0), amount: '2' });
    const report = update({ 'requests.cpu': '9' }, { 'requests.cpu': '1' }, before, next);
    expect(addedIn(report)).toEqual({ 'requests.cpu': '5' });
  });

  test('is none if the stored template only has defaults or other managers in addition', () => {
    const [container] = pod(cpu('1000m')).spec.containers;
    const spec = {
      containers: [
        {
          ...container,
          ...{ imagePullPolicy: 'IfNotPresent', env: [{ name: 'B', value: 'b' }] },
          volumeMounts: [{ name: 'token', mountPath: '/token' }],
        },
      ],
      ...{ dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30 },
    };
    const before = stored({ spec: { template: { metadata: { labels: { a: 'b' } }, spec } } });
    const own = { spec: pod(cpu('1')).spec };
    const report = update(hard, used, before, workload({ spec: { template: own } }));
    expect(verdictsIn(report)).toEqual([]);
    const same = update(
      hard,
      used,
      stored({ spec: { replicas: 2 } }),
      workload({ amount: 'same' }),
    );
    expect(verdictsIn(same)).toEqual([['shop', 'pods', 1, 1]]);
  });

  test('removes what the last manifest had', () => {
    const last = JSON.stringify(workload({ amount: 'same' }));
    const before = stored({ metadata: { annotations: { [LAST]: last } } });
    const spec = { template: { spec: pod({}).spec } };
    const report = update({ pods: '9' }, { pods: '3' }, before, workload({ spec }));
    expect(verdictsIn(report)).toEqual([['shop', 'pods', 3, 3]]);
    const broken = stored({ metadata: { annotations: { [LAST]: '{' } } });
    expect(verdictsIn(update({ pods: '9' }, { pods: '3' }, broken, workload({ spec })))).toEqual(
      [],
    );
  });

  test('keeps the live number of replicas if the manifest has none', () => {
    const next = workload({ amount: '2', spec: { replicas: undefined } });
    expect(verdictsIn(update(hard, used, stored({}), next))).toEqual([['shop', 'pods', 3, 3]]);
  });

  test('of a paused Deployment creates nothing', () => {
    const paused = { spec: { paused: true } };
    const report = update(hard, used, stored(paused), workload({ ...paused, amount: '2' }));
    expect(verdictsIn(report)).toEqual([]);
    expect(Object.values(addedIn(report))).toEqual(['0', '0', '0']);
  });

  test.each([
    // A StatefulSet and a DaemonSet delete a Pod, and then create it again.
    ['StatefulSet', {}, 3, '0', '1'],
    ['StatefulSet', { updateStrategy: { rollingUpdate: { partition: 2 } } }, 1, '0', '1'],
    ['StatefulSet', { updateStrategy: { rollingUpdate: { partition: 3 } } }, undefined, '0', '1'],
    ['StatefulSet', { updateStrategy: { type: 'OnDelete' } }, undefined, '0', '1'],
    ['DaemonSet', { replicas: undefined }, 1, '0', '1'],
    ['ReplicaSet', {}, undefined, '0', '0'],
  ])('of a %s with %j', (kind, spec, admitted, cpuAdded, revisions) => {
    const limits = { 'requests.cpu': '3', 'count/controllerrevisions.apps': '2' };
    const usage = { 'requests.cpu': '3', 'count/controllerrevisions.apps': '1' };
    const next = workload({
      kind,
      spec: { ...spec, template: { spec: { ...pod(cpu('1')).spec, hostNetwork: true } } },
    });
    const report = update(limits, usage, stored({ kind, spec }), next);
    expect(verdictsIn(report).map(([, , each]) => each)).toEqual(
      admitted === undefined ? [] : [admitted],
    );
    expect(addedIn(report)).toEqual({
      ...{ 'requests.cpu': cpuAdded, 'count/controllerrevisions.apps': revisions },
    });
  });

  // A fraction once made a loop without end.
  const noCounts = [-1, -3, 2 ** 31, 1e300, '1', 0.5, 1.5];

  test.each(noCounts)('of a StatefulSet is none with the partition %s', (partition) => {
    const spec = { updateStrategy: { rollingUpdate: { partition } } };
    const kind = 'StatefulSet';
    const next = workload({ kind, amount: '2', spec });
    const code = typeof partition === 'number' && partition < 0 ? 'INVALID' : 'INVALID_TYPE';
    const problem = `error ${code} spec.updateStrategy.rollingUpdate.partition`;
    // The stored object has the wrong type as well.
    const both = code === 'INVALID_TYPE' ? [problem, problem] : [problem];
    for (const [before, problems] of [
      [stored({ kind }), [problem]],
      [stored({ kind, spec }), both],
    ] as const) {
      const report = update({ pods: '9' }, { pods: '3' }, before, next);
      expect(found(report)).toEqual(problems);
      expect(addedIn(report)).toEqual({ pods: '0' });
      expect(verdictsIn(report)).toEqual([['shop', 'object', 0, 1]]);
    }
    const own = workload({ kind, amount: '2' });
    const kept = update({ pods: '9' }, { pods: '3' }, stored({ kind, spec }), own);
    expect(found(kept)).toEqual(both);
    expect(addedIn(kept)).toEqual({ pods: '0' });
  });

  test.each(noCounts)('reads no count of Pods from the status %s', (replicas) => {
    for (const kind of ['Deployment', 'StatefulSet']) {
      const before = stored({ kind, status: { replicas } });
      const report = update({ pods: '9' }, { pods: '3' }, before, workload({ kind, amount: '2' }));
      expect(verdictsIn(report)).toEqual([['shop', 'pods', 3, 3]]);
      expect(addedIn(report)).toEqual({ pods: '0' });
    }
  });

  test('of a StatefulSet creates no claims again', () => {
    const spec = {
      volumeClaimTemplates: [
        { metadata: { name: 'data' }, spec: { resources: { requests: { storage: '1Gi' } } } },
      ],
    };
    const kind = 'StatefulSet';
    const [room, usage] = [{ persistentvolumeclaims: '9' }, { persistentvolumeclaims: '3' }];
    const next = (replicas: number) => workload({ kind, amount: '2', spec: { ...spec, replicas } });
    const before = stored({ kind, spec });
    expect(addedIn(update(room, usage, before, next(3)))).toEqual({ persistentvolumeclaims: '0' });
    expect(addedIn(update(room, usage, before, next(5)))).toEqual({ persistentvolumeclaims: '2' });
  });

  test('of a CronJob is for its next Job', () => {
    const cronJob = (amount: string, metadata: object = {}) => ({
      ...{ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'shop', ...metadata } },
      spec: { jobTemplate: { spec: { template: { spec: pod(cpu(amount)).spec } } } },
    });
    const room = { 'requests.cpu': '9', 'count/jobs.batch': '9' };
    const usage = { 'requests.cpu': '0', 'count/jobs.batch': '0' };
    const report = update(room, usage, cronJob('1', uid), cronJob('2'));
    expect(addedIn(report)).toEqual({ 'requests.cpu': '2', 'count/jobs.batch': '1' });
    const same = update(room, usage, cronJob('1', uid), cronJob('1'));
    expect(addedIn(same)).toEqual({ 'requests.cpu': '0', 'count/jobs.batch': '0' });
  });

  test('replaces ephemeral claims with the Pods', () => {
    const volumes = (storage: string) => [
      {
        name: 'tmp',
        ephemeral: {
          volumeClaimTemplate: { spec: { resources: { requests: { storage } } } },
        },
      },
    ];
    const spec = (storage: string) => ({
      template: { spec: { ...pod(cpu('1')).spec, volumes: volumes(storage) } },
    });
    const report = update(
      ...[{ 'requests.storage': '9Gi' }, { 'requests.storage': '3Gi' }],
      ...[stored({ spec: spec('1Gi') }), workload({ spec: spec('2Gi') })],
    );
    expect(addedIn(report)).toEqual({ 'requests.storage': '3Gi' });
  });
});

describe('An update of a Pod', () => {
  const options = { onPod: () => {} };
  const scoped = (room: object, used: object) => {
    const { spec, ...rest } = quota(room, used);
    return { ...rest, spec: { ...spec, scopes: ['Terminating'] } };
  };
  const withDeadline = (activeDeadlineSeconds: number | undefined, metadata = {}) => {
    const { spec, ...rest } = pod(cpu('2'), metadata);
    return { ...rest, spec: { ...spec, activeDeadlineSeconds } };
  };

  test.each([
    ['3', undefined, { pods: '1', 'requests.cpu': '2' }, [['web', 'object', 1, 1]]],
    ['2', undefined, { pods: '0', 'requests.cpu': '0' }, [['web', 'object', 0, 1]]],
    ['2', 60, { pods: '0', 'requests.cpu': '0' }, []],
  ])(
    'with a deadline counts in the quota whose scope it enters: %s',
    (room, before, added, verdicts) => {
      const limited = scoped(
        { pods: '9', 'requests.cpu': room },
        { pods: '1', 'requests.cpu': '1' },
      );
      const report = inspectText(
        file(limited, withDeadline(before, uid), withDeadline(30)),
        options,
      );
      expect(addedIn(report)).toEqual(added);
      expect(verdictsIn(report)).toEqual(verdicts);
      expect(found(report)).toEqual(verdicts[0]?.[2] === 0 ? ['error QUOTA_EXCEEDED '] : []);
    },
  );
});
