import type { InspectReport } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import { addedIn, found as all, file, pod, quota, verdictsIn } from './documents.js';

const cpu = (amount: string) => ({ requests: { cpu: amount } });
const LAST = 'kubectl.kubernetes.io/last-applied-configuration';

interface Written {
  readonly kind?: string;
  readonly amount?: string;
  readonly spec?: object;
  readonly status?: object;
  readonly metadata?: object;
}

const workload = ({ kind = 'Deployment', amount = '1', spec, status, metadata }: Written) => ({
  ...{ apiVersion: 'apps/v1', kind, metadata: { name: 'shop', ...metadata }, status },
  spec: { replicas: 3, template: templateOf(amount, metadata === undefined), ...spec },
});
/** The template of a manifest differs from the stored one. */
const templateOf = (amount: string, isNew: boolean) => ({
  metadata: { labels: { version: isNew && amount !== 'same' ? '2' : '1' } },
  spec: pod(cpu(amount === 'same' ? '1' : amount)).spec,
});
/** That an object is defined again is no problem of an update. */
const found = (report: InspectReport) =>
  all(report).filter((problem) => problem !== 'warning DUPLICATE_OBJECT ');
const uid = { uid: 'u' };
const stored = (written: Written) =>
  workload({ ...written, metadata: { ...uid, ...written.metadata } });
/** What the quota does with a manifest of an object that exists. */
const update = (room: object, used: object, before: object, next: object, ...more: object[]) =>
  inspectText(file(quota(room, used), before, ...more, next));

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
    expect(found(report)).toEqual(admitted === 3 ? [] : ['error EXCEEDED spec.template']);
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
    const code = typeof partition === 'number' && partition < 0 ? 'NEGATIVE' : 'INVALID_TYPE';
    for (const before of [stored({ kind }), stored({ kind, spec })]) {
      const report = update({ pods: '9' }, { pods: '3' }, before, next);
      expect(found(report)).toEqual([`error ${code} spec.updateStrategy.rollingUpdate.partition`]);
      expect(addedIn(report)).toEqual({ pods: '0' });
      expect(verdictsIn(report)).toEqual([['shop', 'object', 0, 1]]);
    }
    const own = workload({ kind, amount: '2' });
    const kept = update({ pods: '9' }, { pods: '3' }, stored({ kind, spec }), own);
    expect(found(kept)).toEqual([`error ${code} spec.updateStrategy.rollingUpdate.partition`]);
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
      expect(found(report)).toEqual(verdicts[0]?.[2] === 0 ? ['error EXCEEDED '] : []);
    },
  );
});

describe('An update of a claim', () => {
  const claim = (spec: object, more: object = {}, annotations?: object) => ({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', annotations } },
    ...more,
    spec: { accessModes: ['ReadWriteOnce'], ...spec },
  });
  const size = (storage: string) => ({ resources: { requests: { storage } } });
  const live = (spec: object, status: object = { phase: 'Bound', capacity: { storage: '2Gi' } }) =>
    claim(
      {
        ...size('2Gi'),
        volumeName: 'pv-1',
        volumeMode: 'Filesystem',
        storageClassName: 'gold',
        ...spec,
      },
      { metadata: { name: 'data', uid: 'u' }, status },
    );
  const run = (before: object, next: object) =>
    inspectText(
      file(quota({ 'requests.storage': '9Gi' }, { 'requests.storage': '2Gi' }), before, next),
    );

  test.each([
    ['another class', live({}), claim({ ...size('5Gi'), storageClassName: 'fast' }), 'spec'],
    [
      'other access modes',
      live({}),
      claim({ ...size('5Gi'), accessModes: ['ReadOnlyMany'] }),
      'spec',
    ],
    ['another volume', live({}), claim({ ...size('5Gi'), volumeName: 'pv-2' }), 'spec'],
    ['blocks', live({}), claim({ ...size('5Gi'), volumeMode: 'Block' }), 'spec'],
    ['more storage before it is bound', live({}, { phase: 'Pending' }), claim(size('5Gi')), 'spec'],
    [
      'less storage than it has',
      live({ ...size('3Gi') }),
      claim(size('2Gi')),
      'spec.resources.requests.storage',
    ],
  ])('that the API server rejects is not counted: %s', (_, before, next, path) => {
    const report = run(before, next);
    expect(found(report)).toEqual([`error IMMUTABLE ${path}`]);
    expect(addedIn(report)).toEqual({ 'requests.storage': '0' });
    expect(verdictsIn(report)).toEqual([['data', 'object', 0, 1]]);
  });

  test.each([
    ['more storage', live({}), claim(size('5Gi')), '3Gi'],
    ['the same size in other words', live({}), claim(size('2048Mi')), '0'],
    [
      'the size that was asked for after a failed expansion',
      live(size('5Gi')),
      claim(size('3Gi')),
      '0',
    ],
    [
      'a class of attributes',
      live({}),
      claim({ ...size('2Gi'), volumeAttributesClassName: 'a' }),
      '0',
    ],
    [
      'a volume of its own',
      live({ volumeName: undefined }, { phase: 'Pending' }),
      claim({ ...size('2Gi'), volumeName: 'pv-1' }),
      '0',
    ],
    [
      'a first class',
      live({ storageClassName: undefined }),
      claim({ ...size('3Gi'), storageClassName: 'gold' }),
      '1Gi',
    ],
  ])('counts what it adds: %s', (_, before, next, added) => {
    const report = run(before, next);
    expect(found(report)).toEqual([]);
    expect(addedIn(report)).toEqual({ 'requests.storage': added });
  });
});

