import { rollingUpdateLimits } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const deployment = (replicas: number, rollingUpdate?: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  spec: { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } },
});
const statefulSet = (replicas: number, maxUnavailable: number | string) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  spec: { replicas, updateStrategy: { rollingUpdate: { maxUnavailable } } },
});
const daemonSet = (maxSurge: number | string, maxUnavailable: number | string) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  spec: { updateStrategy: { rollingUpdate: { maxSurge, maxUnavailable } } },
});

describe('25 % of 3 is rounded in five ways', () => {
  const percent = '25%';

  test('maxSurge and maxUnavailable of a Deployment', () => {
    const limits = rollingUpdateLimits(deployment(3));
    expect(limits).toMatchObject({ surge: 1, unavailable: 0, minAvailable: 3 });
  });

  test('maxSurge and maxUnavailable of a DaemonSet', () => {
    const limits = rollingUpdateLimits(daemonSet(percent, percent), { nodes: 3 });
    expect(limits).toMatchObject({ surge: 1, unavailable: 1, minAvailable: 2 });
  });

  test('maxUnavailable of a StatefulSet', () => {
    const { roundings, rules, unavailable } = rollingUpdateLimits(statefulSet(3, percent));
    expect(roundings[0]).toMatchObject({ rounding: 'down', result: 0 });
    expect(rules).toEqual(['AT_LEAST_ONE']);
    expect(unavailable).toBe(1);
  });
});

describe('a Deployment', () => {
  test('replaces one Pod if both limits are 0', () => {
    const limits = rollingUpdateLimits(deployment(3, { maxSurge: 0, maxUnavailable: '1%' }));
    expect(limits).toMatchObject({ surge: 0, unavailable: 1, minAvailable: 2 });
    expect(limits.rules).toEqual(['ONE_UNAVAILABLE']);
  });

  test('without Pods can miss none', () => {
    const { unavailable, rules } = rollingUpdateLimits(deployment(0));
    expect(unavailable).toBe(0);
    expect(rules).toEqual(['ONE_UNAVAILABLE', 'NO_REPLICAS']);
  });

  test('misses no more Pods than it has, but can add any number', () => {
    const limits = rollingUpdateLimits(deployment(3, { maxSurge: '250%', maxUnavailable: 10 }));
    expect(limits).toMatchObject({ surge: 8, unavailable: 3, minAvailable: 0 });
  });

  test('has no limits with the strategy Recreate', () => {
    const recreate = { ...deployment(3), spec: { replicas: 3, strategy: { type: 'Recreate' } } };
    const limits = rollingUpdateLimits(recreate);
    expect(limits).toMatchObject({ surge: 0, unavailable: 0, minAvailable: 0, roundings: [] });
    expect(limits.rules).toEqual(['NO_ROLLING_UPDATE']);
  });
});

describe('a DaemonSet', () => {
  test('replaces one Pod if both limits are 0', () => {
    expect(rollingUpdateLimits(daemonSet(0, 0), { nodes: 3 }).unavailable).toBe(1);
    expect(rollingUpdateLimits(daemonSet(0, 0), { nodes: 0 }).unavailable).toBe(0);
  });

  test('can have the largest number of nodes', () => {
    const { surge, unavailable } = rollingUpdateLimits(daemonSet('25%', 1), { nodes: 2147483647 });
    expect([surge, unavailable]).toEqual([536870912, 1]);
  });

  test('reads the number of nodes from its status', () => {
    const stored = { ...daemonSet(0, '50%'), status: { desiredNumberScheduled: 5 } };
    expect(rollingUpdateLimits(stored).unavailable).toBe(3);
  });
});

describe('bad input', () => {
  test.each(['2', '2.5%', 'all', ''])('%s is not a limit', (maxUnavailable) => {
    expect(() => rollingUpdateLimits(statefulSet(3, maxUnavailable))).toThrow(
      expect.objectContaining({
        code: 'NOT_AN_INT_OR_PERCENT',
        problem: expect.objectContaining({
          segments: ['spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable'],
        }),
      }),
    );
  });

  test.each([{ nodes: -1 }, { nodes: 2147483648 }])('%j', ({ nodes }) => {
    expect(() => rollingUpdateLimits(daemonSet(0, 1), { nodes })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });

  test.each([
    [null],
    [5],
    [{ apiVersion: 'apps/v1', kind: {} }],
    [{ apiVersion: 'apps/v1', kind: ['Deployment'] }],
    [{ apiVersion: 5, kind: 'Deployment' }],
    [{ apiVersion: {}, kind: 'Deployment' }],
  ])('%j is no workload', (workload) => {
    expect(() => rollingUpdateLimits(workload as never)).toThrow(
      expect.objectContaining({ code: 'NOT_A_ROLLOUT' }),
    );
  });
});
