import type { PodDisruptionBudgetStatus } from '@kubesem/core';
import { disruptionTarget, evictionAnswer, taintEviction } from '@kubesem/disruption';
import { expect, test } from 'vitest';
import { budget, NOW, web } from '../helpers.js';

const now = { now: NOW };
const unready = web('web-a', 'node-1', { status: { phase: 'Running' } });

function asked(pod = web('web-a'), status: PodDisruptionBudgetStatus = {}, spec = {}) {
  return evictionAnswer(
    pod,
    { podDisruptionBudgets: [budget({ minAvailable: 1, ...spec }, { status })] },
    now,
  );
}

test('an allowed eviction counts down, and marks the Pod', () => {
  const { code, deletes, pod, pdbs, rule } = asked(undefined, { disruptionsAllowed: 1 });
  expect([code, deletes, rule]).toEqual([201, true, 'ALLOWED']);
  expect(pod?.metadata).toMatchObject({
    deletionTimestamp: '2026-01-01T00:00:30Z',
    deletionGracePeriodSeconds: 30,
  });
  expect(disruptionTarget({ status: pod?.status }, now)).toMatchObject({ by: 'eviction-api' });
  expect(pdbs[0]?.status).toMatchObject({
    disruptionsAllowed: 0,
    conditions: [{ status: 'False', reason: 'InsufficientPods' }],
  });
  expect({ ...pdbs[0]?.status?.disruptedPods }).toEqual({ 'web-a': NOW });
});

test.each(['Pending', 'Succeeded', 'Failed'])(
  'the page says that a drain waits, but %s Pods are deleted without asking two budgets',
  (phase) => {
    const pod = web('web-a', 'node-1', { status: { phase } });
    const pdbs = [budget({ minAvailable: 9 }), budget({ minAvailable: 9 })];
    expect(evictionAnswer(pod, { podDisruptionBudgets: pdbs }, now).code).toBe(201);
  },
);

test('two budgets for one Pod are an error', () => {
  const pdbs = [budget({ minAvailable: 1 }), budget({ minAvailable: 1 })];
  expect(evictionAnswer(web('web-a'), { podDisruptionBudgets: pdbs }, now)).toMatchObject({
    code: 500,
    rule: 'TWO_BUDGETS',
    deletes: false,
  });
});

test('the page says that a drain waits for healthy Pods, but an unready Pod goes if the budget is healthy without it', () => {
  const status = { currentHealthy: 2, desiredHealthy: 2, disruptionsAllowed: 0 };
  const { rule, pdbs } = asked(unready, status);
  expect(rule).toBe('HEALTHY_BUDGET');
  expect(pdbs[0]?.status).toBe(status);
});

test.each([{ minAvailable: 0 }, { maxUnavailable: '100%' }])(
  '%j blocks an unready Pod, because nothing is desired',
  (spec) => {
    const { code, status } = asked(unready, { currentHealthy: 0, desiredHealthy: 0 }, spec);
    expect(code).toBe(429);
    expect(status.details?.causes?.[0]?.message).toBe(
      'The disruption budget web needs 0 healthy pods and has 0 currently',
    );
  },
);

test('AlwaysAllow lets an unready Pod go without reading the status', () => {
  const spec = { unhealthyPodEvictionPolicy: 'AlwaysAllow' };
  expect(asked(unready, { disruptionsAllowed: -1 }, spec).rule).toBe('ALWAYS_ALLOW');
});

test.each([
  [{ disruptionsAllowed: -1 }, 403, 'NEGATIVE'],
  [{ disruptionsAllowed: 0 }, 429, 'EXHAUSTED'],
] as const)('%j answers %i', (status, code, rule) => {
  expect(asked(undefined, status)).toMatchObject({ code, rule });
});

test('a status that is older than the spec is processed first', () => {
  const pdb = budget(
    { minAvailable: 1 },
    { status: { observedGeneration: 1, disruptionsAllowed: 1 } },
  );
  const newer = { ...pdb, metadata: { ...pdb.metadata, generation: 2 } };
  const { status, rule } = evictionAnswer(web('web-a'), { podDisruptionBudgets: [newer] }, now);
  expect(rule).toBe('STALE_STATUS');
  expect(status.details?.retryAfterSeconds).toBe(10);
});

test.each([
  [2000, 'ALLOWED'],
  [2001, 'UNCONFIRMED'],
])('%i unconfirmed evictions: %s', (count, rule) => {
  const names = Array.from({ length: count }, (_, index) => [`p${index}`, NOW]);
  const status = { disruptionsAllowed: 1, disruptedPods: Object.fromEntries(names) };
  expect(asked(undefined, status).rule).toBe(rule);
});

