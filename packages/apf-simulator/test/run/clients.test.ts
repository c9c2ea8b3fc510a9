import { requestFromUrl } from '@kubesem/apf';
import { type ScenarioFlow, simulateServer } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { flow, manyQueues, oneLevel } from './flows.js';
import { arrival, loop, oneQueue, request, simulated, url } from './simulated-client.js';

describe('a client of a closed loop', () => {
  test('asks again when it was told to: after the answer, or a second after a rejection', () => {
    // It asks at 0.25, 1, 1.75; in vain at 2.5, 3.75, 5; then at 6.25, 7, 7.75, 8.5 and 9.25.
    const { series, ...counts } = simulated({});
    expect(counts).toMatchObject({
      arrived: 11,
      retried: 0,
      dispatched: 8,
      executing: 0,
      waiting: 0,
      rejected: { 'queue-full': 0, 'concurrency-limit': 3, 'time-out': 0, cancelled: 0 },
    });
    // What happens at the end of a sample belongs to it.
    expect(series?.rejected).toEqual([0, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  test('tries once more what was rejected, as often as it may', () => {
    // In vain at 2.5 and at 3.5, and at 4.75; again at 5.75, and then at 6.5, 7.25, 8, 8.75 and 9.5.
    expect(simulated({ retries: 1 })).toMatchObject({
      arrived: 12,
      retried: 2,
      dispatched: 9,
      rejected: { 'concurrency-limit': 3 },
      execution: { count: 9 },
    });
    // In vain at 2.5, 3.5 and 4.5, and at 5.5 not.
    expect(simulated({ retries: 3 })).toMatchObject({ retried: 3, dispatched: 9 });
  });

  test('takes back what waits for too long, and does not count that as a rejection', () => {
    // In vain at 2.5, 3, 3.5, 4, 4.5 and 5; then at 5.5, 6.25, 7, 7.75, 8.5 and 9.25.
    const { series, ...counts } = simulated({ cancelAfterSeconds: 0.25, retries: 1 }, oneQueue);
    expect(counts).toMatchObject({
      arrived: 15,
      retried: 0,
      dispatched: 9,
      rejected: { 'queue-full': 0, 'concurrency-limit': 0, 'time-out': 0, cancelled: 6 },
    });
    expect(series).toEqual({
      seatsInUse: [0.5, 0.75, 0.875, 1, 1, 0.875, 0.5, 0.75, 0.75, 0.5],
      currentLimit: Array.from({ length: 10 }, () => 1),
      requestsWaiting: [0, 0, 0.25, 0.5, 0.5, 0.25, 0, 0, 0, 0],
      waitSeconds: [0, 0, 0.125, 0.25, 0.25, 0.125, 0, 0, 0, 0],
      rejected: [0, 0, 1, 2, 2, 1, 0, 0, 0, 0],
    });
  });

  test('waits for a quarter of its time at most, and then for a second', () => {
    // In vain at 2.5 and at 4; then at 5.5, 6.25, 7, 7.75, 8.5 and 9.25.
    expect(simulated({ timeoutSeconds: 1 }, oneQueue)).toMatchObject({
      arrived: 11,
      dispatched: 9,
      rejected: { 'time-out': 2, cancelled: 0 },
    });
    // Of a minute a quarter is long enough.
    expect(simulated({}, oneQueue)).toMatchObject({ rejected: { 'time-out': 0 } });
  });

  test('asks in its own time only', () => {
    // At 1.25, 2, and in vain at 2.75.
    expect(simulated({ startSeconds: 1, endSeconds: 3 })).toMatchObject({ arrived: 3 });
    expect(simulated({ startSeconds: 1, endSeconds: 2.75 })).toMatchObject({ arrived: 2 });
    expect(simulated({ endSeconds: 11 })).toMatchObject({ arrived: 11 });
  });
});

test('the seats of the work that is given are occupied, the final ones for longer', () => {
  const simulatedWork = (work: object) => {
    const { priorityLevels } = simulateServer({
      durationSeconds: 3,
      samples: 6,
      config: oneLevel(8, manyQueues),
      flows: [{ ...loop, arrival: { ...arrival, thinkSeconds: 0.5 }, work }],
    });
    return priorityLevels['only']?.series.seatsInUse;
  };
  const work = { seats: 2, finalSeats: 5, additionalLatencySeconds: 0.25 };
  // From 0.5 to 1, from 1.5 to 2 and from 2.5 on, and a quarter of a second longer.
  expect(simulatedWork(work)).toEqual([0, 5, 2.5, 5, 2.5, 5]);
  expect(simulatedWork({ seats: 3 })).toEqual([0, 3, 0, 3, 0, 3]);
  expect(simulatedWork({ finalSeats: 2 })).toEqual([0, 2, 0, 2, 0, 2]);
});

test('a write occupies the one seat that its level allows for longer, for the watches', () => {
  const { priorityLevels } = simulateServer({
    durationSeconds: 1,
    samples: 10,
    config: oneLevel(1, oneQueue),
    flows: [
      {
        ...loop,
        request: { ...request, method: 'PUT' },
        endSeconds: 0.5,
        estimate: { watches: 195 },
      },
    ],
  });
  // From 0.25 to 0.75, and for 20 times 5 milliseconds more.
  const seats = [0, 0, 0.5, 1, 1, 1, 1, 1, 0.5, 0];
  priorityLevels['only']?.series.seatsInUse.forEach((each, sample) => {
    expect(each).toBeCloseTo(seats[sample] as number, 9);
  });
});

test('demand is what was asked for, with its final seats, and once for what came again', () => {
  const { flows, priorityLevels } = simulateServer({
    durationSeconds: 10,
    config: oneLevel(3, manyQueues),
    flows: [
      {
        ...loop,
        name: 'wide',
        request: { url, user: { name: 'jane' } },
        // Once, from 0.25 to 4.5, and its final seats until 5.
        durationSeconds: 4.25,
        endSeconds: 1,
        work: { seats: 2, finalSeats: 3, additionalLatencySeconds: 0.5 },
      },
      // In vain at 0.5, and again at 1.75 and 3; in vain at 4.5, and again at 5.75; and at 6.5.
      { ...loop, startSeconds: 0.25, endSeconds: 7, timeoutSeconds: 1, retries: 2 },
    ],
  });
  expect(flows['loop']).toMatchObject({ arrived: 6, retried: 3, dispatched: 2 });
  // One got 10 seat-seconds and wanted them, where 9.5 had been fair; the other wanted 1.5 and got 1.
  const [wide, narrow] = [10 / 9.5, 1 / 1.5];
  expect(priorityLevels['only']?.fairnessIndex).toBeCloseTo(
    (wide + narrow) ** 2 / (2 * (wide * wide + narrow * narrow)),
    12,
  );
});

describe('what is random', () => {
  const blink = { durationSeconds: 1e-6 };

  test('is another for each client of a closed loop', () => {
    const thinkSeconds = { distribution: 'exponential', meanSeconds: 0.1 } as const;
    const { total } = simulateServer({
      durationSeconds: 10,
      config: oneLevel(1, undefined),
      flows: [{ ...loop, ...blink, clients: 2, arrival: { ...arrival, thinkSeconds } }],
    });
    expect(total.arrived).toBeGreaterThan(150);
    expect(total.rejected['concurrency-limit']).toBe(0);
  });

  test.each(['poisson', 'constant'] as const)('is another for each flow: %s', (process) => {
    const { flows } = simulateServer({
      durationSeconds: 10,
      config: oneLevel(1, undefined),
      flows: ['a', 'b', 'ab', 'ba'].map((name) =>
        flow(name, 10, { ...blink, arrival: { process, perSecond: 10 } }),
      ),
    });
    for (const each of Object.values(flows)) {
      expect(each?.rejected['concurrency-limit']).toBe(0);
    }
  });

  test.each<[string, ScenarioFlow['durationSeconds'], number, number, number]>([
    ['exponential', { distribution: 'exponential', meanSeconds: 0.2 }, 0.2, 0.2 * Math.LN2, 0.92],
    ['uniform', { distribution: 'uniform', minSeconds: 0.1, maxSeconds: 0.5 }, 0.3, 0.3, 0.496],
    [
      'lognormal',
      { distribution: 'lognormal', medianSeconds: 0.02, p99Seconds: 0.1 },
      0.0254,
      0.02,
      0.1,
    ],
  ])('%s durations have their mean, their median and their 99th percentile', (...row) => {
    const [, durationSeconds, mean, p50, p99] = row;
    const { total } = simulateServer({
      durationSeconds: 50,
      seed: 2,
      config: { serverConcurrencyLimit: 6000 },
      flows: [flow('one', 40, { durationSeconds })],
    });
    const { meanSeconds, p50Seconds, p99Seconds } = total.execution;
    expect(
      [meanSeconds / mean, p50Seconds / p50, p99Seconds / p99].map(
        (part) => Math.abs(part - 1) < 0.1,
      ),
    ).toEqual([true, true, true]);
  });
});

test('what is random stays what it was for a seed: results can be held against earlier ones', () => {
  const executions = [1, 4_294_967_295].map((seed) => {
    const { flows } = simulateServer({
      durationSeconds: 10,
      seed,
      flows: [
        flow('uniform', 20, {
          durationSeconds: { distribution: 'uniform', minSeconds: 0.1, maxSeconds: 0.5 },
        }),
        flow('lognormal, ü', 15, {
          durationSeconds: { distribution: 'lognormal', medianSeconds: 0.02, p99Seconds: 0.1 },
        }),
      ],
    });
    return ['uniform', 'lognormal, ü'].map((name) => [
      flows[name]?.arrived,
      flows[name]?.execution.meanSeconds.toFixed(6),
    ]);
  });
  expect(executions).toEqual([
    [
      [200, '0.302327'],
      [151, '0.024600'],
    ],
    [
      [197, '0.300559'],
      [150, '0.025358'],
    ],
  ]);
});

describe('what is left out', () => {
  test('is an hour of nothing, a sample a minute, 600 seats and the first seed', () => {
    const { seed, sampleSeconds, total, priorityLevels } = simulateServer({
      durationSeconds: 3600,
    });
    expect([seed, sampleSeconds, total.arrived]).toEqual([1, 60, 0]);
    const { limits, series } = priorityLevels['global-default'] ?? {};
    // 20 of 245 shares, of which half may be lent.
    expect(limits).toEqual({ nominalLimit: 49, lowerLimit: 24, upperLimit: 649 });
    expect(series?.rejected).toHaveLength(60);
  });

  test('is not the time, unless something was recorded', () => {
    const refused = expect.objectContaining({ code: 'INVALID_SCENARIO' });
    expect(() => simulateServer({ flows: [loop] })).toThrow(refused);
    expect(() => simulateServer({ arrivals: [] })).toThrow(refused);
    const request = requestFromUrl('GET', url, { name: 'jane', groups: [] });
    const recorded = { flow: 'a', url, request, atSeconds: 0, durationSeconds: 0 };
    expect(simulateServer({ arrivals: [recorded] })).toMatchObject({
      durationSeconds: 0.001,
      total: { execution: { count: 1, maxSeconds: 0 } },
    });
    expect(simulateServer({ arrivals: [recorded], durationSeconds: 7 }).durationSeconds).toBe(7);
  });

  test.each([
    ['atSeconds', -1],
    ['atSeconds', 1e7 + 1],
    ['durationSeconds', -1],
    ['durationSeconds', 1e7 + 1],
  ])('%s of a recorded request must not be %s', (field, seconds) => {
    const request = requestFromUrl('GET', url, { name: 'jane', groups: [] });
    const recorded = { flow: 'a', url, request, atSeconds: 3, durationSeconds: 4 };
    expect(() => simulateServer({ arrivals: [{ ...recorded, [field]: seconds }] })).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ path: `arrivals[0].${field}`, code: 'OUT_OF_RANGE' })],
      }),
    );
  });
});
