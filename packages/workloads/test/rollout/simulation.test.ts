import type { Deployment, ReplicaSet } from '@kubesem/core';
import { type SimulateRolloutOptions, simulateRollout } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const now = '2026-01-01T00:00:00Z';
const labels = { app: 'web' };

function deployment(replicas: number, more: object = {}): Deployment {
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'app', image: 'app:2' }] },
  };
  const spec = { replicas, selector: { matchLabels: labels }, template, ...more };
  return { metadata: { name: 'web', uid: 'd1', generation: 2 }, spec };
}

function old(replicas: number): ReplicaSet {
  const owner = { kind: 'Deployment', name: 'web', uid: 'd1', controller: true };
  return {
    metadata: { name: 'web-1', uid: 'r1', labels, ownerReferences: [owner] },
    spec: { replicas },
  };
}

function run(web: Deployment, options: Partial<SimulateRolloutOptions> = {}) {
  const [set] = [old(web.spec?.replicas ?? 1)];
  const result = simulateRollout(web, { replicaSets: [set], now, ...options });
  const scalings = result.scalings.map(({ seconds, replicaSet, to }) => [seconds, replicaSet, to]);
  return { ...result, scalings };
}

describe('simulateRollout', () => {
  test('replaces three Pods one by one with 25 %', () => {
    const { scalings, complete, seconds } = run(deployment(3));
    expect(scalings).toEqual([
      [0, 'web-new', 1],
      [10, 'web-1', 2],
      [10, 'web-new', 2],
      [20, 'web-1', 1],
      [20, 'web-new', 3],
      [30, 'web-1', 0],
    ]);
    expect([complete, seconds]).toEqual([true, 30]);
  });

  test('waits for minReadySeconds', () => {
    expect(run(deployment(1, { minReadySeconds: 5 })).scalings).toEqual([
      [0, 'web-new', 1],
      [15, 'web-1', 0],
    ]);
  });

  test('removes all old Pods first with the strategy Recreate', () => {
    const web = deployment(2, { strategy: { type: 'Recreate' } });
    const { scalings, seconds } = run(web, { terminationSeconds: 20 });
    expect(scalings).toEqual([
      [0, 'web-1', 0],
      [20, 'web-new', 2],
    ]);
    expect(seconds).toBe(30);
  });

  test('creates Pods at once with the strategy Recreate if deleted Pods need no time', () => {
    const web = deployment(2, { strategy: { type: 'Recreate' } });
    const { scalings, complete, seconds } = run(web, { terminationSeconds: 0 });
    expect(scalings).toEqual([
      [0, 'web-1', 0],
      [0, 'web-new', 2],
    ]);
    expect([complete, seconds]).toEqual([true, 10]);
  });

  test('a Deployment without replicas has one', () => {
    const { metadata, spec } = deployment(1, { strategy: { type: 'Recreate' } });
    const web = { metadata, spec: { ...spec, replicas: null, progressDeadlineSeconds: 3 } };
    const { complete, text } = run(web, { terminationSeconds: 30 });
    expect([complete, text]).toEqual([false, 'deployment "web" exceeded its progress deadline']);
  });

  test('Recreate does not resize several ReplicaSets, so it never goes on', () => {
    const web = deployment(0, { strategy: { type: 'Recreate' } });
    const annotations = { 'deployment.kubernetes.io/desired-replicas': '2' };
    const second = old(5);
    const replicaSets = [
      old(1),
      { ...second, metadata: { ...second.metadata, name: 'web-2', uid: 'r2', annotations } },
    ];
    expect(simulateRollout(web, { replicaSets, now }).scalings).toEqual([]);
  });

  test('reports the deadline if Pods are never ready', () => {
    const web = deployment(3, { progressDeadlineSeconds: 60 });
    const { complete, text, seconds } = run(web, { readySeconds: null });
    expect(complete).toBe(false);
    expect(text).toBe('deployment "web" exceeded its progress deadline');
    expect(seconds).toBe(61);
  });

  test('ends if the rollout is paused', () => {
    const { scalings, complete, stuck } = run(deployment(3, { paused: true }));
    expect(scalings).toEqual([]);
    expect([complete, stuck]).toEqual([false, 'PAUSED']);
  });

  test.each([
    ['PODS_NOT_READY', {}, { readySeconds: null }],
    // 25 % of 3 replicas lets no Pod go before a fourth one is available.
    ['QUOTA', {}, { podLimit: 3 }],
    ['ENDLESS', { template: { metadata: { labels: { app: 'other' } } } }, {}],
    [undefined, { strategy: { rollingUpdate: { maxUnavailable: 1 } } }, { podLimit: 3 }],
    [undefined, { strategy: { type: 'Recreate' } }, { podLimit: 3 }],
    [undefined, {}, { podLimit: 4, terminationSeconds: 0 }],
  ] as const)('is stuck: %s', (reason, spec, options) => {
    expect(run(deployment(3, spec), options).stuck).toBe(reason);
  });

  test('a Deployment that is being deleted is stuck', () => {
    const { metadata, spec } = deployment(3);
    const web = { metadata: { ...metadata, deletionTimestamp: now }, spec };
    expect(run(web).stuck).toBe('DELETED');
  });

  test('waits until a quota admits the Pods again', () => {
    const web = deployment(3, { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } });
    const { seconds, stuck } = run(web, { podLimit: 3, terminationSeconds: 20 });
    expect([seconds, stuck]).toEqual([90, undefined]);
  });

  test('asks about new Pods, and lists why they are rejected', () => {
    const asked: unknown[] = [];
    const admit: SimulateRolloutOptions['admit'] = (set, count, existing) => {
      const pods = existing.map((each) => [each.replicaSet.metadata?.name, each.count]);
      asked.push([set.metadata?.name, count, pods]);
      const total = existing.reduce((sum, each) => sum + each.count, 0);
      return total + count > 3 ? { admitted: 3 - total, message: 'too many' } : { admitted: count };
    };
    const web = deployment(3, { strategy: { rollingUpdate: { maxUnavailable: 1 } } });
    const { rejections, complete } = run(web, { admit });
    expect(complete).toBe(true);
    expect(rejections).toEqual([
      { seconds: 0, replicaSet: 'web-new', missing: 1, message: 'too many' },
    ]);
    expect(asked.slice(0, 2)).toEqual([
      ['web-new', 0, [['web-1', 3]]],
      ['web-new', 1, [['web-1', 3]]],
    ]);
    expect(run(deployment(3), { admit })).toMatchObject({ complete: false, stuck: 'QUOTA' });
  });

  describe('stops if the new ReplicaSet is rejected', () => {
    const admit: SimulateRolloutOptions['admit'] = (set, count) =>
      set.metadata?.name === 'web-1' ? { admitted: count } : { admitted: 0, message: 'too many' };

    test('before it scales the old one', () => {
      const web = deployment(4, { strategy: { rollingUpdate: { maxUnavailable: 2 } } });
      // What the status says is about the version before.
      const status = {
        observedGeneration: 2,
        replicas: 4,
        updatedReplicas: 4,
        availableReplicas: 4,
      };
      for (const each of [
        web,
        { ...web, status },
        { ...web, metadata: { ...web.metadata, generation: undefined } },
      ]) {
        const { scalings, rejections, pods, ...rest } = run(each, { admit });
        expect(scalings).toEqual([]);
        expect(pods.map(({ deletedSeconds }) => deletedSeconds)).toEqual(Array(4).fill(undefined));
        expect(rejections).toEqual([
          { seconds: 0, replicaSet: 'web-new', missing: 0, message: 'too many' },
        ]);
        expect(rest).toEqual({
          ...{ seconds: 0, complete: false, stuck: 'QUOTA' },
          text: 'Waiting for deployment spec update to be observed...',
        });
      }
    });

    test('after it has removed the old Pods with the strategy Recreate', () => {
      const web = deployment(2, { strategy: { type: 'Recreate' } });
      const { scalings, seconds, stuck, text } = run(web, { admit, terminationSeconds: 20 });
      expect(scalings).toEqual([[0, 'web-1', 0]]);
      expect([seconds, stuck]).toEqual([20, 'QUOTA']);
      expect(text).toContain('0 out of 2 new replicas have been updated');
    });

    test('and no deadline passes, because the condition says why it stops', () => {
      const annotations = { 'deployment.kubernetes.io/desired-replicas': '1' };
      const set = { ...old(1), metadata: { ...old(1).metadata, annotations } };
      const lastUpdateTime = '2025-12-31T00:00:00Z';
      const progress = {
        type: 'Progressing',
        status: 'True',
        reason: 'X',
        lastUpdateTime,
      } as const;
      const web = {
        ...deployment(2, { strategy: { type: 'Recreate' } }),
        status: { observedGeneration: 1, conditions: [progress] },
      };
      const { text } = run(web, { admit, replicaSets: [set], terminationSeconds: 0 });
      expect(text).toContain('0 out of 2 new replicas have been updated');
    });

    test('also without replicas', () => {
      expect(run(deployment(0), { admit })).toMatchObject({ complete: false, stuck: 'QUOTA' });
    });
  });

  test('lists the Pods', () => {
    const { pods } = run(deployment(1), { terminationSeconds: 5 });
    expect(pods).toEqual([
      {
        ...{ replicaSet: 'web-1', createdSeconds: -86400, readySeconds: -86400 },
        ...{ deletedSeconds: 10, goneSeconds: 15 },
      },
      {
        ...{ replicaSet: 'web-new', createdSeconds: 0, readySeconds: 10 },
        ...{ deletedSeconds: undefined, goneSeconds: undefined },
      },
    ]);
  });

  test('rejects a limit that is not a number', () => {
    expect(() => run(deployment(1), { podLimit: -1 })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });

  test('gives up if the selector does not match the new Pods', () => {
    const template = { metadata: { labels: { app: 'other' } } };
    expect(run(deployment(1, { template })).complete).toBe(false);
  });

  test('rejects more Pods than it can hold', () => {
    expect(() => run(deployment(2_000_000_000))).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_PODS' }),
    );
  });

  test('ends whatever the number of Pods, also one by one', () => {
    const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    const { complete, scalings, seconds } = run(deployment(3000, { strategy }));
    expect([complete, scalings.length, seconds]).toEqual([true, 6000, 30_000]);
  });

  test('deletes Pods that are not ready before older ones', () => {
    const annotations = { 'deployment.kubernetes.io/desired-replicas': '1' };
    const set = old(1);
    const resized = { ...set, metadata: { ...set.metadata, annotations } };
    // The old ReplicaSet has one old Pod, and gets two more before the rollout.
    const web = deployment(3, { strategy: { rollingUpdate: { maxUnavailable: 1 } } });
    const { pods, complete } = run(web, { replicaSets: [resized], readySeconds: 5 });
    const deleted = pods.map(({ deletedSeconds }) => deletedSeconds);
    expect([complete, deleted.slice(0, 3)]).toEqual([true, [5, 0, 5]]);
  });

  test('creates a ReplicaSet with another name if one has it', () => {
    const set = old(3);
    const taken = { ...set, metadata: { ...set.metadata, name: 'web-new' } };
    const { scalings, complete } = run(deployment(3), { replicaSets: [taken] });
    expect([complete, scalings[0]]).toEqual([true, [0, 'web-new-2', 1]]);
  });

  test('ends although two ReplicaSets have the same name', () => {
    const [first, second] = [old(3), old(2)];
    const twin = { ...second, metadata: { ...second.metadata, uid: 'r2' } };
    expect(run(deployment(5), { replicaSets: [first, twin] }).stuck).toBe('ENDLESS');
  });

  test('does not change its input', () => {
    const [web, set] = [deployment(3), old(3)];
    const before = JSON.stringify([web, set]);
    simulateRollout(web, { replicaSets: [set], now });
    expect(JSON.stringify([web, set])).toBe(before);
  });
});
