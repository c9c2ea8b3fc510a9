import type { ApfConfiguration } from '@kubesem/apf';

/**
 * One level that queues, named `work`, for the group `team`; all others go to the level `catch-all`.
 *
 * @param queuing - how requests of the level wait
 * @param nominalConcurrencyShares - of the level, beside the 5 of `catch-all`
 */
export function configuration(
  queuing: { queues: number; handSize: number; queueLengthLimit: number },
  nominalConcurrencyShares = 15,
): ApfConfiguration {
  const limitResponse = { type: 'Queue', queuing };
  const limited = { nominalConcurrencyShares, limitResponse };
  return {
    priorityLevels: [{ metadata: { name: 'work' }, spec: { type: 'Limited', limited } }],
    flowSchemas: [
      {
        metadata: { name: 'workers' },
        spec: {
          priorityLevelConfiguration: { name: 'work' },
          matchingPrecedence: 700,
          distinguisherMethod: { type: 'ByUser' },
          rules: [
            {
              subjects: [{ kind: 'Group', group: { name: 'team' } }],
              nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
              resourceRules: [
                {
                  verbs: ['*'],
                  apiGroups: ['*'],
                  resources: ['*'],
                  namespaces: ['*'],
                  clusterScope: true,
                },
              ],
            },
          ],
        },
      },
    ],
  };
}

/** Whole numbers from 0 to below a bound, the same for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
