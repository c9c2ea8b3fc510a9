import { type ContainerStatus, formatAge, type Pod } from '@kubesem/core';
import { explainPodRow, podPhase, podReadiness, podRow, podStatusText } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const NOW = '2026-11-22T12:00:00Z';
const RUNNING = { running: { startedAt: NOW } };
const completed = (name: string): ContainerStatus => ({
  name,
  state: { terminated: { exitCode: 0, reason: 'Completed' } },
});
const waiting = (name: string, reason?: string): ContainerStatus => ({
  name,
  state: { waiting: { reason } },
});

function podOf(status: Pod['status'], spec: Pod['spec'] = {}): Pod {
  return { metadata: { name: 'web' }, spec, status };
}

describe('faults of other tools', () => {
  test('Freelens shows the phase: a crash loop is not Running', () => {
    const pod = podOf({
      phase: 'Running',
      containerStatuses: [waiting('app', 'CrashLoopBackOff')],
    });
    expect(podStatusText(pod)).toBe('CrashLoopBackOff');
  });

  test('Headlamp shows Init:Signal:undefined: without a signal the exit code counts', () => {
    const failed = { name: 'migrate', state: { terminated: { exitCode: 3 } } };
    expect(podStatusText(podOf({ phase: 'Pending', initContainerStatuses: [failed] }))).toBe(
      'Init:ExitCode:3',
    );
  });

  test('Headlamp does not know SchedulingGated', () => {
    const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }];
    expect(podStatusText(podOf({ phase: 'Pending', conditions }))).toBe('SchedulingGated');
  });

  test('Headlamp and k9s show Terminating for a Pod that has ended', () => {
    const metadata = { deletionTimestamp: NOW };
    const status = { phase: 'Succeeded', containerStatuses: [completed('app')] };
    expect(podStatusText({ metadata, status })).toBe('Completed');
  });

  test('the OpenShift console shows Init:0/1 for a running sidecar, and fails without a reason', () => {
    const spec = {
      containers: [{ name: 'app' }],
      initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
    };
    const proxy = { name: 'proxy', started: true, ready: true, state: RUNNING };
    const app = { name: 'app', ready: true, state: RUNNING };
    const row = podRow(
      podOf({ phase: 'Running', initContainerStatuses: [proxy], containerStatuses: [app] }, spec),
    );
    expect([row.status, row.ready.text]).toEqual(['Running', '2/2']);
    expect(podStatusText(podOf({ phase: 'Pending', containerStatuses: [waiting('app')] }))).toBe(
      'Pending',
    );
  });

  test('k9s has no NotReady, and Argo CD neither', () => {
    const containerStatuses = [completed('app'), { name: 'log', ready: true, state: RUNNING }];
    expect(podStatusText(podOf({ phase: 'Running', containerStatuses }))).toBe('NotReady');
  });

  test('Kite counts any Ready condition as true', () => {
    const containerStatuses = [completed('app'), { name: 'log', ready: true, state: RUNNING }];
    const conditions = [{ type: 'Ready', status: 'False' }];
    expect(podStatusText(podOf({ phase: 'Running', conditions, containerStatuses }))).toBe(
      'NotReady',
    );
  });

  test('no tool shows the failed container beside a completed one', () => {
    const failed = { name: 'log', state: { terminated: { exitCode: 1, reason: 'Error' } } };
    expect(
      podStatusText(podOf({ phase: 'Failed', containerStatuses: [completed('app'), failed] })),
    ).toBe('Error');
  });

  test('k9s shows Init: for a Pod that was initialized, and for one that is being deleted', () => {
    const spec = { initContainers: [{ name: 'migrate' }], containers: [{ name: 'app' }] };
    const status = {
      phase: 'Running',
      initContainerStatuses: [waiting('migrate', 'PodInitializing')],
      containerStatuses: [waiting('app', 'CrashLoopBackOff')],
    };
    const conditions = [{ type: 'Initialized', status: 'True' }];
    expect(podStatusText(podOf({ ...status, conditions }, spec))).toBe('CrashLoopBackOff');
    const metadata = { deletionTimestamp: NOW };
    expect(podStatusText({ metadata, spec, status })).toBe('Terminating');
  });

  test('the OpenShift console takes the total from the statuses: the spec counts', () => {
    const spec = { containers: [{ name: 'app' }, { name: 'log' }] };
    const containerStatuses = [{ name: 'app', ready: true, state: RUNNING }];
    expect(podRow(podOf({ containerStatuses }, spec)).ready.text).toBe('1/2');
  });

  test('k9s counts a ready container that does not run', () => {
    const spec = { containers: [{ name: 'app' }] };
    const containerStatuses = [{ ...waiting('app', 'ImagePullBackOff'), ready: true }];
    expect(podRow(podOf({ containerStatuses }, spec)).ready.text).toBe('0/1');
  });

  test('older versions of k9s pair spec and status by position: a sidecar is found by its name', () => {
    const initContainers = [{ name: 'migrate' }, { name: 'proxy', restartPolicy: 'Always' }];
    const proxy = { name: 'proxy', started: true, ready: true, state: RUNNING };
    const initContainerStatuses = [proxy, completed('migrate')];
    const containerStatuses = [{ name: 'app', ready: true, state: RUNNING }];
    const spec = { initContainers, containers: [{ name: 'app' }] };
    const status = { phase: 'Running', initContainerStatuses, containerStatuses };
    const row = podRow(podOf(status, spec));
    expect([row.status, row.ready.text]).toEqual(['Running', '2/2']);
  });

  test('older versions of JuiceFS do not stop at the first init container, and do not know sidecars', () => {
    const initContainerStatuses = [
      waiting('migrate', 'CrashLoopBackOff'),
      waiting('seed', 'PodInitializing'),
    ];
    const initContainers = [{ name: 'migrate' }, { name: 'seed' }];
    const status = { phase: 'Pending', initContainerStatuses };
    expect(podStatusText(podOf(status, { initContainers }))).toBe('Init:CrashLoopBackOff');
    const proxy = { name: 'proxy', started: true, ready: false, state: RUNNING };
    const started = { phase: 'Running', initContainerStatuses: [proxy] };
    const spec = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] };
    expect(podStatusText(podOf(started, spec))).toBe('Running');
  });

  test('the Kubernetes Dashboard shows Init: 0/1 with a space', () => {
    const status = { phase: 'Pending', initContainerStatuses: [waiting('migrate')] };
    const spec = { initContainers: [{ name: 'migrate' }] };
    expect(podStatusText(podOf(status, spec))).toBe('Init:0/1');
  });

  test('Rancher shows the restarts of the first container alone', () => {
    const containerStatuses = [
      { name: 'app', restartCount: 1 },
      { name: 'log', restartCount: 5 },
    ];
    expect(podRow(podOf({ containerStatuses })).restarts.count).toBe(6);
  });

  test('Argo CD adds the restarts of init containers that have succeeded', () => {
    const status = {
      initContainerStatuses: [{ ...completed('migrate'), restartCount: 4 }],
      containerStatuses: [{ name: 'app', restartCount: 1, state: RUNNING }],
    };
    expect(podRow(podOf(status)).restarts.count).toBe(1);
  });

  test('the health of Argo CD looks at app containers alone: a failing sidecar keeps a Pod from being ready', () => {
    const spec = {
      containers: [{ name: 'app' }],
      initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
    };
    const status = {
      phase: 'Running',
      initContainerStatuses: [waiting('proxy', 'CrashLoopBackOff')],
      containerStatuses: [{ name: 'app', ready: true, started: true, state: RUNNING }],
    };
    expect(podReadiness(podOf(status, spec)).blockers).toMatchObject([
      { code: 'WAITING', container: 'proxy', reason: 'CrashLoopBackOff' },
    ]);
  });

  test('several tools compare the phase with CrashLoopBackOff, which is a status', () => {
    const pod = podOf(
      {
        phase: 'Running',
        containerStatuses: [
          { ...waiting('app', 'CrashLoopBackOff'), lastState: completed('').state },
        ],
      },
      { containers: [{ name: 'app' }] },
    );
    expect([podPhase(pod).phase, podStatusText(pod)]).toEqual(['Running', 'CrashLoopBackOff']);
  });

  test('older versions of Headlamp throw without a last state', () => {
    const containerStatuses = [{ name: 'app', restartCount: 2, state: RUNNING }];
    expect(podRow(podOf({ containerStatuses }), { now: NOW }).restarts.text).toBe('2');
  });
});

