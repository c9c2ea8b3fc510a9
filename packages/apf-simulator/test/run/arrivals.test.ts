import { type ScenarioFlow, safeParseScenario, simulateServer } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { flow, oneLevel } from './flows.js';

describe('arrivals', () => {
  const arrivedIn = (more: Partial<ScenarioFlow>, perSecond = 10) =>
    simulateServer({ durationSeconds: 20, seed: 9, flows: [flow('one', perSecond, more)] }).total
      .arrived;

  test.each<[string, Partial<ScenarioFlow>, number, number]>([
    ['a constant rate', { arrival: { process: 'constant', perSecond: 10 } }, 199, 200],
    ['a Poisson process', {}, 160, 240],
    ['a part of the time', { startSeconds: 4, endSeconds: 12 }, 60, 100],
    ['no time', { startSeconds: 60, endSeconds: 20 }, 0, 0],
    [
      'bursts',
      { arrival: { process: 'constant', perSecond: 10, onSeconds: 1, offSeconds: 4 } },
      39,
      40,
    ],
    [
      'bursts, of which the last is cut short',
      { arrival: { process: 'constant', perSecond: 10, onSeconds: 5, offSeconds: 12 } },
      79,
      80,
    ],
    [
      'bursts, of which the flow ends one',
      {
        arrival: { process: 'constant', perSecond: 10, onSeconds: 2, offSeconds: 3 },
        endSeconds: 6,
      },
      29,
      30,
    ],
    [
      'bursts, and the flow ends in a pause',
      {
        arrival: { process: 'constant', perSecond: 10, onSeconds: 2, offSeconds: 3 },
        endSeconds: 9,
      },
      39,
      40,
    ],
    [
      'a burst that is over',
      { arrival: { process: 'constant', perSecond: 10, onSeconds: 6, offSeconds: 13 } },
      69,
      70,
    ],
    ['a ramp up', { arrival: { process: 'constant', perSecond: 0, untilPerSecond: 10 } }, 99, 100],
    [
      'a ramp down',
      { arrival: { process: 'constant', perSecond: 30, untilPerSecond: 0 } },
      298,
      300,
    ],
    [
      'a closed loop',
      {
        clients: 3,
        arrival: { process: 'closed-loop', thinkSeconds: 0.5 },
        durationSeconds: 0.5,
      },
      57,
      60,
    ],
  ])('%s', (_, more, least, most) => {
    const arrived = arrivedIn(more);
    expect(arrived).toBeGreaterThanOrEqual(least);
    expect(arrived).toBeLessThanOrEqual(most);
  });

  test.each([
    ['up', 0, 10, [6.25, 18.75, 31.25, 43.75]],
    ['down', 10, 4, [46.25, 38.75, 31.25, 23.75]],
  ])('a ramp goes evenly %s', (_, perSecond, untilPerSecond, expected) => {
    const { priorityLevels } = simulateServer({
      durationSeconds: 20,
      samples: 4,
      config: oneLevel(1, undefined),
      flows: [
        // The one seat is taken.
        flow('first', 0, {
          arrival: { process: 'constant', perSecond: 1e6 },
          endSeconds: 1e-6,
          durationSeconds: 30,
        }),
        flow('ramp', 0, {
          arrival: { process: 'constant', perSecond, untilPerSecond },
          startSeconds: 2e-6,
        }),
      ],
    });
    priorityLevels['only']?.series.rejected.forEach((arrived, sample) => {
      expect(Math.abs(arrived - (expected[sample] as number))).toBeLessThan(1.01);
    });
  });

  test('of many flows with a request now and then, as many come as were to be expected', () => {
    const arrivedOf = (process: 'poisson' | 'constant') => {
      const rare = { arrival: { process, perSecond: 0.125 }, durationSeconds: 0.001 };
      const flows = Array.from({ length: 400 }, (_, i) => flow(`flow-${i}`, 0, rare));
      return simulateServer({ durationSeconds: 4, flows }).total.arrived;
    };
    // 200 with a deviation of 14, or of 10.
    expect(Math.abs(arrivedOf('poisson') - 200)).toBeLessThan(42);
    expect(Math.abs(arrivedOf('constant') - 200)).toBeLessThan(30);
  });

  test.each<[ScenarioFlow['durationSeconds'], number]>([
    [0.125, 0.125],
    [{ distribution: 'exponential', meanSeconds: 0.2 }, 0.2],
    [{ distribution: 'uniform', minSeconds: 0.1, maxSeconds: 0.5 }, 0.3],
    // The logarithms have the deviation s = ln 5 / 2.3263; the mean is the median times e^(s² / 2).
    [{ distribution: 'lognormal', medianSeconds: 0.02, p99Seconds: 0.1 }, 0.025408],
  ])('too many are found by the mean of %o', (thinkSeconds, mean) => {
    const arrival = { process: 'closed-loop', thinkSeconds } as const;
    const flows = [flow('one', 0, { clients: 1e5, arrival, durationSeconds: 0 })];
    const codes = (seconds: number) =>
      safeParseScenario({ durationSeconds: seconds, flows }).error?.problems.map(
        ({ code }) => code,
      );
    expect(codes(999 * mean)).toBeUndefined();
    expect(codes(1001 * mean)).toEqual(['TOO_MANY_REQUESTS']);
  });

  test('bursts begin at once and pause', () => {
    const arrival = { process: 'constant', perSecond: 40, onSeconds: 2, offSeconds: 8 } as const;
    const { priorityLevels } = simulateServer({
      durationSeconds: 20,
      samples: 20,
      flows: [flow('one', 0, { arrival, durationSeconds: 0.1 })],
    });
    const seats = priorityLevels['global-default']?.series.seatsInUse ?? [];
    const busy = seats.flatMap((each, index) => (each > 1 ? [index] : []));
    expect(busy).toEqual([0, 1, 10, 11]);
  });

  test('clients have their numbers in name and URL, and are flows of their own', () => {
    const request = { url: '/api/v1/nodes/node-{client}', user: { name: 'user-{client}' } };
    const { priorityLevels } = simulateServer({
      durationSeconds: 10,
      flows: [flow('one', 100, { clients: 7, request })],
    });
    expect(priorityLevels['global-default']?.flowCount).toBe(7);
  });

  test('seats are estimated from what is listed', () => {
    const request = { url: '/api/v1/pods', user: { name: 'lister' } };
    const objects = { objectCount: 1000, averageObjectBytes: 600 };
    const { priorityLevels } = simulateServer({
      durationSeconds: 10,
      samples: 1,
      flows: [
        flow('one', 1, {
          arrival: { process: 'constant', perSecond: 1 },
          request,
          estimate: { objects },
          durationSeconds: 0.5,
        }),
      ],
    });
    // 600 kB are 6 seats, for half of the time.
    expect(priorityLevels['global-default']?.series.seatsInUse[0]).toBeCloseTo(3, 0);
  });

  test('recorded requests come when they came, in any order', () => {
    const request = {
      requestInfo: { isResourceRequest: false, path: '/version', verb: 'get' },
      user: { name: 'jane', groups: ['system:authenticated'] },
    };
    const arrival = { request, url: '/version', flow: 'jane' };
    const { flows, durationSeconds } = simulateServer({
      arrivals: [
        { ...arrival, atSeconds: 2, durationSeconds: 0.5 },
        { ...arrival, atSeconds: 1, durationSeconds: 0.125 },
      ],
    });
    expect(durationSeconds).toBe(2.5);
    expect(flows['jane']?.execution).toMatchObject({ count: 2, meanSeconds: 0.3125 });
  });

  test('a recorded time that is none is refused', () => {
    const request = {
      requestInfo: { isResourceRequest: false, path: '/', verb: 'get' },
      user: { name: 'x' },
    };
    const arrival = { request, url: '/', flow: 'x', atSeconds: Number.NaN, durationSeconds: 1 };
    expect(() =>
      simulateServer({ arrivals: [{ ...arrival, atSeconds: 4 }, arrival, arrival] }),
    ).toThrow(
      expect.objectContaining({
        code: 'INVALID_SCENARIO',
        problems: [expect.objectContaining({ path: 'arrivals[1].atSeconds' })],
      }),
    );
  });

  test('names are just names', () => {
    const flows = [flow('__proto__', 50), flow('constructor', 20)];
    const result = simulateServer({ durationSeconds: 10, flows });
    expect(Object.keys(result.flows).sort()).toEqual(['__proto__', 'constructor']);
    expect(result.flows['__proto__']?.arrived).toBeGreaterThan(300);
  });
});
