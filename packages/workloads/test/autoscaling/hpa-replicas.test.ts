import { attempt, type HorizontalPodAutoscaler, type Pod } from '@kubesem/core';
import { hpaReplicas } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-02T00:00:00Z';
const OLD = '2026-01-01T00:00:00Z';

function pod(name: string, status: object = {}, container: object = {}): Pod {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: OLD }];
  const resources = { requests: { cpu: '1' } };
  return {
    metadata: { name },
    spec: { containers: [{ name: 'app', resources, ...container }] },
    status: { phase: 'Running', startTime: OLD, conditions, ...status },
  };
}

function usage(name: string, cpu: string) {
  const containers = [{ name: 'app', usage: { cpu } }];
  return { metadata: { name }, timestamp: NOW, window: '30s', containers };
}

function autoscaler(percent: number, more: object = {}): HorizontalPodAutoscaler {
  const target = { type: 'Utilization', averageUtilization: percent };
  const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec: { maxReplicas: 10, metrics, ...more },
  };
}

function decide(hpa: HorizontalPodAutoscaler, pods: readonly Pod[], cpus: readonly string[]) {
  const names = pods.map(({ metadata }) => metadata?.name ?? '');
  const metrics = { pods: cpus.map((cpu, index) => usage(names[index] ?? '', cpu)) };
  return hpaReplicas(hpa, { pods, metrics, current: pods.length, now: NOW });
}

describe('where the documentation and the code differ', () => {
  test('559m of 1 CPU is 55 %, which is within 10 % of 50 %', () => {
    const { replicas, metrics } = decide(autoscaler(50), [pod('a'), pod('b')], ['559m', '559m']);
    expect(replicas).toBe(2);
    expect(metrics[0]).toMatchObject({ ratio: 1.1, rule: 'WITHIN_TOLERANCE' });
  });

  test('the ratio is multiplied by the Pods that count, not by the current replicas', () => {
    const pods = [pod('a'), pod('b', { phase: 'Failed' }), pod('c', { phase: 'Failed' })];
    const { replicas, recommended } = decide(autoscaler(50), pods, ['800m']);
    expect(recommended).toBe(2);
    // Earlier recommendations keep 3.
    expect(replicas).toBe(3);
  });
});

describe('Pods that are missing or unready', () => {
  test('count 0 on scaling up', () => {
    const pods = [pod('a'), pod('b'), pod('c', { phase: 'Pending' })];
    const { metrics } = decide(autoscaler(50), pods, ['1', '1']);
    expect(metrics[0]).toMatchObject({ ratio: 2, replicas: 4 });
    expect(metrics[0]?.adjustedRatio).toBeCloseTo(1.32);
    expect(metrics[0]?.pods.map(({ state }) => state)).toEqual(['COUNTED', 'COUNTED', 'UNREADY']);
  });

  test('without a usage count as all of their request on scaling down', () => {
    const { metrics } = decide(autoscaler(50), [pod('a'), pod('b')], ['100m']);
    expect(metrics[0]?.adjustedRatio).toBe(1.1);
    expect(metrics[0]?.rule).toBe('WITHIN_TOLERANCE');
  });

  test('have just started, so their cpu usage does not count', () => {
    const started = { startTime: '2026-01-01T23:59:00Z' };
    const conditions = [
      { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T23:59:45Z' },
    ];
    const pods = [pod('a'), pod('b', { ...started, conditions })];
    const { metrics } = decide(autoscaler(50), pods, ['500m', '5']);
    expect(metrics[0]?.pods.map(({ state }) => state)).toEqual(['COUNTED', 'UNREADY']);
  });
});

describe('Pods that are gone', () => {
  const target = { type: 'AverageValue', averageValue: '500m' };
  const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];

  test('count in an average as long as the metrics have them', () => {
    const usages = { pods: [usage('a', '500m'), usage('gone', '1500m')] };
    const options = { pods: [pod('a')], metrics: usages, current: 1, now: NOW };
    const decision = hpaReplicas(autoscaler(50, { metrics }), options);
    expect(decision.currentMetrics).toEqual([{ averageValue: '1' }]);
    expect(decision.replicas).toBe(2);
  });

  test('do not count in a utilization', () => {
    const usages = { pods: [usage('a', '500m'), usage('gone', '1500m')] };
    const options = { pods: [pod('a')], metrics: usages, current: 1, now: NOW };
    const [current] = hpaReplicas(autoscaler(50), options).currentMetrics;
    expect(current).toEqual({ averageUtilization: 50, averageValue: '500m' });
  });
});

