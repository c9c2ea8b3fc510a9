import type { Container, Pod } from '@kubesem/core';
import { podLifecycleWarnings } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const codes = (container: Container, spec: Pod['spec'] = {}) =>
  podLifecycleWarnings({ spec: { ...spec, containers: [container] } }).map(({ code }) => code);

const sleeping = (seconds: number): Container => ({
  lifecycle: { preStop: { sleep: { seconds } } },
});

describe('a hook', () => {
  test.each([
    [30, {}, true],
    [29, {}, false],
    // The API server rejects it.
    [31, {}, false],
    [60, { terminationGracePeriodSeconds: 60 }, true],
    [30, { terminationGracePeriodSeconds: 60 }, false],
    [0, { terminationGracePeriodSeconds: 0 }, false],
  ])('that sleeps for %s s with %j: %j', (seconds, spec, isReported) => {
    expect(codes(sleeping(seconds), spec)).toEqual(isReported ? ['HOOK_FILLS_GRACE_PERIOD'] : []);
  });

  test('names its field, also in a sidecar', () => {
    const initContainers = [{ name: 'mesh', restartPolicy: 'Always', ...sleeping(30) }];
    expect(podLifecycleWarnings({ spec: { initContainers } })).toMatchObject([
      { path: 'spec.initContainers[0].lifecycle.preStop.sleep.seconds', value: '30' },
    ]);
  });
});

describe('a liveness probe', () => {
  test.each([
    [{ livenessProbe: { periodSeconds: 5 }, readinessProbe: {} }, true],
    [{ livenessProbe: {}, readinessProbe: { failureThreshold: 4 } }, true],
    // It starts so late that it gives up last.
    [{ livenessProbe: { periodSeconds: 5, initialDelaySeconds: 60 }, readinessProbe: {} }, false],
    [{ livenessProbe: {}, readinessProbe: {} }, false],
    [{ livenessProbe: { periodSeconds: 5 }, readinessProbe: {}, startupProbe: {} }, false],
    [{ livenessProbe: { periodSeconds: 5 } }, false],
  ])('%j is stricter than readiness: %j', (container, isReported) => {
    expect(codes(container)).toEqual(isReported ? ['LIVENESS_BEFORE_READINESS'] : []);
  });
});

describe('the timeout of a probe', () => {
  test.each([
    [{ timeoutSeconds: 11 }, true],
    [{ timeoutSeconds: 10 }, false],
    [{ timeoutSeconds: 2, periodSeconds: 1 }, true],
    // Defaults are filled in.
    [{ timeoutSeconds: 0, periodSeconds: 1 }, false],
    [{ timeoutSeconds: 10, periodSeconds: 0 }, false],
  ])('%j is above its period: %j', (readinessProbe, isReported) => {
    expect(codes({ readinessProbe })).toEqual(isReported ? ['PROBE_TIMEOUT_ABOVE_PERIOD'] : []);
  });
});

test('fields of the wrong type count as absent', () => {
  const container = { lifecycle: 5, livenessProbe: 'x', readinessProbe: { timeoutSeconds: 'x' } };
  expect(codes(container as unknown as Container)).toEqual([]);
  expect(podLifecycleWarnings({ spec: { containers: 3 } } as unknown as Pod)).toEqual([]);
});