describe('where the documentation differs', () => {
  test('the documentation says that a Pod is Terminating while it is deleted: not one that has ended', () => {
    const metadata = { deletionTimestamp: NOW };
    expect(podStatusText({ metadata, status: { phase: 'Running' } })).toBe('Terminating');
    expect(podStatusText({ metadata, status: { phase: 'Failed' } })).toBe('Failed');
  });

  test('the documentation says that describe shows Terminating: with a time that is invalid until the grace period is over', () => {
    const deletionTimestamp = '2026-11-22T12:00:30Z';
    expect(formatAge(deletionTimestamp, NOW)).toBe('<invalid>');
    expect(formatAge(deletionTimestamp, '2026-11-22T12:01:00Z')).toBe('30s');
  });
});

test('restarts of init containers no longer count once these are through', () => {
  const init = {
    name: 'migrate',
    restartCount: 4,
    lastState: { terminated: { finishedAt: '2026-11-22T11:00:00Z' } },
  };
  const app = { name: 'app', ready: true, restartCount: 1, state: RUNNING };
  const before = podRow(podOf({ initContainerStatuses: [init] }), { now: NOW });
  const after = podRow(
    podOf({
      initContainerStatuses: [{ ...init, ...completed('migrate') }],
      containerStatuses: [app],
    }),
  );
  expect(before.restarts).toEqual({
    count: 4,
    lastAt: '2026-11-22T11:00:00.000Z',
    text: '4 (60m ago)',
  });
  expect(after.restarts).toEqual({ count: 1, lastAt: undefined, text: '1' });
});

