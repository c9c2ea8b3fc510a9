import type { Pod } from '@kubesem/core';
import { controllerReplacement, drainPlan, simulateDrain } from '@kubesem/disruption';
import { describe, expect, test } from 'vitest';
import { budget, deployment, NOW, ownedBy, READY, web } from '../helpers.js';

const now = { now: NOW };

/** Time, type and Pod of each event. */
function shown(timeline: ReturnType<typeof simulateDrain>): readonly string[] {
  return timeline.events.map(({ atMs, type, pod, node }) =>
    [`${atMs / 1000}s`, type, pod?.replace('shop/', '') ?? node].join(' '),
  );
}

test('the story of the page: node-1 drains, node-2 waits for the replacement, and then for a node', () => {
  const x: Pod = { ...web('pod-x', 'node-1'), metadata: { name: 'pod-x', namespace: 'shop' } };
  const cluster = {
    pods: [web('pod-a', 'node-1'), x, web('pod-b', 'node-2'), web('pod-c', 'node-3')],
    ...deployment(3),
    podDisruptionBudgets: [budget({ minAvailable: 2 })],
  };
  const names: { readonly [name: string]: string } = { 'pod-a': 'pod-d', 'pod-b': 'pod-e' };
  const replacement = (pod: Pod) => {
    const name = names[pod.metadata?.name ?? ''];
    const isLast = name === 'pod-e';
    return name === undefined
      ? undefined
      : {
          // There is no room for pod-e.
          pod: { ...web(name, isLast ? '' : 'node-2'), status: { phase: 'Pending' } },
          when: 'TERMINATING' as const,
          readyAfterSeconds: isLast ? undefined : 47,
        };
  };
  const options = { ...now, force: true, replacement };
  const timeline = simulateDrain(['node-1', 'node-2'], cluster, options);
  expect(shown(timeline)).toEqual([
    '0s CORDONED node-1',
    '0s CORDONED node-2',
    '0s EVICTED pod-a',
    '0s CREATED pod-d',
    '0s EVICTED pod-x',
    '30s GONE pod-a',
    '30s GONE pod-x',
    '30s DRAINED node-1',
    // Only pod-b and pod-c are available. pod-d is still pending, and goes.
    '30s BLOCKED pod-b',
    '30s EVICTED pod-d',
    '60s GONE pod-d',
  ]);
});

test('as on the page, if pod-d has started when node-2 is drained', () => {
  const starting = web('pod-d', 'node-2', { status: { phase: 'Running' } });
  const cluster = {
    pods: [web('pod-b', 'node-2'), web('pod-c', 'node-3'), starting],
    ...deployment(3),
    podDisruptionBudgets: [budget({ minAvailable: 2 })],
  };
  // The page says that the drain blocks. It does for pod-b, but pod-d is not ready and goes.
  const impatient = simulateDrain(['node-2'], cluster, now);
  expect(impatient.blocked.map(({ pod, cause }) => [pod, cause])).toEqual([
    ['shop/pod-b', 'The disruption budget web needs 2 healthy pods and has 2 currently'],
  ]);
  const ready = { ...starting, status: { phase: 'Running', conditions: READY } };
  const replacement = (pod: Pod) => ({
    pod: { ...web(`${pod.metadata?.name}-new`, ''), status: { phase: 'Pending' } },
    when: 'TERMINATING' as const,
  });
  const later = simulateDrain(
    ['node-2'],
    { ...cluster, pods: [...cluster.pods.slice(0, 2), ready] },
    { ...now, replacement },
  );
  expect(shown(later)).toEqual([
    '0s CORDONED node-2',
    '0s EVICTED pod-b',
    '0s CREATED pod-b-new',
    '0s BLOCKED pod-d',
    '30s GONE pod-b',
  ]);
  expect(later.blocked).toMatchObject([{ pod: 'shop/pod-d', pdb: 'web' }]);
});