describe('failures', () => {
  test('one container without a request stops everything', () => {
    const pods = [pod('a'), pod('b', {}, { resources: {} })];
    const { error, scales, conditions } = decide(autoscaler(50), pods, ['1', '1']);
    expect(scales).toBe(false);
    expect(error).toContain('missing request for cpu in container app of Pod b');
    expect(conditions.at(-1)?.reason).toBe('FailedGetResourceMetric');
  });

  test('a metric that fails prevents scaling down, but not up', () => {
    const pods = [pod('a'), pod('b')];
    const external = {
      type: 'External',
      external: { metric: { name: 'queue' }, target: { type: 'Value', value: '1' } },
    };
    const hpa = autoscaler(50);
    const both = {
      ...hpa,
      spec: { ...hpa.spec, metrics: [...(hpa.spec?.metrics ?? []), external] },
    };
    expect(decide(both, pods, ['100m', '100m'])).toMatchObject({ scales: false, replicas: 2 });
    const up = decide(both, pods, ['1', '1']);
    expect(up).toMatchObject({ scales: true, replicas: 4 });
    expect(up.error).toMatch(/^invalid metrics \(1 invalid out of 2\)/);
  });
});

describe('wrong JSON types', () => {
  test.each([
    ['spec.metrics[0].type', { metrics: [{ type: {} }] }],
    ['spec.metrics[0].object', { metrics: [{ type: 'Object', object: 'x' }] }],
    ['spec.metrics[0].object.metric', { metrics: [{ type: 'Object', object: { metric: 5 } }] }],
    [
      'spec.metrics[0].object.describedObject',
      { metrics: [{ type: 'Object', object: { describedObject: [] } }] },
    ],
    ['spec.behavior.scaleUp.policies', { behavior: { scaleUp: { policies: 5 } } }],
    ['spec.behavior.scaleUp.policies[0]', { behavior: { scaleUp: { policies: ['x'] } } }],
  ])('%s', (path, more) => {
    const { error } = attempt(() => decide(autoscaler(1, more), [pod('a')], ['1']));
    expect(error).toMatchObject({ problem: { code: 'INVALID_TYPE', path } });
  });
});

describe('limits', () => {
  test('without a behavior, at most twice the Pods or 4', () => {
    expect(decide(autoscaler(1), [pod('a')], ['1']).replicas).toBe(4);
    const three = [pod('a'), pod('b'), pod('c')];
    expect(decide(autoscaler(1), three, ['1', '1', '1']).replicas).toBe(6);
  });

  test('a tolerance of its own for each direction', () => {
    const behavior = { scaleUp: { tolerance: '0' } };
    expect(decide(autoscaler(50, { behavior }), [pod('a')], ['510m']).replicas).toBe(2);
  });

  test('policies limit the change in a period', () => {
    const policies = [{ type: 'Pods', value: 2, periodSeconds: 60 }];
    const hpa = autoscaler(1, { behavior: { scaleUp: { policies } } });
    const scaleUps = [{ change: 1, time: '2026-01-01T23:59:30Z' }];
    const options = {
      pods: [pod('a'), pod('b')],
      metrics: { pods: [usage('a', '1'), usage('b', '1')] },
      current: 2,
      now: NOW,
    };
    expect(hpaReplicas(hpa, options).replicas).toBe(4);
    expect(hpaReplicas(hpa, { ...options, past: { scaleUps } }).replicas).toBe(3);
  });

  test('an empty list of policies allows no change', () => {
    const hpa = autoscaler(1, { behavior: { scaleUp: { policies: [] } } });
    expect(decide(hpa, [pod('a')], ['1']).replicas).toBe(1);
  });

  test('a disabled direction', () => {
    const hpa = autoscaler(1, { behavior: { scaleUp: { selectPolicy: 'Disabled' } } });
    const { replicas, conditions } = decide(hpa, [pod('a')], ['1']);
    expect(replicas).toBe(1);
    expect(conditions.at(-1)?.reason).toBe('ScaleUpLimit');
  });

  test('the highest recommendation of 5 minutes counts', () => {
    const options = {
      pods: [pod('a'), pod('b')],
      metrics: { pods: [usage('a', '0'), usage('b', '0')] },
      current: 2,
      now: NOW,
    };
    const at = (time: string) => ({ past: { recommendations: [{ replicas: 2, time }] } });
    const recent = hpaReplicas(autoscaler(50), { ...options, ...at('2026-01-01T23:55:00Z') });
    expect(recent.replicas).toBe(2);
    const old = hpaReplicas(autoscaler(50), { ...options, ...at('2026-01-01T23:54:59Z') });
    expect(old.replicas).toBe(1);
  });
});

