import {
  fairnessIndex,
  type RequestStatistics,
  type SimulationOptions,
  type SimulationResult,
  simulate,
  suggestedFlowSchemas,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { flow } from './flows.js';

/** A configuration in which one level has all seats, and everybody is sent there. */
function oneLevel(seats: number, queuing: object | undefined): SimulationOptions['config'] {
  const limitResponse = queuing === undefined ? { type: 'Reject' } : { type: 'Queue', queuing };
  const everything = [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] },
  ];
  const subjects = [{ kind: 'Group', group: { name: 'system:authenticated' } }];
  return {
    suggestedObjects: false,
    // The mandatory level catch-all has 5 shares, too.
    serverConcurrencyLimit: seats,
    priorityLevels: [
      {
        metadata: { name: 'only' },
        spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1e6, limitResponse } },
      },
      {
        metadata: { name: 'catch-all' },
        spec: {
          type: 'Limited',
          limited: {
            nominalConcurrencyShares: 5,
            lendablePercent: 0,
            limitResponse: { type: 'Reject' },
          },
        },
      },
    ],
    flowSchemas: [
      {
        metadata: { name: 'everybody' },
        spec: {
          priorityLevelConfiguration: { name: 'only' },
          matchingPrecedence: 500,
          distinguisherMethod: { type: 'ByUser' },
          rules: [{ subjects, resourceRules: everything }],
        },
      },
    ],
  };
}

const manyQueues = { queues: 64, handSize: 6, queueLengthLimit: 50 };
const oneLongQueue = { queues: 1, handSize: 1, queueLengthLimit: 100_000 };

function rejections({ rejected }: RequestStatistics): number {
  return Object.values(rejected).reduce((sum, each: number) => sum + each, 0);
}

/** Everything that was counted, once by flow, once by schema, once by level and once as a whole. */
function groupings({ total, flows, flowSchemas, priorityLevels }: SimulationResult) {
  return [[total], ...[flows, flowSchemas, priorityLevels].map((map) => Object.values(map))].map(
    (group) => group.filter((each) => each !== undefined),
  );
}