test.each([
  [
    { status: 'False', reason: 'SyncFailed', message: 'no scale' },
    'because it failed sync: no scale',
  ],
  [{ status: 'False', reason: 'Odd', message: 'wait' }, 'evicting pods currently (Odd): wait'],
])('the condition %j is the cause', (condition, text) => {
  const conditions = [{ type: 'DisruptionAllowed', ...condition }];
  const { status } = asked(undefined, { currentHealthy: 5, desiredHealthy: 1, conditions });
  expect(status.details?.causes?.[0]?.message).toContain(text);
});

test('a dry run stores nothing', () => {
  const pdb = budget({ minAvailable: 1 }, { status: { disruptionsAllowed: 1 } });
  const pod = web('web-a');
  const answer = evictionAnswer(pod, { podDisruptionBudgets: [pdb] }, { ...now, dryRun: true });
  expect(answer.deletes).toBe(true);
  expect(answer.pod).toBe(pod);
  expect(answer.pdbs[0]).toBe(pdb);
});

test('another Pod of the same name is a conflict, or a reason to try again', () => {
  const deleteOptions = { preconditions: { uid: 'other' } };
  const rejected = (pod = web('web-a'), status: PodDisruptionBudgetStatus = {}) =>
    evictionAnswer(
      pod,
      { podDisruptionBudgets: [budget({ minAvailable: 1 }, { status })] },
      { ...now, deleteOptions },
    );
  const counted = rejected(undefined, { disruptionsAllowed: 1 });
  expect(counted).toMatchObject({ code: 409, rule: 'PRECONDITION', deletes: false });
  // The budget has counted it already.
  expect(counted.pdbs[0]?.status?.disruptionsAllowed).toBe(0);
  expect(rejected(unready, { currentHealthy: 1, desiredHealthy: 1 }).code).toBe(429);
});

test('a budget with an invalid selector, or of another namespace, selects nothing', () => {
  const invalid = { matchExpressions: [{ key: 'app', operator: 'Equals' }] };
  const other = { ...budget({ minAvailable: 1 }), metadata: { name: 'web', namespace: 'other' } };
  const pdbs = [budget({ minAvailable: 1, selector: invalid }), other];
  expect(evictionAnswer(web('web-a'), { podDisruptionBudgets: pdbs }, now).rule).toBe('NO_BUDGET');
});

test('a condition that no deletion follows is stale after 2 minutes, but never one of the kubelet', () => {
  const target = (reason: string) => ({
    status: {
      phase: 'Running',
      conditions: [
        {
          type: 'DisruptionTarget',
          status: 'True',
          reason,
          lastTransitionTime: '2025-12-31T23:58:00Z',
        },
      ],
    },
  });
  expect(disruptionTarget(target('DeletionByTaintManager'), now)?.isStale).toBe(true);
  expect(disruptionTarget(target('TerminationByKubelet'), now)).toEqual({
    reason: 'TerminationByKubelet',
    by: 'kubelet',
    isStale: false,
  });
  expect(disruptionTarget(target('constructor'), now)?.by).toBeUndefined();
  expect(disruptionTarget({}, now)).toBeUndefined();
});

// `localStorage.eviction` of the conformance tests compares the status that the kubelet writes.
test('a Pod that the kubelet evicted for its local storage has no target, unlike one of node pressure', () => {
  const status = {
    phase: 'Failed',
    reason: 'Evicted',
    message: 'Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ',
  };
  const pressure = {
    phase: 'Failed',
    reason: 'Evicted',
    message: 'The node was low on resource: memory. ',
    conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' }],
  };
  expect(disruptionTarget({ status }, now)).toBeUndefined();
  expect(disruptionTarget({ status: pressure }, now)?.by).toBe('kubelet');
});

test('of the tolerations of all taints, the shortest time counts', () => {
  const taints = ['a', 'b'].map((key) => ({ key, effect: 'NoExecute' }));
  const tolerations = [
    { key: 'a', operator: 'Exists', tolerationSeconds: 300 },
    { key: 'a', operator: 'Exists', tolerationSeconds: 1 },
    { key: 'b', operator: 'Exists', tolerationSeconds: 60 },
  ];
  expect(taintEviction({ spec: { tolerations } }, taints)).toEqual({
    afterSeconds: 60,
    toleration: tolerations[2],
  });
  expect(taintEviction({ spec: { tolerations: [{ operator: 'Exists' }] } }, taints)).toEqual({
    afterSeconds: undefined,
  });
  expect(taintEviction({ spec: { tolerations: tolerations.slice(0, 2) } }, taints)).toEqual({
    afterSeconds: 0,
    taint: taints[1],
  });
  expect(taintEviction({}, [{ key: 'a', effect: 'NoSchedule' }]).afterSeconds).toBeUndefined();
});