describe('amounts beyond int64 in thousandths', () => {
  /** The current value of an external metric, and the number of Pods. */
  function external(values: readonly string[], target: object = { type: 'Value', value: '1' }) {
    const metrics = [{ type: 'External', external: { metric: { name: 'queue' }, target } }];
    const timestamp = NOW;
    const found = values.map((value) => ({ metricName: 'queue', timestamp, value }));
    const options = { pods: [pod('a')], metrics: { external: found }, current: 1, now: NOW };
    const { currentMetrics, replicas } = hpaReplicas(autoscaler(50, { metrics }), options);
    return [currentMetrics[0]?.value ?? currentMetrics[0]?.averageValue, replicas];
  }

  test.each([
    ['a sum stops at the largest', ['9e15', '9e15', '-5'], '9223372036854775807m', 4],
    ['a sum below the smallest wraps around', ['-9e15', '-9e15'], '446744073709551616m', 4],
    ['a negative sum within the range', ['-9e15'], '-9P', 1],
    ['a value with few digits is 0', ['10P'], '0', 1],
    ['a value without a suffix wraps around', ['9223372036854775807'], '-1', 1],
  ])('%s', (_, values, current, replicas) => {
    expect(external(values)).toEqual([current, replicas]);
  });

  test('an average takes a negative sum for an overflow', () => {
    const target = { type: 'AverageValue', averageValue: '1' };
    expect(external(['-1'], target)).toEqual(['9223372036854775807m', 4]);
  });

  test.each([
    ['Value', 'value', { value: '-1' }],
    ['AverageValue', 'averageValue', { averageValue: '-1' }],
  ])('the %s of an object wraps around', (type, field, current) => {
    const describedObject = { kind: 'Service', name: 'web' };
    const metric = { name: 'requests' };
    const object = { describedObject, metric, target: { type, [field]: '1' } };
    const custom = [{ describedObject, metric, timestamp: NOW, value: '9223372036854775807' }];
    const options = { pods: [pod('a')], metrics: { custom }, current: 1, now: NOW };
    const decision = hpaReplicas(
      autoscaler(50, { metrics: [{ type: 'Object', object }] }),
      options,
    );
    expect(decision.currentMetrics).toEqual([current]);
  });

  test('the usage of Pods wraps around', () => {
    const target = { type: 'AverageValue', averageValue: '1' };
    const hpa = autoscaler(50, {
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    });
    const { currentMetrics } = decide(hpa, [pod('a'), pod('b')], ['9P', '9P']);
    expect(currentMetrics).toEqual([{ averageValue: '-223372036854775808m' }]);
  });

  test('the percentage wraps around, and keeps 32 bits', () => {
    const percent = (cpu: string) =>
      decide(autoscaler(50), [pod('a')], [cpu]).currentMetrics[0]?.averageUtilization;
    expect(percent('30M')).toBe(-1294967296);
    expect(percent('1P')).toBe(-492259247);
  });
});

describe('the number of Pods now', () => {
  const options = { pods: [], metrics: {}, now: NOW };

  test('0, set by a user: the autoscaler does nothing', () => {
    const { conditions, scales } = hpaReplicas(autoscaler(50), { ...options, current: 0 });
    expect(scales).toBe(false);
    expect(conditions.at(-1)?.reason).toBe('ScalingDisabled');
  });

  test('above the maximum, or below the minimum', () => {
    const hpa = autoscaler(50, { minReplicas: 3 });
    expect(hpaReplicas(hpa, { ...options, current: 12 }).replicas).toBe(10);
    expect(hpaReplicas(hpa, { ...options, current: 1 }).replicas).toBe(3);
  });
});

describe('bad input', () => {
  test('a quantity', () => {
    expect(() => decide(autoscaler(50), [pod('a')], ['0.5 cores'])).toThrow(
      expect.objectContaining({
        code: 'INVALID_QUANTITY',
        problem: expect.objectContaining({
          segments: ['metrics', 'pods', 0, 'containers', 0, 'usage', 'cpu'],
        }),
      }),
    );
  });

  test.each([
    { current: '1', now: NOW },
    { current: 1, now: 'yesterday' },
  ])('%o', (wrong) => {
    const options = { pods: [], metrics: {}, ...wrong } as never;
    expect(() => hpaReplicas(autoscaler(50), options)).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });
});
