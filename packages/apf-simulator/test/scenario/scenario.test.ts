import { parseScenario, safeParseScenario, simulateServer } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';

const right = {
  name: 'one',
  request: { url: '/api/v1/pods', user: { name: 'jane' } },
  arrival: { process: 'poisson', perSecond: 3 },
  durationSeconds: 0.25,
};
const scenario = (flow: object, more: object = {}) => ({
  durationSeconds: 60,
  flows: [{ ...right, ...flow }],
  ...more,
});
const loop = (thinkSeconds: unknown) => ({ arrival: { process: 'closed-loop', thinkSeconds } });

describe('what can be simulated', () => {
  test.each<[string, object]>([
    ['the least', { durationSeconds: 1, flows: [] }],
    ['one flow', scenario({})],
    ['null for what is absent', scenario({ clients: null, retries: null }, { seed: null })],
    ['a watch', scenario({ request: { url: '/api/v1/pods?watch=1', user: { name: 'jane' } } })],
    ['a closed loop without thinking', scenario(loop(0))],
    ['the largest seed', scenario({}, { seed: 4_294_967_295 })],
    [
      'the most work',
      scenario({ work: { seats: 10_000, finalSeats: 10_000, additionalLatencySeconds: 600 } }),
    ],
    [
      'the most that a server can know',
      scenario({
        request: { method: 'PUT', url: '/api/v1/nodes/a', user: { name: 'jane' } },
        estimate: { watches: 1e6, objects: { objectCount: 1e12, averageObjectBytes: 1e12 } },
      }),
    ],
    ['no requests at all', scenario({ arrival: { process: 'constant', perSecond: 0 } })],
  ])('%s', (_, value) => {
    const copy = JSON.stringify(value);
    const withoutNull = JSON.parse(copy, (_, each) => each ?? undefined);
    expect(safeParseScenario(value)).toEqual({ ok: true, value: withoutNull });
    expect(() => simulateServer(parseScenario(value))).not.toThrow();
    expect(JSON.stringify(value)).toBe(copy);
  });
});