test('a blocked eviction is tried again every 5 seconds, until a replacement is ready', () => {
  const cluster = {
    pods: [web('web-a'), web('web-b'), web('web-c')],
    ...deployment(3),
    podDisruptionBudgets: [budget({ maxUnavailable: 1 })],
  };
  const replacement = controllerReplacement({ readyAfterSeconds: 7 });
  const timeline = simulateDrain(['node-1'], cluster, {
    ...now,
    replacement,
    stopSeconds: () => 2,
  });
  expect(shown(timeline).filter((line) => /EVICTED|READY|DRAINED/.test(line))).toEqual([
    '0s EVICTED web-a',
    '7s READY web-a-new',
    '10s EVICTED web-b',
    '17s READY web-b-new',
    '20s EVICTED web-c',
    '22s DRAINED node-1',
    '27s READY web-c-new',
  ]);
});

test('a StatefulSet waits until its Pod is gone', () => {
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    name: 'db',
    uid: 'u',
    controller: true,
  };
  const db = (name: string): Pod => ({
    ...web(name),
    metadata: { name, namespace: 'shop', labels: { app: 'web' }, ownerReferences: [owner] },
  });
  const cluster = {
    pods: [db('db-0'), db('db-1')],
    statefulSets: [
      { metadata: { name: 'db', namespace: 'shop', uid: 'u' }, spec: { replicas: 2 } },
    ],
    podDisruptionBudgets: [budget({ maxUnavailable: 1 })],
  };
  const replacement = controllerReplacement({ readyAfterSeconds: 1 });
  const lines = shown(simulateDrain(['node-1'], cluster, { ...now, replacement }));
  expect(lines.slice(1, 6)).toEqual([
    '0s EVICTED db-0',
    '0s BLOCKED db-1',
    '30s GONE db-0',
    '30s CREATED db-0',
    '31s READY db-0',
  ]);
  expect(lines).toContain('35s EVICTED db-1');
});

test.each([
  ['has failed', { status: { phase: 'Failed' } }],
  ['has succeeded', { status: { phase: 'Succeeded' } }],
  ['is being deleted', { deletionTimestamp: '2026-01-01T00:00:10Z' }],
])('a ReplicaSet has already replaced a Pod that %s', (_, given) => {
  const { status, ...metadata } = given as { status?: { phase: string } };
  const replace = controllerReplacement({ readyAfterSeconds: 1 });
  const old = web('web-a', 'node-1', status && { status });
  const pod = { ...old, metadata: { ...old.metadata, ...metadata } };
  expect(replace(pod)).toBeUndefined();
  const cluster = {
    pods: [pod, web('web-b')],
    ...deployment(1),
    podDisruptionBudgets: [budget({ minAvailable: 1 })],
  };
  const timeline = simulateDrain(['node-1'], cluster, { ...now, replacement: replace });
  expect(timeline.blocked.map(({ pod: key }) => key)).toEqual(['shop/web-b']);
});

