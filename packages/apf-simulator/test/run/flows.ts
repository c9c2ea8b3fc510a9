import type { RequestStatistics, ScenarioFlow, SimulationOptions } from '@kubesem/apf-simulator';

/** A flow of short requests, which come one by one. */
export function flow(
  name: string,
  perSecond: number,
  more: Partial<ScenarioFlow> = {},
): ScenarioFlow {
  return {
    name,
    request: { url: '/api/v1/namespaces/prod/pods/web', user: { name } },
    arrival: { process: 'poisson', perSecond },
    durationSeconds: { distribution: 'exponential', meanSeconds: 0.1 },
    ...more,
  };
}

/** A configuration in which one level has all seats, and everybody is sent there. */
export function oneLevel(seats: number, queuing: object | undefined): SimulationOptions['config'] {
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

export const manyQueues = { queues: 64, handSize: 6, queueLengthLimit: 50 };
export const oneLongQueue = { queues: 1, handSize: 1, queueLengthLimit: 100_000 };

/** How many requests were rejected, for whatever reason. */
export function rejections({ rejected }: RequestStatistics): number {
  return Object.values(rejected).reduce((sum, each: number) => sum + each, 0);
}