describe('what cannot', () => {
  test.each<[string, unknown, string, string]>([
    ['nothing', undefined, '', 'REQUIRED'],
    ['a list', [], '', 'INVALID_TYPE'],
    ['no duration', { flows: [] }, 'durationSeconds', 'REQUIRED'],
    ['a duration of 0', { durationSeconds: 0, flows: [] }, 'durationSeconds', 'OUT_OF_RANGE'],
    [
      'a duration that is NaN',
      { durationSeconds: NaN, flows: [] },
      'durationSeconds',
      'INVALID_TYPE',
    ],
    ['a text as duration', { durationSeconds: '1h', flows: [] }, 'durationSeconds', 'INVALID_TYPE'],
    ['no end', { durationSeconds: Infinity, flows: [] }, 'durationSeconds', 'OUT_OF_RANGE'],
    ['no flows', { durationSeconds: 1 }, 'flows', 'REQUIRED'],
    ['an unknown field', scenario({}, { speed: 2 }), 'speed', 'UNKNOWN_FIELD'],
    ['a seed with a fraction', scenario({}, { seed: 1.5 }), 'seed', 'OUT_OF_RANGE'],
    ['a negative seed', scenario({}, { seed: -1 }), 'seed', 'OUT_OF_RANGE'],
    ['too many samples', scenario({}, { samples: 10_001 }), 'samples', 'OUT_OF_RANGE'],
    ['a flow that is a text', { durationSeconds: 1, flows: ['x'] }, 'flows[0]', 'INVALID_TYPE'],
    ['an unknown field of a flow', scenario({ rate: 1 }), 'flows[0].rate', 'UNKNOWN_FIELD'],
    ['no name', scenario({ name: '' }), 'flows[0].name', 'REQUIRED'],
    ['one name twice', { durationSeconds: 1, flows: [right, right] }, 'flows[1].name', 'DUPLICATE'],
    [
      'a URL that is none',
      scenario({ request: { url: 'pods', user: { name: 'jane' } } }),
      'flows[0].request.url',
      'INVALID_REQUEST',
    ],
    [
      'a request that runs for long',
      scenario({ request: { url: '/api/v1/namespaces/a/pods/b/exec', user: { name: 'jane' } } }),
      'flows[0].request.url',
      'NOT_SUBJECT',
    ],
    [
      'a group that is a number',
      scenario({ request: { url: '/version', user: { name: 'jane', groups: [7] } } }),
      'flows[0].request.user.groups[0]',
      'INVALID_TYPE',
    ],
    [
      'an unknown process',
      scenario({ arrival: { process: 'random' } }),
      'flows[0].arrival.process',
      'NOT_SUPPORTED',
    ],
    [
      'a negative rate',
      scenario({ arrival: { process: 'poisson', perSecond: -1 } }),
      'flows[0].arrival.perSecond',
      'OUT_OF_RANGE',
    ],
    [
      'pauses without bursts',
      scenario({ arrival: { process: 'poisson', perSecond: 1, offSeconds: 1 } }),
      'flows[0].arrival.onSeconds',
      'REQUIRED',
    ],
    [
      'more requests than can be simulated',
      scenario({ arrival: { process: 'poisson', perSecond: 1e6 } }, { durationSeconds: 101 }),
      'flows',
      'TOO_MANY_REQUESTS',
    ],
    [
      'a closed loop without any time',
      scenario({ ...loop(0), durationSeconds: 0 }),
      'flows[0].arrival.thinkSeconds',
      'OUT_OF_RANGE',
    ],
    [
      'a negative duration',
      scenario({ durationSeconds: -0.1 }),
      'flows[0].durationSeconds',
      'OUT_OF_RANGE',
    ],
    [
      'an unknown distribution',
      scenario({ durationSeconds: { distribution: 'constructor' } }),
      'flows[0].durationSeconds.distribution',
      'NOT_SUPPORTED',
    ],
    [
      'a 99th percentile below the median',
      scenario({
        durationSeconds: { distribution: 'lognormal', medianSeconds: 2, p99Seconds: 1 },
      }),
      'flows[0].durationSeconds.p99Seconds',
      'OUT_OF_RANGE',
    ],
    [
      'a distribution whose mean is beyond all bounds',
      scenario({
        durationSeconds: { distribution: 'lognormal', medianSeconds: 1e-7, p99Seconds: 1e7 },
      }),
      'flows[0].durationSeconds',
      'OUT_OF_RANGE',
    ],
    ['half a client', scenario({ clients: 0.5 }), 'flows[0].clients', 'OUT_OF_RANGE'],
    ['no seats', scenario({ work: { seats: 0 } }), 'flows[0].work.seats', 'OUT_OF_RANGE'],
    [
      'too much latency',
      scenario({ work: { finalSeats: 1, additionalLatencySeconds: 601 } }),
      'flows[0].work.additionalLatencySeconds',
      'OUT_OF_RANGE',
    ],
    [
      'too many watches',
      scenario({ estimate: { watches: 1e6 + 1 } }),
      'flows[0].estimate.watches',
      'OUT_OF_RANGE',
    ],
    [
      'too many clients in all flows',
      {
        durationSeconds: 1,
        flows: Array.from({ length: 11 }, (_, index) => ({
          ...right,
          name: `${index}`,
          clients: 100_000,
        })),
      },
      'flows',
      'OUT_OF_RANGE',
    ],
    [
      'objects without their number',
      scenario({ estimate: { objects: {} } }),
      'flows[0].estimate.objects.objectCount',
      'REQUIRED',
    ],
    [
      'a flag that is a number',
      scenario({ estimate: { watchList: 1 } }),
      'flows[0].estimate.watchList',
      'INVALID_TYPE',
    ],
    [
      'no seats of the server',
      scenario({}, { config: { serverConcurrencyLimit: 0 } }),
      'config.serverConcurrencyLimit',
      'OUT_OF_RANGE',
    ],
    [
      'a level that is null',
      scenario({}, { config: { priorityLevels: [null] } }),
      'config.priorityLevels[0]',
      'REQUIRED',
    ],
    ['a change at no time', scenario({}, { changes: [{}] }), 'changes[0].atSeconds', 'REQUIRED'],
  ])('%s', (_, value, path, code) => {
    const { ok, error } = safeParseScenario(value);
    expect(ok).toBe(false);
    expect(error?.code).toBe('INVALID_SCENARIO');
    expect(error?.problems.map((problem) => [problem.path, problem.code])).toEqual([[path, code]]);
    expect(() => parseScenario(value)).toThrow(expect.objectContaining({ name: 'ScenarioError' }));
  });

  test('fields of the prototype are not there', () => {
    const flow = Object.create(right) as object;
    const { error } = safeParseScenario({ durationSeconds: 1, flows: [flow] });
    expect(error?.problems.map(({ path }) => path)).toContain('flows[0].request');
  });

  test('everything is reported at once', () => {
    const { error } = safeParseScenario({ durationSeconds: -1, flows: [{}], samples: 0 });
    expect(error?.problems.length).toBe(6);
  });
});

test('an object that the API server would refuse is refused', () => {
  const flowSchemas = [{ metadata: { name: 'no good' } }];
  expect(() => simulateServer({ durationSeconds: 1, config: { flowSchemas } })).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
  );
});
