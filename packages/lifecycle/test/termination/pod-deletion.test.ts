import { podDeletion } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const NOW = '2026-01-01T00:00:00.500Z';
const RUNNING = {
  metadata: { name: 'web', generation: 4 },
  spec: { nodeName: 'node-1', terminationGracePeriodSeconds: 30 },
  status: { phase: 'Running' },
};

test('the first request sets the time and the grace period, and counts the generation up', () => {
  expect(podDeletion(RUNNING, { now: NOW })).toEqual({
    outcome: 'GRACEFUL',
    rule: 'POD',
    gracePeriodSeconds: 30,
    pod: {
      ...RUNNING,
      metadata: {
        name: 'web',
        generation: 5,
        deletionTimestamp: '2026-01-01T00:00:30Z',
        deletionGracePeriodSeconds: 30,
      },
    },
  });
});

test.each([
  ['the option', RUNNING, 5, 'OPTION', 5],
  ['an option below 0', RUNNING, -5, 'OPTION', 1],
  ['the Pod', RUNNING, undefined, 'POD', 30],
  ['a Pod without a grace period', { spec: { nodeName: 'node-1' } }, undefined, 'POD', 0],
  ['a Pod without a node', { spec: { terminationGracePeriodSeconds: 30 } }, 5, 'UNSCHEDULED', 0],
  ['a finished Pod', { ...RUNNING, status: { phase: 'Failed' } }, 5, 'FINISHED', 0],
])('the grace period comes from %s', (_name, pod, gracePeriodSeconds, rule, seconds) => {
  const explained = podDeletion(pod, { gracePeriodSeconds, now: NOW });
  expect(explained).toMatchObject({ rule, gracePeriodSeconds: seconds });
  expect(explained.outcome).toBe(seconds > 0 ? 'GRACEFUL' : 'IMMEDIATE');
});

describe('a further request', () => {
  const { pod } = podDeletion(RUNNING, { now: NOW });

  test.each([undefined, 30, 31])('cannot extend the grace period: %s', (gracePeriodSeconds) => {
    const again = podDeletion(pod, { gracePeriodSeconds, now: NOW });
    expect(again.outcome).toBe('PENDING');
    expect(again.pod).toBe(pod);
  });

  test('moves the time back by the difference', () => {
    const explained = podDeletion(pod, { gracePeriodSeconds: 10, now: NOW });
    expect(explained.rule).toBe('SHORTENED');
    expect(explained.pod.metadata).toEqual({
      ...pod.metadata,
      deletionTimestamp: '2026-01-01T00:00:10Z',
      deletionGracePeriodSeconds: 10,
    });
  });

  test('leaves 1 second if the shorter grace period is over', () => {
    const now = '2026-01-01T00:00:20Z';
    const explained = podDeletion(pod, { gracePeriodSeconds: 10, now });
    expect(explained).toMatchObject({ outcome: 'GRACEFUL', rule: 'EXPIRED' });
    expect(explained.pod.metadata).toMatchObject({
      deletionTimestamp: now,
      deletionGracePeriodSeconds: 1,
    });
  });

  test('removes the Pod with a grace period of 0', () => {
    expect(podDeletion(pod, { gracePeriodSeconds: 0, now: NOW }).outcome).toBe('IMMEDIATE');
  });
});

test('finalizers keep the Pod', () => {
  const metadata = { finalizers: ['example.com/wait'] };
  const first = podDeletion({ metadata }, { now: NOW });
  expect(first.outcome).toBe('FINALIZERS');
  const again = podDeletion(first.pod, { now: '2026-01-01T01:00:00Z' });
  expect(again).toMatchObject({ outcome: 'FINALIZERS', rule: 'NO_TIME_LEFT' });
  expect(again.pod).toEqual(first.pod);
});

test('the time is a Date if the time of the creation is one', () => {
  const metadata = { creationTimestamp: new Date(0) };
  const { pod } = podDeletion({ metadata }, { now: new Date(7000) });
  expect(pod.metadata?.deletionTimestamp).toEqual(new Date(7000));
});

test.each([
  ['gracePeriodSeconds', { gracePeriodSeconds: 1.5, now: NOW }],
  ['now', { now: 'soon' }],
])('reports a wrong option: %s', (segment, options) => {
  expect(() => podDeletion(RUNNING, options)).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ segments: [segment] }),
    }),
  );
});

test('fields of the wrong type count as absent', () => {
  const pod = JSON.parse('{ "metadata": 1, "spec": { "nodeName": 7 }, "status": [] }');
  expect(podDeletion(pod, { now: NOW }).rule).toBe('UNSCHEDULED');
});

test('changes nothing that was passed in', () => {
  const pod = JSON.stringify(RUNNING);
  podDeletion(RUNNING, { now: NOW });
  expect(JSON.stringify(RUNNING)).toBe(pod);
});
