import { type SimulationOptions, simulateServer } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { flow, manyQueues, oneLevel } from './flows.js';
import { loop, url } from './simulated-client.js';

describe('a schema', () => {
  const subjects: readonly (readonly [string, object])[] = [
    ['user', { kind: 'User', user: { name: 'user-3' } }],
    ['group', { kind: 'Group', group: { name: 'team' } }],
  ];

  test.each(subjects)(
    'finds the clients by their %s: numbers from 1 on, and the groups that are given',
    (_, subject) => {
      const user = { name: 'user-{client}', groups: ['team'] };
      const rules = [
        {
          subjects: [subject],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
        },
      ];
      const spec = {
        matchingPrecedence: 100,
        rules,
        priorityLevelConfiguration: { name: 'workload-low' },
      };
      const own = { metadata: { name: 'own' }, spec } as NonNullable<
        NonNullable<SimulationOptions['config']>['flowSchemas']
      >[number];
      const { flowSchemas } = simulateServer({
        durationSeconds: 3,
        config: { flowSchemas: [own] },
        flows: [{ ...loop, clients: 3, request: { url, user } }],
      });
      expect(flowSchemas['own']?.arrived).toBeGreaterThan(0);
    },
  );
});

describe('changes of the configuration', () => {
  const schema = (name: string, priorityLevel: string) => ({
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: priorityLevel },
      matchingPrecedence: 100,
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'system:authenticated' } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
        },
      ],
    },
  });

  test('come at their times, in whatever order they are given, and stay', () => {
    const limited = { nominalConcurrencyShares: 1e6, lendablePercent: 100 };
    const only = {
      metadata: { name: 'only' },
      spec: {
        type: 'Limited',
        limited: { ...limited, limitResponse: { type: 'Reject' } },
      },
    };
    const late = {
      metadata: { name: 'late' },
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 1e6, limitResponse: { type: 'Reject' } },
      },
    };
    const changes: SimulationOptions['changes'] = [
      { atSeconds: 6, priorityLevels: [only, late] },
      { atSeconds: 3, flowSchemas: [schema('a-new-one', 'only')] },
    ];
    const { flowSchemas, priorityLevels, flows } = simulateServer({
      durationSeconds: 10,
      samples: 5,
      config: oneLevel(4, manyQueues),
      flows: [loop],
      changes,
    });
    // It asks at 0.25, 1, 1.75 and 2.5, and then ten times more.
    expect(flowSchemas['everybody']).toMatchObject({ arrived: 4, priorityLevels: ['only'] });
    expect(flowSchemas['a-new-one']).toMatchObject({ arrived: 9 });
    expect(flows['loop']?.flowSchemas).toEqual(['a-new-one', 'everybody']);
    expect(priorityLevels['only']?.limits).toEqual({
      nominalLimit: 2,
      lowerLimit: 0,
      upperLimit: 6,
    });
    expect(priorityLevels['late']?.series.currentLimit).toEqual([0, 0, 0, 2, 2]);
  });

  test('are counted where they lead, be it another flow, level or schema', () => {
    const second = {
      metadata: { name: 'second' },
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 1e6, limitResponse: { type: 'Reject' } },
      },
    };
    const { flowSchemas, priorityLevels } = simulateServer({
      durationSeconds: 8,
      config: oneLevel(4, manyQueues),
      flows: [loop],
      changes: [
        // All users are one flow.
        { atSeconds: 2, flowSchemas: [schema('everybody', 'only')] },
        { atSeconds: 4, priorityLevels: [second], flowSchemas: [schema('everybody', 'second')] },
        { atSeconds: 6, flowSchemas: [schema('a-new-one', 'second')] },
      ],
    });
    // It asks at 0.25, 1 and 1.75; 2.5 and 3.25; 4, 4.75 and 5.5; 6.25, 7 and 7.75.
    expect(flowSchemas['everybody']).toMatchObject({
      arrived: 8,
      priorityLevels: ['only', 'second'],
    });
    expect(flowSchemas['a-new-one']).toMatchObject({ arrived: 3, priorityLevels: ['second'] });
    expect(priorityLevels['only']).toMatchObject({ arrived: 5, flowCount: 2 });
    expect(priorityLevels['second']).toMatchObject({ arrived: 6 });
  });

  test('take the place of suggested objects of the same name', () => {
    const options = { durationSeconds: 5, flows: [loop] };
    const own = [schema('global-default', 'workload-low')];
    const { flows, priorityLevels } = simulateServer({ ...options, config: { flowSchemas: own } });
    expect(flows['loop']).toMatchObject({
      flowSchemas: ['global-default'],
      priorityLevels: ['workload-low'],
    });
    // 100 of 245 shares of 600 seats.
    expect(priorityLevels['workload-low']?.limits.nominalLimit).toBe(245);
  });
});

test('schemas may lead to the mandatory levels, which a server creates', () => {
  const user = { name: 'bot' };
  const leadTo = (name: string, suggestedObjects: boolean) => {
    const config = {
      suggestedObjects,
      flowSchemas: [
        {
          metadata: { name: 'bots' },
          spec: {
            priorityLevelConfiguration: { name },
            matchingPrecedence: 2,
            rules: [
              {
                subjects: [{ kind: 'User', user }],
                nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
              },
            ],
          },
        },
      ],
    };
    const bots = flow('bots', 10, { request: { url: '/version', user } });
    const result = simulateServer({ durationSeconds: 5, flows: [bots], config });
    return Object.entries(result.flowSchemas).filter(([, each]) => (each?.arrived ?? 0) > 0);
  };
  expect(leadTo('exempt', true).map(([name]) => name)).toEqual(['bots']);
  expect(leadTo('catch-all', true).map(([name]) => name)).toEqual(['bots']);
  expect(leadTo('exempt', false).map(([name]) => name)).toEqual(['catch-all']);
});
