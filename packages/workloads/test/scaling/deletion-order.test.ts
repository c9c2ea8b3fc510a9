import type { Pod } from '@kubesem/core';
import { type DeletionRankOptions, deletionOrder, deletionRanks } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';
const REPLICA_SET: DeletionRankOptions = { controller: 'ReplicaSet', now: NOW };
const JOB: DeletionRankOptions = { controller: 'Job', now: NOW };
const BOTH = [REPLICA_SET, JOB];

interface Ranked {
  readonly name?: string;
  readonly nodeName?: string;
  readonly phase?: string;
  readonly readySeconds?: number | undefined;
  readonly ageSeconds?: number;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
  readonly cost?: string;
}

function ago(seconds: number): string {
  return new Date(Date.parse(NOW) - seconds * 1000).toISOString();
}

/** A Pod that has been ready for a minute, unless said otherwise. */
function pod({ name = 'web', cost, ...ranked }: Ranked): Pod {
  const { nodeName = 'node-1', phase = 'Running', restarts = 0, sidecarRestarts = 0 } = ranked;
  const { readySeconds } = { readySeconds: 60, ...ranked };
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: ago(readySeconds ?? 0) };
  const annotations = { 'controller.kubernetes.io/pod-deletion-cost': cost ?? '0' };
  return {
    metadata: { name, uid: name, annotations, creationTimestamp: ago(ranked.ageSeconds ?? 100) },
    spec: { nodeName, initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] },
    status: {
      phase,
      conditions: readySeconds === undefined ? [] : [ready],
      containerStatuses: [{ name: 'app', restartCount: restarts }],
      initContainerStatuses: [{ name: 'proxy', restartCount: sidecarRestarts }],
    },
  };
}

/** A step decides although all later ones say otherwise. */
const FIRST: Ranked = { restarts: 0, sidecarRestarts: 0, ageSeconds: 1000 };
const SECOND: Ranked = { restarts: 9, sidecarRestarts: 9, ageSeconds: 1 };

describe.each(BOTH)('for a $controller', (options) => {
  test.each([
    ['UNASSIGNED', { ...FIRST, nodeName: '' }, SECOND],
    ['PHASE', { ...FIRST, phase: 'Pending' }, { ...SECOND, phase: 'Unknown' }],
    ['PHASE', { ...FIRST, phase: 'Unknown' }, SECOND],
    ['NOT_READY', { ...FIRST, readySeconds: undefined }, SECOND],
    ['READY_TIME', { ...FIRST, readySeconds: 10 }, { ...SECOND, readySeconds: 1000 }],
    ['RESTARTS', { restarts: 2, ageSeconds: 1000 }, { restarts: 1, sidecarRestarts: 9 }],
    ['SIDECAR_RESTARTS', { sidecarRestarts: 2, ageSeconds: 1000 }, { sidecarRestarts: 1 }],
    ['CREATION_TIME', { ageSeconds: 10 }, { ageSeconds: 1000 }],
  ] as const)('%s', (rule, first, second) => {
    const [a, b] = [pod(first), pod(second)];
    expect(deletionOrder(a, b, options)).toEqual({ order: -1, rule });
    expect(deletionOrder(b, a, options)).toEqual({ order: 1, rule });
  });

  test('equal Pods keep their order', () => {
    const [a, b] = [pod({}), pod({})];
    expect(deletionOrder(a, b, options)).toEqual({ order: 0, rule: 'EQUAL' });
    expect(deletionRanks([a, b], options)[0]?.pod).toBe(a);
    expect(deletionRanks([b, a], options)[0]?.pod).toBe(b);
  });

  test('a time that is not known counts as the latest', () => {
    const known = pod({ ageSeconds: 1 });
    const unknown = { ...known, metadata: { name: 'unknown' } };
    expect(deletionRanks([known, unknown], options)[0]?.pod).toBe(unknown);
  });
});

describe('only a ReplicaSet', () => {
  test.each([
    ['-1', '0', -1],
    ['10', '9', 1],
    ['+10', '5', -1],
    ['007', '5', -1],
    ['2147483648', '1', -1],
    ['x', '-1', 1],
  ])('compares deletion costs %s and %s; invalid ones are 0', (a, b, order) => {
    expect(deletionOrder(pod({ cost: a }), pod({ cost: b }), REPLICA_SET).order).toBe(order);
    expect(deletionOrder(pod({ cost: a }), pod({ cost: b }), JOB).order).toBe(0);
  });

  test('counts the active Pods of the owner on the node', () => {
    const a = pod({ nodeName: 'node-1' });
    const b = pod({ nodeName: 'node-2' });
    const related = [a, b, pod({ nodeName: 'node-2' })];
    const rule = 'COLOCATED';
    const options = { ...REPLICA_SET, related };
    expect(deletionOrder(a, b, options)).toEqual({ order: 1, rule });
    const ended = [a, b, pod({ nodeName: 'node-2', phase: 'Failed' })];
    expect(deletionOrder(a, b, { ...options, related: ended }).order).toBe(0);
  });

  test('compares times by powers of 2, then UIDs', () => {
    const [a, b] = [pod({ name: 'a', readySeconds: 66 }), pod({ name: 'b', readySeconds: 40 })];
    const expected = { order: -1, rule: 'UID' };
    expect(deletionOrder(a, b, REPLICA_SET)).toEqual(expected);
    expect(deletionOrder(a, b, JOB)).toEqual({ order: 1, rule: 'READY_TIME' });
  });

  test('its order can have cycles', () => {
    const a = pod({ name: 'a', readySeconds: 50, restarts: 1 });
    const b = pod({ name: 'b', readySeconds: 60, restarts: 2 });
    const c = pod({ name: 'c', readySeconds: 50, restarts: 2 });
    const before = (x: Pod, y: Pod): boolean => deletionOrder(x, y, REPLICA_SET).order === -1;
    expect([before(a, b), before(b, c), before(c, a)]).toEqual([true, true, true]);
    expect(deletionRanks([a, b, c], REPLICA_SET)).toHaveLength(3);
  });
});

test('the explanation names the rule between neighbors', () => {
  const pods = [
    pod({ name: 'a' }),
    pod({ name: 'b', phase: 'Pending' }),
    pod({ name: 'c', nodeName: '' }),
  ];
  const ranks = deletionRanks(pods, JOB);
  expect(ranks.map((rank) => [rank.pod.metadata?.name, rank.rule])).toEqual([
    ['c', 'UNASSIGNED'],
    ['b', 'PHASE'],
    ['a', undefined],
  ]);
});

test('changes nothing that was passed in, and takes frozen lists', () => {
  const pods = Object.freeze([pod({ name: 'a' }), pod({ name: 'b', nodeName: '' })]);
  expect(deletionRanks(pods, REPLICA_SET)[0]?.pod).toBe(pods[1]);
});

test('fields of the wrong type count as absent', () => {
  const odd = JSON.parse('{ "metadata": [], "spec": 7, "status": { "conditions": {} } }');
  expect(deletionOrder(odd, {}, REPLICA_SET).order).toBe(0);
});

test('reports a wrong time', () => {
  expect(() => deletionRanks([], { ...REPLICA_SET, now: '' })).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});