describe('nothing is lost', () => {
  const crowd: SimulationOptions = {
    durationSeconds: 30,
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
  const result = simulate(crowd);

  test('what arrived was dispatched, rejected or still waits', () => {
    for (const group of groupings(result)) {
      for (const each of group) {
        expect(each.arrived).toBe(each.dispatched + rejections(each) + each.waiting);
        expect(each.wait.count).toBe(each.dispatched);
        expect(each.execution.count).toBe(each.dispatched - each.executing);
      }
    }
  });

  test('flows, flow schemas and levels add up to the whole', () => {
    for (const group of groupings(result)) {
      for (const count of ['arrived', 'retried', 'dispatched', 'executing', 'waiting'] as const) {
        const sum = group.reduce((all, each) => all + each[count], 0);
        expect(sum, count).toBe(result.total[count]);
      }
    }
  });

  test('every way to end is taken, so that the sums say something', () => {
    const { flows, total } = result;
    expect(flows['flood']?.rejected['queue-full']).toBeGreaterThan(0);
    expect(flows['flood']?.retried).toBeGreaterThan(0);
    expect(flows['impatient']?.rejected.cancelled).toBeGreaterThan(0);
    expect(flows['hurried']?.rejected['time-out']).toBeGreaterThan(0);
    expect(flows['metrics']?.rejected['concurrency-limit']).toBeGreaterThan(0);
    expect(total.waiting).toBeGreaterThan(0);
    expect(total.executing).toBeGreaterThan(0);
  });

  test('the seats in use never exceed what the level has', () => {
    const { series } = result.priorityLevels['only'] ?? {};
    expect(series?.seatsInUse).toHaveLength(60);
    series?.seatsInUse.forEach((seats, index) => {
      expect(seats).toBeLessThanOrEqual((series.currentLimit[index] ?? 0) + 1e-9);
      expect(seats).toBeGreaterThan(5);
    });
    const rejected = series?.rejected.reduce((sum, each) => sum + each, 0);
    expect(rejected).toBe(rejections(result.priorityLevels['only'] as RequestStatistics));
  });

  test('the result is plain data', () => {
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(Object.getPrototypeOf(result.flows)).toBe(null);
    expect(Object.getPrototypeOf(result.flowSchemas)).toBe(null);
    expect(Object.getPrototypeOf(result.priorityLevels)).toBe(null);
  });
});

describe('the same again', () => {
  const options: SimulationOptions = {
    durationSeconds: 20,
    seed: 42,
    config: oneLevel(8, manyQueues),
    flows: [flow('a', 90), flow('b', 50, { arrival: { process: 'constant', perSecond: 50 } })],
  };

  test('the same seed gives the same result, another one another', () => {
    const first = simulate(options);
    expect(simulate(options)).toEqual(first);
    expect(simulate({ ...options, seed: 43 })).not.toEqual(first);
  });

  test('requests do not depend on the configuration, nor on other flows', () => {
    const arrivedOf = (changed: Partial<SimulationOptions>) =>
      simulate({ ...options, ...changed }).flows['a']?.arrived;
    const arrived = simulate(options).flows['a']?.arrived;
    expect(arrivedOf({ config: oneLevel(2, undefined) })).toBe(arrived);
    expect(arrivedOf({ flows: [flow('c', 500), flow('a', 90)] })).toBe(arrived);
  });

  test('options are not changed', () => {
    const copy = JSON.parse(JSON.stringify(options)) as SimulationOptions;
    simulate(options);
    expect(options).toEqual(copy);
  });
});

describe('the theory of queues', () => {
  // M/M/c: Poisson arrivals, exponential service, c servers, one long queue. Erlang's C formula gives the waits.
  test('with 8 seats at 80 % the waits are those of an M/M/8 queue', () => {
    const [servers, rho, mean] = [8, 0.8, 0.1] as const;
    const offered = servers * rho;
    let term = 1;
    let sum = 1;
    for (let n = 1; n < servers; n++) {
      term *= offered / n;
      sum += term;
    }
    const last = (term * offered) / servers / (1 - rho);
    const probabilityOfWait = last / (sum + last);
    const meanWait = (probabilityOfWait * mean) / (servers * (1 - rho));
    const { flows, priorityLevels } = simulate({
      durationSeconds: 3000,
      seed: 5,
      config: oneLevel(8, oneLongQueue),
      flows: [flow('all', offered / mean)],
    });
    const { wait, execution, rejected } = flows['all'] as RequestStatistics;
    expect(rejected).toEqual({
      'queue-full': 0,
      'concurrency-limit': 0,
      'time-out': 0,
      cancelled: 0,
    });
    expect(execution.meanSeconds / mean).toBeCloseTo(1, 1);
    expect(wait.meanSeconds / meanWait).toBeGreaterThan(0.95);
    expect(wait.meanSeconds / meanWait).toBeLessThan(1.05);
    // The waits of those who wait are exponential: P(W > t) = P(wait) · e^(-(c·µ - λ)·t).
    const p99 = Math.log(probabilityOfWait / 0.01) / ((servers * (1 - rho)) / mean);
    expect(wait.p99Seconds / p99).toBeGreaterThan(0.93);
    expect(wait.p99Seconds / p99).toBeLessThan(1.07);
    const seats = priorityLevels['only']?.series.seatsInUse ?? [];
    const average = seats.reduce((all, each) => all + each, 0) / seats.length;
    expect(average / offered).toBeGreaterThan(0.98);
    expect(average / offered).toBeLessThan(1.02);
  });

  test('without queues, as many are rejected as Erlang’s B formula says', () => {
    const servers = 5;
    const offered = 4;
    let blocked = 1;
    for (let n = 1; n <= servers; n++) blocked = (offered * blocked) / (n + offered * blocked);
    const { total } = simulate({
      durationSeconds: 2000,
      seed: 3,
      config: oneLevel(servers, undefined),
      flows: [flow('all', offered / 0.1)],
    });
    expect(rejections(total)).toBe(total.rejected['concurrency-limit']);
    expect(rejections(total) / total.arrived / blocked).toBeGreaterThan(0.95);
    expect(rejections(total) / total.arrived / blocked).toBeLessThan(1.05);
  });
});

describe('would my change have starved the controllers?', () => {
  const url = '/apis/apps/v1/namespaces/prod/deployments/web/status';
  const operator = { name: 'system:serviceaccount:ops:operator' };
  const flows = [
    flow('batch', 2000, {
      request: { url: '/api/v1/pods', user: { name: 'system:serviceaccount:batch:job' } },
      durationSeconds: 0.2,
    }),
    flow('operator', 20, { request: { method: 'PUT', url, user: operator } }),
  ];
  const own = {
    metadata: { name: 'ops' },
    spec: {
      priorityLevelConfiguration: { name: 'workload-low' },
      matchingPrecedence: 700,
      // All of the schema are one flow.
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'system:serviceaccounts' } }],
          resourceRules: [
            {
              verbs: ['*'],
              apiGroups: ['*'],
              resources: ['*'],
              clusterScope: true,
              namespaces: ['*'],
            },
          ],
        },
      ],
    },
  };
  const options = { durationSeconds: 60, seed: 1, flows };

  test('with the suggested objects, each service account is a flow of its own', () => {
    const { flows: after, priorityLevels } = simulate(options);
    expect(after['operator']?.priorityLevels).toEqual(['workload-low']);
    expect(rejections(after['operator'] as RequestStatistics)).toBe(0);
    expect(after['operator']?.wait.p99Seconds).toBeLessThan(1);
    expect(priorityLevels['workload-low']?.flowCount).toBe(2);
    expect(priorityLevels['workload-low']?.fairnessIndex).toBeGreaterThan(0.99);
  });

  test('with a schema that makes one flow of all, the flood starves the operator', () => {
    const { flows: after } = simulate({ ...options, config: { flowSchemas: [own] } });
    const operatorAfter = after['operator'] as RequestStatistics;
    expect(rejections(operatorAfter) / operatorAfter.arrived).toBeGreaterThan(0.15);
  });

  test('a change on the way counts from then on', () => {
    const changes = [{ atSeconds: 30, flowSchemas: [own] }];
    const { flows: after, flowSchemas } = simulate({ ...options, changes });
    expect(after['operator']?.flowSchemas).toEqual(['ops', 'service-accounts']);
    expect(rejections(flowSchemas['service-accounts'] as RequestStatistics)).toBeGreaterThan(0);
    const mistaken = [{ metadata: { name: 'ops' }, spec: {} }];
    expect(() =>
      simulate({ ...options, changes: [{ atSeconds: 1, flowSchemas: mistaken }] }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION' }));
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
  simulate({ durationSeconds: 8, samples: 4, flows: [], onProgress: (part) => seen.push(part) });
  expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
});

test('a flow schema that the release suggests is there, unless it is left out', () => {
  expect(suggestedFlowSchemas.map(({ metadata }) => metadata?.name)).toContain('global-default');
  const options = { durationSeconds: 5, flows: [flow('one', 10)] };
  expect(simulate(options).flows['one']?.flowSchemas).toEqual(['global-default']);
  const bare = simulate({ ...options, config: { suggestedObjects: false } });
  expect(bare.flows['one']?.flowSchemas).toEqual(['catch-all']);
});