test('without the time, ages are unknown', () => {
  const metadata = { name: 'web', creationTimestamp: NOW };
  expect(podRow({ metadata }).age).toBe('<unknown>');
});

test('each rule names its field', () => {
  const { steps } = explainPodRow({
    metadata: { deletionTimestamp: NOW },
    status: { phase: 'Running', containerStatuses: [waiting('app', 'ImagePullBackOff')] },
  });
  expect(steps).toEqual([
    { rule: 'PHASE', status: 'Running', segments: ['status', 'phase'] },
    {
      rule: 'CONTAINER_WAITING',
      status: 'ImagePullBackOff',
      container: 'app',
      segments: ['status', 'containerStatuses', 0, 'state', 'waiting', 'reason'],
    },
    { rule: 'DELETED', status: 'Terminating', segments: ['metadata', 'deletionTimestamp'] },
  ]);
});

test.each([
  [{ status: 'x' }],
  [
    {
      metadata: [],
      spec: { containers: 'x', readinessGates: [null, 5] },
      status: { containerStatuses: {}, conditions: 'x' },
    },
  ],
  [
    {
      spec: {},
      status: {
        phase: 7,
        containerStatuses: [null, 'x', { state: 'x', restartCount: 'many', name: {} }],
      },
    },
  ],
  [
    {
      status: {
        initContainerStatuses: [{ name: '__proto__', state: { waiting: 5, terminated: null } }],
      },
    },
  ],
])('wrong types in %j count as absent', (pod) => {
  const row = podRow(pod as Pod, { now: NOW });
  expect(row.restarts.count).toBe(0);
  expect(row.ready.ready).toBe(0);
});

test('10,000 containers', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  const row = podRow({
    spec: { containers: names.map((name) => ({ name })) },
    status: { containerStatuses: names.map((name) => ({ name, ready: true, state: RUNNING })) },
  });
  expect(row.ready.text).toBe('10000/10000');
});

test('another kind of object', () => {
  expect(() => podRow({ kind: 'Deployment' } as Pod)).toThrow(
    expect.objectContaining({ code: 'NOT_A_POD' }),
  );
});
