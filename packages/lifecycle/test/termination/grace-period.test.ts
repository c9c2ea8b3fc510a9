import { containerGracePeriod } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const APP = {
  name: 'app',
  livenessProbe: { terminationGracePeriodSeconds: 60 },
  startupProbe: { terminationGracePeriodSeconds: 5 },
};
const POD = { spec: { containers: [APP], terminationGracePeriodSeconds: 30 } };

function deleted(deletionGracePeriodSeconds: number) {
  return { ...POD, metadata: { deletionGracePeriodSeconds } };
}

describe('when the Pod ends', () => {
  test.each([
    ['the deletion', deleted(10), {}, 10, 'DELETION'],
    ['the Pod', POD, {}, 30, 'POD'],
    ['the smaller one', deleted(10), { overrideSeconds: 5 }, 5, 'OVERRIDE'],
    ['the smaller one', deleted(10), { overrideSeconds: 15 }, 10, 'DELETION'],
    ['what the kubelet has begun with', POD, { currentSeconds: 20 }, 20, 'CURRENT'],
    ['less than that', deleted(10), { currentSeconds: 20 }, 10, 'DELETION'],
    ['a 0, which means not set', deleted(0), { overrideSeconds: 30 }, 30, 'OVERRIDE'],
    ['nothing', { spec: {} }, {}, 30, 'DEFAULT'],
  ])('it comes from %s', (_name, pod, options, seconds, rule) => {
    expect(containerGracePeriod(pod, APP, options)).toMatchObject({ seconds, rule });
  });

  test('it is at least 1 second, and 2 seconds for the stop', () => {
    const expected = { seconds: 1, stopSeconds: 2, rule: 'DELETION' };
    expect(containerGracePeriod(deleted(0), APP)).toEqual(expected);
  });
});

describe('when a container is stopped alone', () => {
  test.each([
    ['LIVENESS_PROBE', 60],
    ['STARTUP_PROBE', 5],
    ['CONTAINER', 30],
  ] as const)('for %s', (reason, seconds) => {
    expect(containerGracePeriod(POD, APP, { reason }).seconds).toBe(seconds);
  });

  test('a probe without a grace period uses that of the Pod', () => {
    const container = { name: 'app', livenessProbe: {} };
    const explained = containerGracePeriod(POD, container, { reason: 'LIVENESS_PROBE' });
    expect(explained).toMatchObject({ seconds: 30, rule: 'POD' });
  });

  // "The kubelet always honors the probe-level terminationGracePeriodSeconds field if it is present on a Pod."
  test('documentation differs: a probe does not count once the Pod is being deleted', () => {
    const explained = containerGracePeriod(deleted(10), APP, { reason: 'LIVENESS_PROBE' });
    expect(explained).toMatchObject({ seconds: 10, rule: 'DELETION' });
  });

  test('without a grace period it has the 30 seconds of the API server', () => {
    const explained = containerGracePeriod({ spec: {} }, APP, { reason: 'CONTAINER' });
    expect(explained).toEqual({ seconds: 30, stopSeconds: 30, rule: 'DEFAULT' });
    const probed = containerGracePeriod({ spec: {} }, APP, { reason: 'LIVENESS_PROBE' });
    expect(probed.rule).toBe('LIVENESS_PROBE');
  });
});

test('reports a wrong option', () => {
  expect(() => containerGracePeriod(POD, APP, { overrideSeconds: 0.5 })).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});

test('fields of the wrong type count as absent', () => {
  const pod = JSON.parse('{ "spec": { "terminationGracePeriodSeconds": "30" } }');
  expect(containerGracePeriod(pod, APP).rule).toBe('DEFAULT');
});
