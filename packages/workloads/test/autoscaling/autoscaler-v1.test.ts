import type { HorizontalPodAutoscaler } from '@kubesem/core';
import { autoscalerRange, hpaMetrics, hpaReplicas } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-02T00:00:00Z';
const ANNOTATION = 'autoscaling.alpha.kubernetes.io';

function v1(
  annotations: { readonly [name: string]: unknown },
  spec: object = {},
): HorizontalPodAutoscaler {
  const written = Object.entries(annotations).map(([name, value]) => [
    `${ANNOTATION}/${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'web', namespace: 'shop', annotations: Object.fromEntries(written) },
    spec: { maxReplicas: 100, ...spec },
  };
}

const CPU = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } };

describe('an autoscaler of autoscaling/v1', () => {
  test.each([
    [
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
      { type: 'Resource', resource: { name: 'memory', target: average('1Gi') } },
    ],
    [
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'app', targetAverageUtilization: 50 },
      },
      {
        type: 'ContainerResource',
        containerResource: {
          ...{ name: 'cpu', container: 'app' },
          target: { type: 'Utilization', averageUtilization: 50 },
        },
      },
    ],
    [
      { type: 'Pods', pods: { metricName: 'rps', targetAverageValue: '10' } },
      { type: 'Pods', pods: { metric: { name: 'rps' }, target: average('10') } },
    ],
    [
      {
        type: 'Object',
        object: { target: { kind: 'Service', name: 'web' }, metricName: 'rps', targetValue: '7' },
      },
      {
        type: 'Object',
        object: {
          describedObject: { kind: 'Service', name: 'web', apiVersion: '' },
          ...{ metric: { name: 'rps' }, target: { type: 'Value', value: '7' } },
        },
      },
    ],
    [
      {
        type: 'External',
        external: {
          metricName: 'queue',
          metricSelector: { matchLabels: { Kind: 'a' } },
          targetAverageValue: '30',
        },
      },
      {
        type: 'External',
        external: {
          metric: { name: 'queue', selector: { matchLabels: { Kind: 'a' } } },
          target: average('30'),
        },
      },
    ],
  ])('has the metric of its annotation: %j', (written, metric) => {
    expect(hpaMetrics(v1({ metrics: [written] }))).toEqual([metric]);
    const both = v1({ metrics: [written] }, { targetCPUUtilizationPercentage: 80 });
    expect(hpaMetrics(both)).toEqual([metric, { type: 'Resource', resource: CPU }]);
  });

  test('has the target of its field, or else the default', () => {
    expect(hpaMetrics(v1({}, { targetCPUUtilizationPercentage: 50 }))[0]).toMatchObject({
      resource: { target: { averageUtilization: 50 } },
    });
    expect(hpaMetrics(v1({}))[0]).toMatchObject({
      resource: { target: { averageUtilization: 80 } },
    });
    // The version has no such field.
    expect(hpaMetrics(v1({}, { metrics: [{ type: 'Pods' }] }))[0]?.type).toBe('Resource');
  });

  test.each([
    ['{'],
    ['{"type": "Pods"}'],
    ['[{"type": 1}]'],
    ['[{"type": "Pods", "pods": {"targetAverageValue": "x"}}]'],
    ['[{"type": "Pods", "pods": {"selector": {"matchLabels": {"a": 1}}}}]'],
    ['[{"type": "Pods", "pods": {"selector": {"matchExpressions": [{"values": [1]}]}}}]'],
    ['null'],
  ])('ignores metrics that the API server cannot read: %s', (metrics) => {
    expect(hpaMetrics(v1({ metrics }))[0]?.resource?.name).toBe('cpu');
  });

  const metrics = [{ type: 'External', external: { metricName: 'q', targetAverageValue: '1' } }];
  const external = (value: string) => ({
    metrics: { external: [{ metricName: 'q', metricLabels: {}, timestamp: NOW, value }] },
  });
  const options = { pods: [], current: 20, now: NOW };

  test('has the behavior of its annotation, whose fields have capitals', () => {
    const behavior = {
      ScaleUp: { SelectPolicy: 'Disabled' },
      ScaleDown: {
        StabilizationWindowSeconds: 0,
        Policies: [{ Type: 'Pods', Value: 3, PeriodSeconds: 60 }],
      },
    };
    const decide = (value: string, annotations: { readonly [name: string]: unknown }) =>
      hpaReplicas(v1({ metrics, ...annotations }), { ...options, ...external(value) });
    expect(decide('40', { behavior }).replicas).toBe(20);
    expect(decide('40', {}).replicas).toBe(40);
    expect(decide('0', { behavior }).replicas).toBe(17);
    expect(decide('40', { behavior: '{}' }).replicas).toBe(40);
  });

  test('has the conditions of its annotation', () => {
    const conditions = [{ type: 'ScaledToZero', status: 'True' }];
    const hpa = v1({ metrics, conditions });
    expect(autoscalerRange(hpa)?.scaledToZero).toBe(true);
    expect(autoscalerRange(v1({ metrics }))?.scaledToZero).toBe(false);
    const fromZero = { ...options, current: 0, ...external('5') };
    expect(hpaReplicas(hpa, fromZero).replicas).toBe(4);
  });

  test.each([
    [{ lastTransitionTime: 7 }, false],
    [{ lastTransitionTime: 'yesterday' }, false],
    [{ lastTransitionTime: NOW }, true],
    [{ lastTransitionTime: '0001-01-01T00:00:00Z' }, true],
    [{ lastTransitionTime: null }, true],
    [{ observedGeneration: '1' }, false],
    [{ observedGeneration: 2 ** 40 }, true],
  ])('ignores conditions that the API server cannot read: %j', (more, scaledToZero) => {
    const conditions = [{ type: 'ScaledToZero', status: 'True', ...more }];
    expect(autoscalerRange(v1({ metrics, conditions }))?.scaledToZero).toBe(scaledToZero);
  });

  const selector = { matchExpressions: [{ key: 'a', operator: 'In' }] };
  test.each([
    [{ type: 'Pods', pods: { metricName: 'q', selector, targetAverageValue: '1' } }],
    [{ type: 'Object', object: { metricName: 'q', selector, targetValue: '1' } }],
    [
      {
        type: 'External',
        external: { metricName: 'q', metricSelector: selector, targetValue: '1' },
      },
    ],
  ])('the invalid selector of a metric is an error, without values as well: %j', (metric) => {
    const decide = () => hpaReplicas(v1({ metrics: [metric] }), { ...options, metrics: {} });
    expect(decide).toThrow(expect.objectContaining({ code: 'VALUES_REQUIRED' }));
  });

  test.each([['x'], [[]]])('a spec of the wrong type is an error: %j', (spec) => {
    expect(() => hpaMetrics({ ...v1({}), spec: spec as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });
});

function average(averageValue: string) {
  return { type: 'AverageValue', averageValue };
}
