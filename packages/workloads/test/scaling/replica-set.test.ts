import type { Pod, ReplicaSet } from '@kubesem/core';
import { type DeletionRank, podsToDelete, replicaSetStatus } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00Z';

function replicaSet(name: string, deployment?: string): ReplicaSet {
  const owner = { kind: 'Deployment', name: deployment, uid: deployment, controller: true };
  const labels = { app: 'web', version: name };
  return {
    metadata: { name, uid: name, ownerReferences: deployment === undefined ? [] : [owner] },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels } } },
  };
}

function pod(name: string, nodeName: string, set = 'web-1', more: object = {}): Pod {
  const conditions = [
    { type: 'Ready', status: 'True', lastTransitionTime: '2025-12-31T23:59:00Z' },
  ];
  const owner = { kind: 'ReplicaSet', name: set, uid: set, controller: true };
  return {
    metadata: {
      name,
      uid: name,
      labels: { app: 'web', version: set },
      ownerReferences: [owner],
      ...more,
    },
    spec: { nodeName },
    status: { phase: 'Running', conditions },
  };
}

const names = (ranks: readonly DeletionRank[]) => ranks.map(({ pod }) => pod.metadata?.name);

describe('podsToDelete', () => {
  const pods = [pod('a', 'node-1'), pod('b', 'node-2'), pod('old', 'node-2', 'web-2')];

  test('counts the Pods of all ReplicaSets of the Deployment on each node', () => {
    const [first, second] = [replicaSet('web-1', 'd1'), replicaSet('web-2', 'd1')];
    const options = { pods, replicaSets: [first, second], now: NOW };
    expect(names(podsToDelete(first, { ...options, count: 1 }))).toEqual(['b']);
    expect(podsToDelete(first, options)[0]?.rule).toBe('COLOCATED');
  });

  test('counts no Pods for a ReplicaSet without a Deployment', () => {
    const ranks = podsToDelete(replicaSet('web-1'), { pods, now: NOW });
    expect(ranks[0]?.rule).not.toBe('COLOCATED');
  });

  test('leaves out Pods that have ended, are being deleted, or are no longer selected', () => {
    const others = [
      pod('deleted', 'node-1', 'web-1', { deletionTimestamp: NOW }),
      pod('relabeled', 'node-1', 'web-1', { labels: { app: 'web' } }),
      { ...pod('ended', 'node-1'), status: { phase: 'Succeeded' } },
      pod('elsewhere', 'node-1', 'web-1', { namespace: 'other' }),
    ];
    const options = { pods: [...others, ...pods], now: NOW };
    expect(names(podsToDelete(replicaSet('web-1'), { ...options, count: 9 })).sort()).toEqual([
      'a',
      'b',
    ]);
  });

  test('includes orphans that the ReplicaSet adopts', () => {
    const orphan = pod('orphan', '', 'web-1', { ownerReferences: [] });
    const options = { pods: [...pods, orphan], now: NOW };
    expect(names(podsToDelete(replicaSet('web-1'), { ...options, count: 1 }))).toEqual(['orphan']);
  });

  test('rejects a count that is not one', () => {
    expect(() => podsToDelete(replicaSet('web-1'), { pods, count: -1, now: NOW })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });
});

describe('replicaSetStatus', () => {
  test('counts a Pod that shuts down as terminating, unlike the documentation says', () => {
    const pods = [pod('a', 'node-1'), pod('b', 'node-1', 'web-1', { deletionTimestamp: NOW })];
    const status = replicaSetStatus(replicaSet('web-1'), { pods, now: NOW });
    expect(status).toMatchObject({ replicas: 1, readyReplicas: 1, terminatingReplicas: 1 });
  });

  test('a Pod is available after minReadySeconds, at the very second', () => {
    const set = replicaSet('web-1');
    const available = (minReadySeconds: number) =>
      replicaSetStatus(
        { ...set, spec: { ...set.spec, minReadySeconds } },
        { pods: [pod('a', 'node-1')], now: NOW },
      ).availableReplicas;
    expect(available(60)).toBe(1);
    expect(available(61)).toBe(0);
  });
});