describe('a Pod that finalizers keep', () => {
  const held = (name: string, metadata: object = {}, status?: object): Pod => {
    const pod = web(name, 'node-1', status && { status });
    return {
      ...pod,
      metadata: { ...pod.metadata, finalizers: ['example.com/backup'], ...metadata },
    };
  };
  const drain = (pod: Pod, more: object = {}) =>
    simulateDrain(
      ['node-1', 'node-2'],
      { pods: [pod, web('web-b', 'node-2')], podDisruptionBudgets: [] },
      { ...now, ...more },
    );

  test.each([
    ['is evicted', held('web-a'), 30_000],
    ['is terminating', held('web-a', { deletionTimestamp: '2025-12-31T23:00:00Z' }), 0],
    ['has failed', held('web-a', {}, { phase: 'Failed' }), 0],
    ['is pending', held('web-a', {}, { phase: 'Pending' }), 30_000],
  ])('stays when it %s, and so does its node', (_, pod, atMs) => {
    const { nodes, events, blocked } = drain(pod);
    expect(nodes.map(({ drainedAtMs, startedAtMs }) => [startedAtMs, drainedAtMs])).toEqual([
      [0, undefined],
      [undefined, undefined],
    ]);
    const event = {
      atMs,
      type: 'HELD',
      pod: 'shop/web-a',
      cause: 'finalizers: example.com/backup',
    };
    expect(events.slice(-1)).toMatchObject([event]);
    expect(blocked).toEqual([{ node: 'node-1', pod: 'shop/web-a', cause: event.cause }]);
    expect(drainPlan('node-1', { pods: [pod] }, now).pods).toMatchObject([
      { action: 'evict', finalizers: ['example.com/backup'] },
    ]);
  });

  test.each(['batch.kubernetes.io/job-tracking', 'foregroundDeletion', 'orphan'])(
    'goes if only controllers of Kubernetes have to remove %s',
    (name) => {
      const { nodes, blocked } = drain(held('web-a', { finalizers: [name] }));
      expect(nodes.map(({ drainedAtMs }) => drainedAtMs)).toEqual([30_000, 60_000]);
      expect(blocked).toEqual([]);
    },
  );

  test.each([
    ['evicted now', held('web-a'), 41_000],
    ['evicted before', held('web-a', { deletionTimestamp: '2025-12-31T23:59:55Z' }), 6000],
  ])('is skipped with --skip-wait-for-delete-timeout: %s', (_, pod, atMs) => {
    const { nodes, events, blocked } = drain(pod, { skipWaitForDeleteTimeoutSeconds: 10 });
    expect(events.find(({ type }) => type === 'SKIPPED')).toMatchObject({
      atMs,
      text: 'pod "web-a" has DeletionTimestamp older than 10 seconds, skipping',
    });
    expect(nodes[0]?.drainedAtMs).toBe(atMs);
    expect(blocked).toEqual([]);
  });

  test('is not healthy, and its StatefulSet waits for its name', () => {
    const db = ownedBy('apps/v1', 'StatefulSet', 'db-0');
    const pod = { ...db, metadata: { ...db.metadata, finalizers: ['example.com/backup'] } };
    const replacement = controllerReplacement({ readyAfterSeconds: 1 });
    const types = drain(pod, { replacement }).events.map(({ type }) => type);
    expect(types).toEqual(['CORDONED', 'CORDONED', 'EVICTED', 'HELD']);
  });
});

test('a StatefulSet creates a Pod that has finished again, because it needs its name', () => {
  const db = { ...ownedBy('apps/v1', 'StatefulSet', 'db-0'), status: { phase: 'Failed' } };
  expect(controllerReplacement()(db)).toMatchObject({
    when: 'GONE',
    pod: { metadata: { name: 'db-0' } },
  });
});

test('a Job replaces its Pod 10 seconds after the eviction', () => {
  // Without a grace period, it has that of the API server.
  const cluster = { pods: [ownedBy('batch/v1', 'Job', 'job-1')], podDisruptionBudgets: [] };
  const replacement = controllerReplacement({ readyAfterSeconds: 3 });
  const lines = shown(simulateDrain(['node-1'], cluster, { ...now, replacement }));
  expect(lines.slice(1, 4)).toEqual([
    '0s EVICTED job-1',
    '10s CREATED job-1-new',
    '13s READY job-1-new',
  ]);
});

test('evictions use up what a stored status allows', () => {
  const status = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 };
  const pods = [web('web-a'), web('web-b'), web('web-c')];
  const pdbs = [budget({ maxUnavailable: 1 }, { status })];
  const drain = (more: object) =>
    simulateDrain(['node-1'], { pods, podDisruptionBudgets: pdbs }, { ...now, ...more });
  expect(drain({}).blocked).toMatchObject([
    { cause: 'The disruption budget web needs 2 healthy pods and has 2 currently' },
    { pod: 'shop/web-c' },
  ]);
  const replaced = drain({ replacement: controllerReplacement({ readyAfterSeconds: 7 }) });
  expect(replaced.nodes[0]?.drainedAtMs).toBe(50_000);
});

test('one command drains nodes one after the other, several commands at once', () => {
  const pods = [web('web-a', 'node-1'), web('web-b', 'node-2')];
  const cluster = { pods, podDisruptionBudgets: [] };
  const nodes = (parallel: boolean) =>
    simulateDrain(['node-1', 'node-2'], cluster, { ...now, parallel }).nodes;
  expect(nodes(false)).toMatchObject([
    { startedAtMs: 0, drainedAtMs: 30_000 },
    { startedAtMs: 30_000, drainedAtMs: 60_000 },
  ]);
  expect(nodes(true).map(({ drainedAtMs }) => drainedAtMs)).toEqual([30_000, 30_000]);
});

