import type { Deployment, ReplicaSet } from '@kubesem/core';
import { nextRolloutStep } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const now = '2026-01-01T00:10:00Z';
const labels = { app: 'web' };

const template = (image: string) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'app', image }] },
});

function deployment(replicas: number, more: object = {}, status: object = {}): Deployment {
  const spec = {
    replicas,
    selector: { matchLabels: labels },
    template: template('app:2'),
    ...more,
  };
  return { metadata: { name: 'web', uid: 'd1', generation: 2 }, spec, status };
}

function replicaSet(
  version: number,
  replicas: number,
  available = replicas,
  more = {},
): ReplicaSet {
  const owner = { kind: 'Deployment', name: 'web', uid: 'd1', controller: true };
  const name = `web-${version}`;
  const creationTimestamp = `2026-01-01T00:00:0${version}Z`;
  return {
    metadata: { name, uid: name, labels, creationTimestamp, ownerReferences: [owner], ...more },
    spec: { replicas, template: template(`app:${version}`) },
    status: { replicas, readyReplicas: available, availableReplicas: available },
  };
}

const next = (web: Deployment, ...replicaSets: ReplicaSet[]) =>
  nextRolloutStep(web, { replicaSets, now }).scalings.map(({ replicaSet, to, reason }) => [
    ...[replicaSet, to, reason],
  ]);

describe('nextRolloutStep', () => {
  test('adds one Pod of three first, as 25 % is rounded up to 1 and down to 0', () => {
    expect(next(deployment(3), replicaSet(1, 3))).toEqual([['web-new', 1, 'CREATED']]);
    expect(next(deployment(3), replicaSet(1, 3), replicaSet(2, 1, 0))).toEqual([]);
    expect(next(deployment(3), replicaSet(1, 3), replicaSet(2, 1))).toEqual([
      ['web-1', 2, 'REPLACED'],
    ]);
    expect(next(deployment(3), replicaSet(1, 2), replicaSet(2, 1))).toEqual([
      ['web-2', 2, 'ROLL_OUT'],
    ]);
  });

  test('removes Pods that are not available first', () => {
    const rollingUpdate = { maxSurge: 0, maxUnavailable: 2 };
    const web = deployment(10, { strategy: { rollingUpdate } });
    expect(next(web, replicaSet(0, 4, 3), replicaSet(1, 6), replicaSet(2, 0))).toEqual([
      ['web-0', 3, 'UNHEALTHY'],
      ['web-0', 2, 'REPLACED'],
    ]);
  });

  test('resizes all ReplicaSets in proportion', () => {
    const annotations = {
      'deployment.kubernetes.io/desired-replicas': '10',
      'deployment.kubernetes.io/max-replicas': '13',
    };
    const rollingUpdate = { maxSurge: 3, maxUnavailable: 2 };
    const web = deployment(15, { strategy: { rollingUpdate } });
    const sets = [replicaSet(1, 8, 8, { annotations }), replicaSet(2, 5, 0, { annotations })];
    expect(next(web, ...sets)).toEqual([
      ['web-1', 11, 'PROPORTION'],
      ['web-2', 7, 'PROPORTION'],
    ]);
  });

  test('waits for the end of old Pods before it creates them again', () => {
    const web = deployment(2, { strategy: { type: 'Recreate' } });
    expect(next(web, replicaSet(1, 2))).toEqual([['web-1', 0, 'RECREATE']]);
    const owner = { kind: 'ReplicaSet', name: 'web-1', uid: 'web-1', controller: true };
    const pods = [{ metadata: { name: 'a', ownerReferences: [owner] } }];
    const options = { replicaSets: [replicaSet(1, 0)], pods, now };
    expect(nextRolloutStep(web, options)).toMatchObject({
      scalings: [],
      waitsForOldPods: true,
    });
    expect(next(web, replicaSet(1, 0))).toEqual([['web-new', 2, 'CREATED']]);
  });

  test('does nothing for a Deployment that selects all Pods', () => {
    const web = deployment(1, { selector: {} });
    expect(nextRolloutStep(web, { replicaSets: [], now })).toMatchObject({
      mode: 'SELECTS_ALL',
      scalings: [],
      status: { observedGeneration: 2 },
    });
  });

  test('rejects a time that is none', () => {
    expect(() => nextRolloutStep(deployment(1), { replicaSets: [], now: 'soon' })).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });

  test('reports a rollout without progress after its deadline', () => {
    const progressing = (lastUpdateTime: string) => [
      { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', lastUpdateTime },
    ];
    const reason = (lastUpdateTime: string, at = now) => {
      const counts = { replicas: 4, updatedReplicas: 1, readyReplicas: 3, availableReplicas: 3 };
      const web = deployment(3, {}, { ...counts, conditions: progressing(lastUpdateTime) });
      const replicaSets = [replicaSet(1, 3), replicaSet(2, 1, 0)];
      const { conditions } = nextRolloutStep(web, { replicaSets, now: at }).status;
      return conditions?.find(({ type }) => type === 'Progressing')?.reason;
    };
    expect(reason('2026-01-01T00:00:00Z')).toBe('ReplicaSetUpdated');
    // The current time has fractions of a second, which the times of conditions have not.
    const later = '2026-01-01T00:10:00.001Z';
    expect(reason('2026-01-01T00:00:00Z', later)).toBe('ProgressDeadlineExceeded');
    expect(reason('2025-12-31T23:59:59Z')).toBe('ProgressDeadlineExceeded');
  });
});
