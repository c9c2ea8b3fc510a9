import {
  CrashLoopBackOff,
  containerRestart,
  crashLoop,
  crashLoopSettings,
} from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const rule = (action: string, operator: string, values: readonly number[]): object => ({
  action,
  exitCodes: { operator, values },
});

describe('containerRestart', () => {
  test('rules count only with a policy of the container', () => {
    const restartPolicyRules = [rule('Restart', 'In', [42])];
    const pod = { restartPolicy: 'Never' };
    expect(containerRestart(pod, { restartPolicyRules }, 42).restarts).toBe(false);
    const decided = containerRestart(pod, { restartPolicyRules, restartPolicy: 'Never' }, 42);
    expect(decided).toEqual({
      restarts: true,
      allContainers: false,
      decidedBy: { by: 'RULE', index: 0 },
    });
  });

  test('the first rule that matches counts, and an unknown action falls through', () => {
    const rules = [rule('Odd', 'In', [1]), rule('RestartAllContainers', 'NotIn', [0])];
    const container = { restartPolicy: 'OnFailure', restartPolicyRules: rules };
    expect(containerRestart({}, container, 1).decidedBy).toEqual({ by: 'CONTAINER' });
    expect(containerRestart({}, container, 2)).toEqual({
      restarts: true,
      allContainers: true,
      decidedBy: { by: 'RULE', index: 1 },
    });
    expect(containerRestart({}, container, 0).restarts).toBe(false);
  });

  test('a Pod without a policy always restarts', () => {
    expect(containerRestart({}, {}, 0)).toEqual({
      restarts: true,
      allContainers: false,
      decidedBy: { by: 'DEFAULT' },
    });
  });
});

describe('crashLoop', () => {
  const waiting = (message: unknown): object => ({
    state: { waiting: { reason: 'CrashLoopBackOff', message } },
    lastState: { terminated: { finishedAt: '2026-01-01T00:00:00Z' } },
  });

  test.each([
    ['10s', 10],
    ['2m40s', 160],
    ['5m0s', 300],
    ['1h0m0.5s', 3600.5],
  ])('a delay of %s', (delay, backOffSeconds) => {
    const status = waiting(`back-off ${delay} restarting failed container=a pod=b_c(d)`);
    expect(crashLoop(status)).toEqual({
      backOffSeconds,
      restartsAtMs: Date.parse('2026-01-01T00:00:00Z') + backOffSeconds * 1000,
      remainingMs: undefined,
    });
  });

  test('nothing remains after the delay', () => {
    const status = waiting('back-off 10s restarting failed container=a pod=b_c(d)');
    expect(crashLoop(status, { now: '2026-01-01T00:01:00Z' })?.remainingMs).toBe(0);
  });

  test.each([[undefined], [''], ['back-off soon'], [5], [`back-off ${'9'.repeat(100_000)}`]])(
    'no delay in %j',
    (message) => {
      expect(crashLoop(waiting(message))).toBeUndefined();
    },
  );

  test('another reason', () => {
    expect(crashLoop({ state: { waiting: { reason: 'ImagePullBackOff' } } })).toBeUndefined();
    expect(crashLoop(null as never)).toBeUndefined();
  });
});

describe('where the documentation differs', () => {
  test('the documentation says that a run of 10 minutes resets it: waiting counts as well', () => {
    const backOff = new CrashLoopBackOff(crashLoopSettings());
    let nowMs = 0;
    const waits = [1, 1, 1, 1, 1, 1, 400, 1].map((seconds) => {
      const finishedAtMs = nowMs + seconds * 1000;
      for (nowMs = finishedAtMs; backOff.next({ finishedAtMs, nowMs }) > 0; nowMs += 1000) {
        backOff.collect(nowMs);
      }
      return (nowMs - finishedAtMs) / 1000;
    });
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 202, 10]);
  });

  test('the documentation says at most 60 seconds with ReduceDefaultCrashLoopBackOffDecay: still 300', () => {
    const settings = crashLoopSettings({ reduceDefaultCrashLoopBackOffDecay: true });
    expect(settings).toEqual({ initialSeconds: 1, maxSeconds: 300 });
  });

  test.each([1, 300])('accepts a period of %d seconds', (seconds) => {
    const configuration = { maxContainerRestartPeriodSeconds: seconds };
    expect(crashLoopSettings(configuration).maxSeconds).toBe(seconds);
  });

  test.each([
    [0, 'INVALID_TYPE'],
    [0.9999, 'INVALID_TYPE'],
    [300.9, 'INVALID_TYPE'],
    [1000, 'INVALID_TYPE'],
    [Number.POSITIVE_INFINITY, 'INVALID_TYPE'],
    [Number.NaN, 'INVALID_TYPE'],
    ['60', 'INVALID_TYPE'],
  ])('the kubelet does not start with a period of %j seconds', (seconds, code) => {
    const maxContainerRestartPeriodSeconds = seconds as number;
    expect(() => crashLoopSettings({ maxContainerRestartPeriodSeconds })).toThrow(
      expect.objectContaining({
        code,
        problem: expect.objectContaining({ segments: ['maxContainerRestartPeriodSeconds'] }),
      }),
    );
  });

  test('the documentation says that KubeletCrashLoopBackOffMax is alpha: its setting counts by default', () => {
    const settings = crashLoopSettings({ maxContainerRestartPeriodSeconds: 60 });
    expect(settings).toEqual({ initialSeconds: 10, maxSeconds: 60 });
    const reduced = {
      maxContainerRestartPeriodSeconds: 60,
      reduceDefaultCrashLoopBackOffDecay: true,
    };
    expect(crashLoopSettings(reduced)).toEqual({ initialSeconds: 1, maxSeconds: 60 });
  });
});