describe('An update that the API server rejects', () => {
  const room = { 'requests.cpu': '9', pods: '9' };
  const used = { 'requests.cpu': '1', pods: '1' };
  const job = (amount: string, spec: object = {}, metadata: object = {}) => ({
    ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'web', ...metadata } },
    spec: { template: { spec: pod(cpu(amount)).spec }, ...spec },
  });
  const live = (resources: object, spec: object = {}) => {
    const { spec: own, ...rest } = pod(resources, uid);
    return { ...rest, spec: { ...own, nodeName: 'a', tolerations: [{ key: 'x' }], ...spec } };
  };
  // The inspection keeps stored Pods only if something else needs them.
  const options = { onPod: () => {} };

  test.each([
    ['the resources of a Pod', live(cpu('1')), pod(cpu('2')), 'spec'],
    ['a new limit of a Pod', live(cpu('1')), pod({ ...cpu('1'), limits: { cpu: '1' } }), 'spec'],
    [
      'a container more of a Pod',
      live(cpu('1')),
      {
        ...pod({}),
        spec: { containers: [...pod({}).spec.containers, { name: 'b', image: 'b:1' }] },
      },
      'spec.containers',
    ],
    [
      'a longer deadline of a Pod',
      live(cpu('1'), { activeDeadlineSeconds: 60 }),
      { ...pod({}), spec: { ...pod({}).spec, activeDeadlineSeconds: 61 } },
      'spec.activeDeadlineSeconds',
    ],
    ['the template of a Job', job('1', {}, uid), job('2'), 'spec.template'],
    [
      'the claims of a StatefulSet',
      stored({ kind: 'StatefulSet', metadata: { name: 'web' } }),
      workload({
        kind: 'StatefulSet',
        metadata: { name: 'web' },
        spec: { replicas: 9, volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
      }),
      'spec.volumeClaimTemplates',
    ],
    [
      'the selector of a Deployment',
      stored({ spec: { selector: { matchLabels: { a: 'b' } } } }),
      workload({ amount: '2', spec: { selector: { matchLabels: { a: 'c' } } } }),
      'spec.selector',
    ],
  ])('is not counted: %s', (_, before, next, path) => {
    const report = inspectText(file(quota(room, used), before, next), options);
    expect(found(report)).toEqual([`error IMMUTABLE ${path}`]);
    expect(verdictsIn(report).map(([, ...each]) => each)).toEqual([['object', 0, 1]]);
    expect(addedIn(report)).toEqual({ 'requests.cpu': '0', pods: '0' });
  });

  test.each([
    [
      'the image',
      live(cpu('1')),
      { ...pod(cpu('1000m')), spec: { containers: [{ name: 'app', image: 'a:2' }] } },
    ],
    [
      'nothing, with requests from limits',
      live({ ...cpu('1'), limits: { cpu: 1 } }),
      pod({ limits: { cpu: '1' } }),
    ],
    [
      'a deadline',
      live(cpu('1')),
      { ...pod({}), spec: { ...pod({}).spec, activeDeadlineSeconds: 5 } },
    ],
    ['a suspended Job', job('1', { suspend: true }, uid), job('2', { suspend: true })],
    [
      'the parallelism of a Job that has ended',
      { ...job('1', {}, uid), status: { conditions: [{ type: 'Complete', status: 'True' }] } },
      job('1', { parallelism: 3 }),
    ],
  ])('is not one of %s, which adds nothing', (_, before, next) => {
    const report = inspectText(file(quota(room, used), before, next), options);
    expect(found(report)).toEqual([]);
    expect(verdictsIn(report)).toEqual([]);
    expect(addedIn(report)).toEqual({ 'requests.cpu': '0', pods: '0' });
  });
});
