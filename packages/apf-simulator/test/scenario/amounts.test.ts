import { safeParseScenario } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';

/** The problems of a value. */
function problems(value: unknown): readonly string[] {
  const { error } = safeParseScenario(value);
  return (error?.problems ?? []).map(({ path, code }) => `${path} ${code}`);
}

describe('how much can be simulated', () => {
  const request = { url: '/version', user: { name: 'jane' } };
  const flow = (more: object) => ({ name: 'one', request, durationSeconds: 0, ...more });
  const rate = (perSecond: number, more: object = {}) =>
    flow({ arrival: { process: 'constant', perSecond }, ...more });
  const loop = (thinkSeconds: number, more: object = {}) =>
    flow({ arrival: { process: 'closed-loop', thinkSeconds }, ...more });
  const run = (durationSeconds: number, ...flows: object[]) =>
    problems({ durationSeconds, flows: flows.map((each, i) => ({ ...each, name: `flow ${i}` })) });
  const tooMany = ['flows TOO_MANY_REQUESTS'];

  test.each<[string, durationSeconds: number, right: object, wrong: object]>([
    ['a rate', 200, rate(5e5), rate(500_001)],
    ['a rate up to an end', 1000, rate(1e6, { endSeconds: 100 }), rate(1e6, { endSeconds: 101 })],
    [
      'a rate from a start',
      1000,
      rate(1e6, { startSeconds: 900 }),
      rate(1e6, { startSeconds: 899 }),
    ],
    [
      'a rate between both',
      1000,
      rate(1e6, { startSeconds: 400, endSeconds: 500 }),
      rate(1e6, { startSeconds: 399, endSeconds: 500 }),
    ],
    ['an end behind that of all', 100, rate(1e6, { endSeconds: 500 }), rate(1e6 + 1)],
    ['a loop that thinks', 1000, loop(1e-5), loop(0.1, { clients: 1e5 })],
    [
      'a loop of many clients',
      1000,
      loop(1, { clients: 1e5 }),
      loop(0.99, { clients: 1e5, startSeconds: 0 }),
    ],
    [
      'a loop that executes',
      1000,
      loop(0, { clients: 1e5, durationSeconds: 1 }),
      loop(0, { clients: 1e5, durationSeconds: 0.99 }),
    ],
    [
      'a loop that thinks and executes',
      1000,
      loop(0.5, { clients: 1e5, durationSeconds: 0.5 }),
      loop(0.5, { clients: 1e5, durationSeconds: 0.49 }),
    ],
    [
      'a loop without patience',
      1000,
      loop(0, { clients: 1e5, durationSeconds: 1, cancelAfterSeconds: 2 }),
      loop(0, { clients: 1e5, durationSeconds: 2, cancelAfterSeconds: 0.99 }),
    ],
  ])('the requests of %s', (_, durationSeconds, right, wrong) => {
    expect(run(durationSeconds, right)).toEqual([]);
    expect(run(durationSeconds, wrong)).toEqual(
      (wrong as { arrival: { perSecond?: number } }).arrival.perSecond === 1e6 + 1
        ? ['flows[0].arrival.perSecond OUT_OF_RANGE']
        : tooMany,
    );
  });

  test('what begins behind its end sends nothing', () => {
    const late = rate(1e6, { startSeconds: 900, endSeconds: 1 });
    expect(run(1000, rate(1e6, { endSeconds: 100 }), late)).toEqual([]);
    expect(run(1000, rate(1e6, { endSeconds: 100 }), rate(1))).toEqual(tooMany);
  });

  test('a client of a loop takes a while for each request', () => {
    expect(run(1, loop(1e-5))).toEqual([]);
    expect(run(1, loop(0.9e-5))).toEqual(['flows[0].arrival.thinkSeconds OUT_OF_RANGE']);
    expect(run(1, loop(0, { durationSeconds: 1, cancelAfterSeconds: 0 }))).toEqual([
      'flows[0].arrival.thinkSeconds OUT_OF_RANGE',
    ]);
  });

  test('flows and clients', () => {
    const many = (count: number, more: object = {}) =>
      run(1, ...Array.from({ length: count }, () => rate(0, more)));
    expect(many(10_000)).toEqual([]);
    expect(many(10_001)).toEqual(['flows OUT_OF_RANGE']);
    expect(many(10, { clients: 1e5 })).toEqual([]);
    const others = Array.from({ length: 10 }, () => rate(0, { clients: 1e5 }));
    expect(run(1, ...others, rate(0))).toEqual(['flows OUT_OF_RANGE']);
  });

  test('the names are different', () => {
    const named = (...names: unknown[]) =>
      problems({ durationSeconds: 1, flows: names.map((name) => ({ ...rate(1), name })) });
    expect(named('a', 'b', '__proto__')).toEqual([]);
    expect(named('a', 'b', 'a')).toEqual(['flows[2].name DUPLICATE']);
    expect(named(7, 7)).toEqual(['flows[0].name INVALID_TYPE', 'flows[1].name INVALID_TYPE']);
  });
});