test('two budgets are an error for the Pod, and the node is not drained', () => {
  const pdbs = [budget({ minAvailable: 1 }), budget({ minAvailable: 1 })];
  const { nodes, events } = simulateDrain(
    ['node-1'],
    { pods: [web('web-a')], podDisruptionBudgets: pdbs },
    now,
  );
  expect(nodes[0]?.drainedAtMs).toBeUndefined();
  expect(events[1]).toMatchObject({ type: 'FAILED', pod: 'shop/web-a' });
});

test('a rejected Pod keeps the node, and the next one follows', () => {
  const bare = { metadata: { name: 'bare' }, spec: { nodeName: 'node-1' } };
  const cluster = { pods: [bare, web('web-a', 'node-2')], podDisruptionBudgets: [] };
  const { nodes, events } = simulateDrain(['node-1', 'node-2'], cluster, now);
  expect(nodes[0]).toMatchObject({ evicted: 0, errors: [expect.stringContaining('--force')] });
  expect(events.find(({ type }) => type === 'REJECTED')?.text).toContain('node-1');
  expect(nodes[1]?.drainedAtMs).toBe(30_000);
});

test('budgets with unknown scales are named, and their stored status counts', () => {
  const pdbs = [budget({ maxUnavailable: 1 }, { status: { disruptionsAllowed: 0 } })];
  const { unknownPdbs, blocked } = simulateDrain(
    ['node-1'],
    { pods: [web('web-a')], podDisruptionBudgets: pdbs },
    now,
  );
  expect(unknownPdbs).toEqual(['web']);
  expect(blocked).toHaveLength(1);
});

test('an eviction that was allowed before counts for 2 minutes', () => {
  const status = { disruptedPods: { 'web-b': '2025-12-31T23:58:30Z' } };
  const cluster = {
    pods: [web('web-a', 'node-1'), web('web-b', 'node-2')],
    ...deployment(2),
    podDisruptionBudgets: [budget({ maxUnavailable: 1 }, { status })],
  };
  expect(shown(simulateDrain(['node-1'], cluster, now)).slice(1, 3)).toEqual([
    '0s BLOCKED web-a',
    '30s EVICTED web-a',
  ]);
});

describe('times of the options', () => {
  const cluster = { pods: [web('pod-a', 'node-1')], ...deployment(1), podDisruptionBudgets: [] };
  const created = { pod: web('pod-b', 'node-2'), when: 'TERMINATING' as const };
  const run = (more: object, options: object = {}) =>
    shown(
      simulateDrain(['node-1'], cluster, {
        ...now,
        replacement: () => ({ ...created, ...more }),
        ...options,
      }),
    );
  const drained = [
    '0s CORDONED node-1',
    '0s EVICTED pod-a',
    '30s GONE pod-a',
    '30s DRAINED node-1',
  ];

  test.each([10, 1e-100, 1e300, Infinity])(
    'a controller that always waits %d seconds more creates no Pod',
    (seconds) => {
      expect(run({ waitSeconds: () => seconds })).toEqual(drained);
    },
  );

  test.each([1e300, Infinity])('a Pod that is ready after %d seconds is not ready', (seconds) => {
    expect(run({ readyAfterSeconds: seconds })).toEqual([
      ...drained.slice(0, 2),
      '0s CREATED pod-b',
      ...drained.slice(2),
    ]);
  });

  test.each([-1, Number.NaN, '1'])('%j is no number of seconds', (seconds) => {
    const error = expect.objectContaining({ code: 'INVALID_TYPE' });
    expect(() => run({ waitSeconds: () => seconds })).toThrow(error);
    expect(() => run({ readyAfterSeconds: seconds })).toThrow(error);
    expect(() => run({}, { stopSeconds: () => seconds })).toThrow(error);
  });

  test.each([9e12, 9e15])('a grace period of %d seconds ends with the drain', (seconds) => {
    const pods = [
      {
        ...web('pod-a', 'node-1'),
        spec: { nodeName: 'node-1', terminationGracePeriodSeconds: seconds },
      },
    ];
    const timeline = simulateDrain(['node-1'], { ...cluster, pods }, now);
    expect(timeline.events.map(({ atMs }) => Number.isFinite(atMs))).not.toContain(false);
  });
});
