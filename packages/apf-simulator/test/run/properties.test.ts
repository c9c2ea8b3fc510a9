import { type RequestStatistics, type ScenarioFlow, simulateServer } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { flow, oneLevel, oneLongQueue, rejections } from './flows.js';

test.each<[string, ScenarioFlow['durationSeconds'], number, number]>([
  ['always the same', 0.25, 0.25, 0.25],
  ['exponential', { distribution: 'exponential', meanSeconds: 0.2 }, 0.2 * Math.LN2, 0.92],
  ['uniform', { distribution: 'uniform', minSeconds: 0.1, maxSeconds: 0.5 }, 0.3, 0.496],
  ['lognormal', { distribution: 'lognormal', medianSeconds: 0.02, p99Seconds: 0.7 }, 0.02, 0.7],
])('durations: %s', (_, durationSeconds, p50, p99) => {
  const { total } = simulateServer({
    durationSeconds: 1000,
    seed: 2,
    flows: [flow('one', 30, { durationSeconds })],
  });
  expect(total.execution.p50Seconds / p50).toBeGreaterThan(0.95);
  expect(total.execution.p50Seconds / p50).toBeLessThan(1.05);
  expect(total.execution.p99Seconds / p99).toBeGreaterThan(0.9);
  expect(total.execution.p99Seconds / p99).toBeLessThan(1.1);
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
    const { flows, priorityLevels } = simulateServer({
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

  // M/G/1: Poisson arrivals, one server. The mean wait is λ·E[S²] / 2(1 - ρ), the formula of Pollaczek and Khinchine.
  test.each<[string, ScenarioFlow['durationSeconds'], number]>([
    ['M/M/1', { distribution: 'exponential', meanSeconds: 0.1 }, 0.02],
    ['M/D/1', 0.1, 0.01],
    ['M/U/1', { distribution: 'uniform', minSeconds: 0, maxSeconds: 0.2 }, 0.04 / 3],
  ])('%s: with one seat at 70 %% the mean wait is as predicted', (_, durationSeconds, square) => {
    const perSecond = 7;
    const meanWait = (perSecond * square) / 2 / (1 - perSecond * 0.1);
    const waits = Array.from({ length: 12 }, (_unused, seed) => {
      const config = oneLevel(1, oneLongQueue);
      const one = flow('all', perSecond, { durationSeconds });
      return simulateServer({ durationSeconds: 2000, seed, config, flows: [one] }).total.wait
        .meanSeconds;
    });
    const average = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    const variance = waits.reduce((sum, wait) => sum + (wait - average) ** 2, 0) / 11;
    const standardError = Math.sqrt(variance / waits.length);
    expect(standardError / meanWait).toBeLessThan(0.03);
    expect(Math.abs(average - meanWait) / standardError).toBeLessThan(4);
  });

  test('without queues, as many are rejected as Erlang’s B formula says', () => {
    const servers = 5;
    const offered = 4;
    let blocked = 1;
    for (let n = 1; n <= servers; n++) {
      blocked = (offered * blocked) / (n + offered * blocked);
    }
    const { total } = simulateServer({
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
    const { flows: after, priorityLevels } = simulateServer(options);
    expect(after['operator']?.priorityLevels).toEqual(['workload-low']);
    expect(rejections(after['operator'] as RequestStatistics)).toBe(0);
    expect(after['operator']?.wait.p99Seconds).toBeLessThan(1);
    expect(priorityLevels['workload-low']?.flowCount).toBe(2);
    expect(priorityLevels['workload-low']?.fairnessIndex).toBeGreaterThan(0.99);
  });

  test('with a schema that makes one flow of all, the flood starves the operator', () => {
    const { flows: after } = simulateServer({ ...options, config: { flowSchemas: [own] } });
    const operatorAfter = after['operator'] as RequestStatistics;
    expect(rejections(operatorAfter) / operatorAfter.arrived).toBeGreaterThan(0.15);
  });

  test('a change on the way counts from then on', () => {
    const changes = [{ atSeconds: 30, flowSchemas: [own] }];
    const { flows: after, flowSchemas } = simulateServer({ ...options, changes });
    expect(after['operator']?.flowSchemas).toEqual(['ops', 'service-accounts']);
    expect(rejections(flowSchemas['service-accounts'] as RequestStatistics)).toBeGreaterThan(0);
    const mistaken = [{ metadata: { name: 'ops' }, spec: {} }];
    expect(() =>
      simulateServer({ ...options, changes: [{ atSeconds: 1, flowSchemas: mistaken }] }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION' }));
  });
});
