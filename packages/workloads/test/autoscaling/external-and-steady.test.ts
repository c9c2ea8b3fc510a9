import { hpaReplicas } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-02T00:00:00Z';

function autoscaler(selector: object | undefined, behavior?: object) {
  const target = { type: 'AverageValue', averageValue: '1' };
  const metric = { name: 'queue', selector };
  const metrics = [{ type: 'External', external: { metric, target } }];
  return { spec: { maxReplicas: 100, metrics, behavior } };
}

const external = (value: string, metricLabels: object | null | undefined) => ({
  external: [{ metricName: 'queue', metricLabels: metricLabels as never, timestamp: NOW, value }],
});

describe('external metrics', () => {
  const selector = { matchLabels: { 'scaledobject.keda.sh/name': 'worker' } };

  test.each([
    [null, selector, 12],
    [{}, selector, 12],
    [{ 'scaledobject.keda.sh/name': 'worker' }, selector, 12],
    [undefined, undefined, 12],
  ])('with labels %j belong to the selector %j', (labels, given, replicas) => {
    const options = { pods: [], metrics: external('12', labels), current: 10, now: NOW };
    expect(hpaReplicas(autoscaler(given), options).replicas).toBe(replicas);
  });

  test('with other labels do not', () => {
    const metrics = external('20', { 'scaledobject.keda.sh/name': 'other' });
    const { error } = hpaReplicas(autoscaler(selector), {
      ...{ pods: [], metrics, current: 10, now: NOW },
    });
    expect(error).toContain('no metrics returned');
  });
});

describe('metrics that have been steady', () => {
  const windows = (seconds: number) => ({ scaleDown: { stabilizationWindowSeconds: seconds } });

  test.each([
    [undefined, undefined, 20],
    [undefined, 300, 20],
    [undefined, 301, 2],
    [windows(60), 59, 20],
    [windows(60), 60, 2],
    [windows(0), 0, 2],
  ])('behavior %j for %j seconds', (behavior, steadySeconds, replicas) => {
    const hpa = autoscaler(undefined, behavior);
    const past = { steadySeconds };
    const options = { pods: [], metrics: external('2', {}), current: 20, now: NOW, past };
    expect(hpaReplicas(hpa, options).replicas).toBe(replicas);
  });

  test('earlier recommendations count instead', () => {
    const recommendations = [{ replicas: 15, time: NOW }];
    const past = { steadySeconds: 900, recommendations };
    const options = { pods: [], metrics: external('2', {}), current: 20, now: NOW, past };
    expect(hpaReplicas(autoscaler(undefined), options).replicas).toBe(15);
  });

  test.each([[-1], [1.5], [Number.NaN], ['1']])('%j is not a number of seconds', (seconds) => {
    const past = { steadySeconds: seconds as number };
    const options = { pods: [], metrics: external('2', {}), current: 20, now: NOW, past };
    expect(() => hpaReplicas(autoscaler(undefined), options)).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });
});
