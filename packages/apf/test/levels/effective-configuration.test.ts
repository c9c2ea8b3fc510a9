import {
  type ApfConfiguration,
  ApfController,
  type ConcurrencyLimits,
  classifyRequest,
  type EstimationContext,
  effectiveConfiguration,
  requestUser,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
  VirtualClock,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';

const anything = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] },
];
const schema = (name: string, level: string, matchingPrecedence: number, user: string) => ({
  metadata: { name },
  spec: {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    rules: [{ subjects: [{ kind: 'User', user: { name: user } }], resourceRules: anything }],
  },
});
const level = (
  name: string,
  nominalConcurrencyShares: number,
  handSize: number,
  queues: number,
) => ({
  metadata: { name },
  spec: {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares,
      lendablePercent: 35,
      limitResponse: { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 7 } },
    },
  },
});

const configurations: readonly (readonly [string, ApfConfiguration])[] = [
  ['nothing', { priorityLevels: [], flowSchemas: [] }],
  [
    'the suggested objects',
    { priorityLevels: SUGGESTED_PRIORITY_LEVELS, flowSchemas: SUGGESTED_FLOW_SCHEMAS },
  ],
  [
    'levels of its own',
    {
      priorityLevels: [level('one', 11, 1, 1), level('many', 40, 6, 128)],
      flowSchemas: [
        schema('to-one', 'one', 20, 'anna'),
        schema('to-many', 'many', 10, 'jane'),
        schema('to-none', 'none', 5, 'jane'),
        // The level is not stored, and imagined only after the schemas have been looked at.
        schema('to-catch-all', 'catch-all', 6, 'anna'),
      ],
    },
  ],
];

/** What a running server makes of the same. */
function running(configuration: ApfConfiguration, user: string) {
  const apf = new ApfController({
    ...configuration,
    serverConcurrencyLimit: 613,
    clock: new VirtualClock(),
  });
  const limits: Record<string, ConcurrencyLimits & { readonly initialLimit: number }> = {};
  apf.on({
    adjusted: (name, { nominalLimit, lowerLimit, upperLimit, currentLimit: initialLimit }) => {
      limits[name] = { nominalLimit, lowerLimit, upperLimit, initialLimit };
    },
  });
  apf.updateConfig(configuration);
  let context: EstimationContext | undefined;
  const work = (known: EstimationContext) => {
    context = known;
    return { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };
  };
  const requestInfo = { isResourceRequest: true, path: '', verb: 'list', resource: 'pods' };
  apf.request({ requestInfo, user: requestUser(user) }, { work });
  apf.close();
  return { limits, context };
}

describe.each(configurations)('%s', (_, configuration) => {
  test.each(['anna', 'jane', 'system:node:n1'])(
    'are what a controller makes of it, for %s',
    (user) => {
      const { limits, context } = running(configuration, user);
      const { levels, flowSchemas } = effectiveConfiguration(configuration, 613);
      expect(
        Object.fromEntries(
          levels.map(({ configuration: object, nominalLimit, lowerLimit, ...others }) => {
            const { upperLimit, initialLimit } = others;
            return [object.metadata?.name, { nominalLimit, lowerLimit, upperLimit, initialLimit }];
          }),
        ),
      ).toEqual(limits);
      const requestInfo = { isResourceRequest: true, path: '', verb: 'list', resource: 'pods' };
      const found = classifyRequest({ requestInfo, user: requestUser(user) }, flowSchemas);
      const used = levels.find(
        ({ configuration: { metadata } }) => metadata?.name === found?.priorityLevel,
      );
      expect({
        flowSchema: found?.flowSchema.metadata?.name,
        priorityLevel: found?.priorityLevel,
        maxSeats: used?.maxSeats,
      }).toEqual(context);
    },
  );
});

test('flow schemas whose level does not exist, and mandatory objects that do not', () => {
  const { levels, dangling, flowSchemas } = effectiveConfiguration(
    configurations[2]?.[1] as ApfConfiguration,
    613,
  );
  expect(dangling).toEqual(['to-none', 'to-catch-all']);
  expect(flowSchemas.map(({ metadata }) => metadata?.name)).toEqual([
    'exempt',
    'to-many',
    'to-one',
    'catch-all',
  ]);
  expect(levels.map(({ isImagined, shardsFlows }) => [isImagined, shardsFlows])).toEqual([
    [false, false],
    [false, true],
    [true, false],
    [true, false],
  ]);
});

test('schemas that name no level are not used', () => {
  const flowSchemas = [
    { metadata: { name: 'a' } },
    { metadata: { name: 'b' }, spec: null },
    { metadata: { name: 'c' }, spec: { priorityLevelConfiguration: null } },
    { metadata: { name: 'd' }, spec: { priorityLevelConfiguration: {} } },
  ];
  const { dangling, flowSchemas: used } = effectiveConfiguration(
    { priorityLevels: [], flowSchemas },
    10,
  );
  expect(dangling).toEqual(['a', 'b', 'c', 'd']);
  expect(used.map(({ metadata }) => metadata?.name)).toEqual(['exempt', 'catch-all']);
});
