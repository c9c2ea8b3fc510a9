import { SUGGESTED_FLOW_SCHEMAS } from '@kubesem/apf';
import {
  fairnessIndex,
  type RequestStatistics,
  type SimulationOptions,
  type SimulationResult,
  simulateServer,
} from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { flow, manyQueues, oneLevel, rejections } from './flows.js';

/** Everything that was counted, once by flow, once by schema, once by level and once as a whole. */
function groupings({ total, flows, flowSchemas, priorityLevels }: SimulationResult) {
  return [[total], ...[flows, flowSchemas, priorityLevels].map((map) => Object.values(map))].map(
    (group) => group.filter((each) => each !== undefined),
  );
}

describe('nothing is lost', () => {
  const crowd: SimulationOptions = {
    durationSeconds: 4,
    seed: 7,
    config: oneLevel(12, manyQueues),
    flows: [
      flow('flood', 300, { retries: 2, work: { seats: 2 } }),
      flow('impatient', 40, {
        cancelAfterSeconds: { distribution: 'uniform', minSeconds: 0.05, maxSeconds: 0.5 },
      }),
      flow('hurried', 30, { timeoutSeconds: 1 }),
      flow('writers', 20, {
        clients: 5,
        work: { seats: 1, finalSeats: 7, additionalLatencySeconds: 0.02 },
      }),
      flow('loop', 0, {
        clients: 4,
        arrival: { process: 'closed-loop', thinkSeconds: 0.2 },
        retries: 1,
      }),
      flow('metrics', 11, { request: { url: '/metrics', user: { name: 'prometheus' } } }),
    ],
  };

  test('what arrived was dispatched, rejected or still waits', () => {
    for (const group of groupings(simulateServer(crowd))) {
      for (const each of group) {
        expect(each.arrived).toBe(each.dispatched + rejections(each) + each.waiting);
        expect(each.wait.count).toBe(each.dispatched);
        expect(each.execution.count).toBe(each.dispatched - each.executing);
      }
    }
  });

  test('flows, flow schemas and levels add up to the whole', () => {
    const result = simulateServer(crowd);
    for (const group of groupings(result)) {
      for (const count of ['arrived', 'retried', 'dispatched', 'executing', 'waiting'] as const) {
        const sum = group.reduce((all, each) => all + each[count], 0);
        expect(sum, count).toBe(result.total[count]);
      }
    }
  });

  test('every way to end is taken, so that the sums say something', () => {
    const { flows, total } = simulateServer(crowd);
    expect(flows['flood']?.rejected['queue-full']).toBeGreaterThan(0);
    expect(flows['flood']?.retried).toBeGreaterThan(0);
    expect(flows['impatient']?.rejected.cancelled).toBeGreaterThan(0);
    expect(flows['hurried']?.rejected['time-out']).toBeGreaterThan(0);
    expect(flows['metrics']?.rejected['concurrency-limit']).toBeGreaterThan(0);
    expect(total.waiting).toBeGreaterThan(0);
    expect(total.executing).toBeGreaterThan(0);
  });

  test('the seats in use never exceed what the level has', () => {
    const { priorityLevels } = simulateServer(crowd);
    const { series } = priorityLevels['only'] ?? {};
    expect(series?.seatsInUse).toHaveLength(60);
    series?.seatsInUse.forEach((seats, index) => {
      expect(seats).toBeLessThanOrEqual((series.currentLimit[index] ?? 0) + 1e-9);
      expect(seats).toBeGreaterThan(5);
    });
    const rejected = series?.rejected.reduce((sum, each) => sum + each, 0);
    expect(rejected).toBe(rejections(priorityLevels['only'] as RequestStatistics));
  });

  test('the result is plain data', () => {
    const result = simulateServer(crowd);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(Reflect.ownKeys(Object.getPrototypeOf(result.flows))).toEqual([Symbol.toPrimitive]);
    expect(Reflect.ownKeys(Object.getPrototypeOf(result.flowSchemas))).toEqual([
      Symbol.toPrimitive,
    ]);
    expect(Reflect.ownKeys(Object.getPrototypeOf(result.priorityLevels))).toEqual([
      Symbol.toPrimitive,
    ]);
  });
});

describe('the same again', () => {
  const options: SimulationOptions = {
    durationSeconds: 4,
    seed: 42,
    config: oneLevel(8, manyQueues),
    flows: [flow('a', 90), flow('b', 50, { arrival: { process: 'constant', perSecond: 50 } })],
  };

  test('the same seed gives the same result, another one another', () => {
    const first = simulateServer(options);
    expect(simulateServer(options)).toEqual(first);
    expect(simulateServer({ ...options, seed: 43 })).not.toEqual(first);
  });

  test('requests do not depend on the configuration, nor on other flows', () => {
    const arrivedOf = (changed: Partial<SimulationOptions>) =>
      simulateServer({ ...options, ...changed }).flows['a']?.arrived;
    const arrived = simulateServer(options).flows['a']?.arrived;
    expect(arrivedOf({ config: oneLevel(2, undefined) })).toBe(arrived);
    expect(arrivedOf({ flows: [flow('c', 500), flow('a', 90)] })).toBe(arrived);
  });

  test('options are not changed', () => {
    const copy = JSON.parse(JSON.stringify(options)) as SimulationOptions;
    simulateServer(options);
    expect(options).toEqual(copy);
  });
});

describe('fairness', () => {
  test.each([
    ['nobody wants anything', [], 1],
    [
      'all is served',
      [
        [5, 5],
        [70, 70],
      ],
      1,
    ],
    [
      'the elephant gets what the mice leave',
      [
        [900, 80],
        [20, 20],
        [10, 10],
      ],
      1,
    ],
    [
      'between two who want more, one who wants little and one who wants nothing',
      [
        [2, 2],
        [6, 3],
        [0, 0],
        [8, 7],
      ],
      // Of 12 seat-seconds, 2 and twice 5 are fair.
      (1 + 0.6 + 1.4) ** 2 / (3 * (1 + 0.36 + 1.96)),
    ],
    [
      'one gets everything',
      [
        [100, 60],
        [100, 0],
        [100, 0],
      ],
      1 / 3,
    ],
    [
      'nothing is served',
      [
        [100, 0],
        [50, 0],
      ],
      1,
    ],
  ])('%s', (_, pairs, index) => {
    const shares = pairs.map(([demanded = 0, served = 0]) => ({ demanded, served }));
    expect(fairnessIndex(shares)).toBeCloseTo(index, 12);
  });
});

test('progress is told after each sample', () => {
  const seen: number[] = [];
  simulateServer({
    durationSeconds: 8,
    samples: 4,
    flows: [],
    onProgress: (part) => seen.push(part),
  });
  expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
});

test('a flow schema that the release suggests is there, unless it is left out', () => {
  expect(SUGGESTED_FLOW_SCHEMAS.map(({ metadata }) => metadata?.name)).toContain('global-default');
  const options = { durationSeconds: 5, flows: [flow('one', 10)] };
  expect(simulateServer(options).flows['one']?.flowSchemas).toEqual(['global-default']);
  const bare = simulateServer({ ...options, config: { suggestedObjects: false } });
  expect(bare.flows['one']?.flowSchemas).toEqual(['catch-all']);
});
