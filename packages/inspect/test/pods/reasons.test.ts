import type { ContainerStatus, Pod } from '@kubesem/core';
import { isFailureStatus, podReasons, readinessBlockerText } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T12:00:00Z';
const podWith = (status: Pod['status'], more: Pod = {}): Pod => ({
  ...more,
  spec: { nodeName: 'n1', containers: [{ name: 'app' }], ...more.spec },
  status,
});
const about = (pod: Pod, kind: string, now?: string) =>
  podReasons(pod, { now })
    .reasons.filter((reason) => reason.about === kind)
    .map(({ text }) => text);
const running = (more: Partial<ContainerStatus>): Pod =>
  podWith({
    phase: 'Running',
    containerStatuses: [{ name: 'app', state: { running: {} }, ...more } as ContainerStatus],
  });

test('a Pod that is ready waits for nothing', () => {
  const pod = running({ ready: true, started: true, restartCount: 0 });
  const { waitsFor, isNotable, readiness } = podReasons(pod, { now: NOW });
  expect([waitsFor, isNotable, readiness.ready]).toEqual(['', false, true]);
});

describe('a Pod that is not ready waits for', () => {
  test.each<readonly [string, Pod]>([
    ['a node', podWith({ phase: 'Pending' }, { spec: { nodeName: null } })],
    [
      'scheduling gate example.com/quota',
      podWith(
        { phase: 'Pending' },
        { spec: { nodeName: null, schedulingGates: [{ name: 'example.com/quota' }] } },
      ),
    ],
    ['the kubelet of n1', podWith({ phase: 'Pending' })],
    ['app: readiness', running({ started: true, ready: false })],
    ['app: its start', running({ started: false })],
    ['app: ErrImagePull', running({ state: { waiting: { reason: 'ErrImagePull' } } })],
  ])('%s', (waitsFor, pod) => {
    expect(podReasons(pod, { now: NOW })).toMatchObject({ waitsFor, isNotable: true });
  });
});

describe('without the current time', () => {
  test('a deletion has no countdown', () => {
    const metadata = { deletionTimestamp: '2026-01-01T12:00:30Z', deletionGracePeriodSeconds: 60 };
    const pod = podWith({ phase: 'Running' }, { metadata });
    expect(about(pod, 'deletion')).toEqual(['being deleted']);
    expect(about(pod, 'deletion', NOW)).toEqual(['being deleted, 30s of 60s left']);
    expect(about(pod, 'deletion', '2026-01-01T12:01:00Z')).toEqual([
      'being deleted, its grace period ended 30s ago',
    ]);
  });

  test('a crash loop has its back-off, and no age', () => {
    const waiting = {
      reason: 'CrashLoopBackOff',
      message: 'back-off 40s restarting failed container=app pod=web',
    };
    const terminated = { exitCode: 2, finishedAt: '2026-01-01T11:59:50Z' };
    const pod = running({ state: { waiting }, lastState: { terminated }, restartCount: 3 });
    expect(podReasons(pod).waitsFor).toBe('app: restart (back-off 40s)');
    expect(about(pod, 'container')[0]).toContain('3 restarts, last end: exit code 2');
    expect(about(pod, 'container')[0]).not.toContain('ago');
    expect(podReasons(pod, { now: NOW }).waitsFor).toBe('app: restart in 30s');
    expect(podReasons(pod).crashLoops).toMatchObject([{ container: 'app', backOffSeconds: 40 }]);
  });
});

test('a field of the wrong type counts as absent', () => {
  const pod = { spec: { containers: 3 }, status: { phase: 7, containerStatuses: ['a'] } };
  expect(() => podReasons(pod as unknown as Pod, { now: NOW })).not.toThrow();
});

test('a blocker names its container or gate', () => {
  expect(readinessBlockerText({ code: 'NO_STATUS' })).toBe(
    'the kubelet has not reported any container',
  );
  expect(readinessBlockerText({ code: 'NO_STATUS', container: 'a' })).toContain('container a');
  expect(readinessBlockerText({ code: 'PHASE', phase: 'Failed' })).toContain('Failed');
  expect(readinessBlockerText({ code: 'TERMINATED', container: 'a', exitCode: 3 })).toContain('3');
});

test.each([
  ['CrashLoopBackOff', true],
  ['ErrImagePull', true],
  ['Init:Error', true],
  ['OOMKilled', true],
  ['ExitCode:1', true],
  ['NodeLost', true],
  ['Running', false],
  ['Init:0/2', false],
  ['Terminating', false],
  ['Completed', false],
])('%s is a failure: %s', (status, expected) => {
  expect(isFailureStatus(status)).toBe(expected);
});
