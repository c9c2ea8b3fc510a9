import { requestFromUrl } from '@kubesem/apf';
import {
  type RecordedArrival,
  type SimulationOptions,
  simulateServer,
} from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { manyQueues, oneLevel } from './flows.js';

/** A request of one object, recorded. */
function recorded(
  flow: string,
  atSeconds: number,
  durationSeconds: number,
  user: string = flow,
): RecordedArrival {
  const url = '/api/v1/namespaces/prod/pods/web';
  const groups = ['system:authenticated'];
  const request = requestFromUrl('GET', url, { name: user, groups });
  return { flow, url, request, atSeconds, durationSeconds };
}

const oneQueue = { queues: 1, handSize: 1, queueLengthLimit: 1 };

describe('five requests, one seat and one place to wait', () => {
  const options = (): SimulationOptions => ({
    durationSeconds: 2,
    samples: 4,
    config: oneLevel(1, oneQueue),
    arrivals: [
      recorded('jane', 1.5, 8),
      recorded('jane', 0.375, 0.125),
      recorded('jane', 0, 0.75),
      recorded('joe', 0.25, 0.5),
      recorded('joe', 1.75, 1),
    ],
  });

  test('are counted by flow and as a whole', () => {
    const { seed, durationSeconds, sampleSeconds, total, flows } = simulateServer(options());
    expect([seed, durationSeconds, sampleSeconds]).toEqual([1, 2, 0.5]);
    expect(total).toMatchObject({
      arrived: 5,
      retried: 0,
      dispatched: 3,
      executing: 1,
      waiting: 1,
      rejected: { 'queue-full': 1, 'concurrency-limit': 0, 'time-out': 0, cancelled: 0 },
      wait: { count: 3, meanSeconds: 0.5 / 3, p50Seconds: 0, maxSeconds: 0.5 },
      execution: { count: 2, meanSeconds: 0.625, maxSeconds: 0.75 },
    });
    expect(Object.keys(flows).sort()).toEqual(['jane', 'joe']);
    expect(flows['jane']).toMatchObject({
      flowSchemas: ['everybody'],
      priorityLevels: ['only'],
      arrived: 3,
      dispatched: 2,
      executing: 1,
      waiting: 0,
      wait: { count: 2, maxSeconds: 0 },
      execution: { count: 1, meanSeconds: 0.75 },
    });
    expect(flows['joe']).toMatchObject({ arrived: 2, dispatched: 1, executing: 0, waiting: 1 });
  });

  test('are counted by flow schema and by level, those without requests too', () => {
    const { flowSchemas, priorityLevels, total } = simulateServer(options());
    expect(flowSchemas).toEqual({ everybody: { priorityLevels: ['only'], ...total } });
    expect(Object.keys(priorityLevels).sort()).toEqual(['catch-all', 'exempt', 'only']);
    expect(priorityLevels['only']).toMatchObject({
      ...total,
      limits: { nominalLimit: 1, lowerLimit: 1, upperLimit: 2 },
    });
    expect(priorityLevels['exempt']).toMatchObject({ arrived: 0, flowCount: 0, fairnessIndex: 1 });
  });

  test('are seen in averages over the time of each sample', () => {
    expect(simulateServer(options()).priorityLevels['only']?.series).toEqual({
      seatsInUse: [1, 1, 0.5, 1],
      currentLimit: [1, 1, 1, 1],
      requestsWaiting: [0.5, 0.5, 0, 0.5],
      waitSeconds: [0, 0.5, 0, 0],
      rejected: [1, 0, 0, 0],
    });
  });
});

test('what is rejected at once has not waited', () => {
  const { priorityLevels } = simulateServer({
    durationSeconds: 1,
    samples: 1,
    config: oneLevel(1, oneQueue),
    arrivals: [
      recorded('jane', 0, 0.75),
      recorded('joe', 0.25, 0.5),
      recorded('jane', 0.375, 0.125),
      recorded('joe', 0.8, 1),
      recorded('jane', 0.9, 1),
    ],
  });
  // The first one waited for no time, the second for half a second, and the next one still waits.
  expect(priorityLevels['only']?.series).toMatchObject({ waitSeconds: [0.25], rejected: [2] });
});

test('one recorded request may be of several flows, and one flow of several users', () => {
  const { request } = recorded('a', 0, 0, 'jane');
  const { durationSeconds, flows, priorityLevels } = simulateServer({
    config: oneLevel(9, manyQueues),
    arrivals: [
      { ...recorded('a', 0, 0.125), request },
      { ...recorded('b', 1, 0.25), request },
      { ...recorded('a', 2, 0.5), request },
      recorded('b', 3, 2, 'joe'),
    ],
  });
  expect(flows['a']?.execution).toMatchObject({ count: 2, maxSeconds: 0.5 });
  // The last one is done when the simulation ends.
  expect(durationSeconds).toBe(5);
  expect(flows['b']?.execution).toMatchObject({ count: 2, meanSeconds: 1.125 });
  expect(priorityLevels['only']?.flowCount).toBe(2);
});

test('how fairly the work of two users was done, whose requests waited or came too late', () => {
  const { priorityLevels } = simulateServer({
    durationSeconds: 1.75,
    config: oneLevel(2, manyQueues),
    arrivals: [
      recorded('jane', 0, 3),
      recorded('jane', 0, 1),
      recorded('joe', 0.5, 1),
      recorded('joe', 0.75, 2),
    ],
  });
  // Jane wanted 4 seat-seconds and got them. Joe wanted 3 and got 1; 2.5 for each would have been fair.
  const [jane, joe] = [4 / 2.5, 1 / 2.5];
  expect(priorityLevels['only']).toMatchObject({ flowCount: 2, waiting: 1 });
  expect(priorityLevels['only']?.fairnessIndex).toBeCloseTo(
    (jane + joe) ** 2 / (2 * (jane * jane + joe * joe)),
    12,
  );
});

describe('the durations of many requests', () => {
  const summary = (...durations: readonly number[]) =>
    simulateServer({
      config: oneLevel(1000, manyQueues),
      // In two flows: the whole is put together from both.
      arrivals: durations.map((seconds, i) => recorded(i % 3 === 0 ? 'jane' : 'joe', i, seconds)),
    }).total.execution;

  test('are known to one percent, the mean and the longest exactly', () => {
    const seconds = Array.from({ length: 100 }, (_, i) => 2 - i / 50);
    const { p50Seconds, p90Seconds, p99Seconds, ...rest } = summary(...seconds);
    const parts = [p50Seconds / 1, p90Seconds / 1.8, p99Seconds / 1.98];
    expect(parts.filter((part) => Math.abs(part - 1) <= 0.01)).toHaveLength(3);
    expect(rest).toEqual({ count: 100, meanSeconds: expect.closeTo(1.01, 9), maxSeconds: 2 });
  });

  test('are none, a microsecond if they are shorter, and none is longer than the longest', () => {
    const { p50Seconds, p90Seconds } = summary(0, 0, 0, 0, 0, 0.75, 0.75, 0.75, 0.75, 0.75);
    expect([p50Seconds, p90Seconds <= 0.75, p90Seconds > 0.742]).toEqual([0, true, true]);
    expect(summary(5e-9, 5e-9, 5e-9, 2).p50Seconds).toBeCloseTo(1e-6, 7);
    expect(summary(5e-9, 5e-9, 5e-9).p50Seconds).toBe(5e-9);
    expect(summary(0, 0, 0, 2).p99Seconds).toBeGreaterThan(1.98);
    expect(summary(0, 0, 1, 3).meanSeconds).toBe(1);
  });
});
