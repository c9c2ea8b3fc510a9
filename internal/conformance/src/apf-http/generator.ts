import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { Random } from '../harness/random.js';
import type { Configuration, Scenario, Step } from './scenario.js';

const USERS = ['jane', 'ben', 'ci', '__proto__', 'system:anonymous'];
const LEVELS = ['slow', 'fast'];
const PATHS = [
  '/healthz',
  '/version',
  '/caf%C3%A9?x=%',
  '/api/v1/pods',
  '/api/v1/namespaces/ns/pods',
  '/api/v1/namespaces/ns/pods/web',
  '/apis/apps/v1/deployments?limit=500',
  '/api/v1/pods?watch=1',
  '/api/v1/namespaces/ns/pods?watch=true&resourceVersion=1',
  '/api/v1/namespaces/ns/pods/web/log',
  '/api/v1/namespaces/ns/pods/web/exec',
  '/api/v1/watch/pods',
  '/debug/pprof/heap',
];
const ODD_PATHS = ['/%zz', '/api/v1/watch', '/api/v1/proxy/', '/api/v1/watch?a=%3Cb%3E&c="'];
const TIMEOUTS = [
  '1m',
  '0',
  '-3s',
  '5',
  'x',
  '1.5h',
  '1m1m1m',
  '.5s',
  '9999999999h',
  '1d',
  '',
  '+1m',
  '1.2.3s',
  '%C2%B5',
];

/**
 * The groups that the API server adds to a user.
 *
 * @param user - name of the user
 * @returns the groups
 */
export function groupsOf(user: string): string[] {
  return [user === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated'];
}

/**
 * A priority level that neither lends nor borrows.
 *
 * @param name - its name, also in its UID
 * @param shares - its shares
 * @param queuing - its queues; undefined to reject
 * @returns the object
 */
export function level(
  name: string,
  shares: number,
  queuing: { queues: number; handSize: number; queueLengthLimit: number } | undefined,
): PriorityLevelConfiguration {
  const limitResponse = queuing === undefined ? { type: 'Reject' } : { type: 'Queue', queuing };
  return {
    metadata: { name, uid: `level-${name}` },
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: shares, lendablePercent: 0, limitResponse },
    },
  };
}

/**
 * A FlowSchema for all requests of some users.
 *
 * @param name - its name, also in its UID
 * @param priorityLevel - name of its level
 * @param users - names of the users
 * @returns the object
 */
export function schema(name: string, priorityLevel: string, users: readonly string[]): FlowSchema {
  const verbs = ['*'];
  return {
    metadata: { name, uid: `schema-${name}` },
    spec: {
      priorityLevelConfiguration: { name: priorityLevel },
      matchingPrecedence: 100,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: users.map((user) => ({ kind: 'User', user: { name: user } })),
          resourceRules: [
            { verbs, apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true },
          ],
          nonResourceRules: [{ verbs, nonResourceURLs: ['*'] }],
        },
      ],
    },
  };
}

function configuration(random: Random): Configuration {
  const queuing = () =>
    random.percent(25)
      ? undefined
      : {
          queues: random.pick([1, 1, 2, 8]),
          handSize: 1,
          queueLengthLimit: random.pick([1, 2, 5]),
        };
  const names = LEVELS.slice(0, 1 + random.below(2));
  return {
    priorityLevels: names.map((name) => level(name, random.pick([5, 10, 40]), queuing())),
    flowSchemas: random.list(3, (index) =>
      schema(`s${index}`, random.pick([...LEVELS, 'exempt']), [
        random.pick(USERS),
        random.pick(USERS),
      ]),
    ),
  };
}

function urlOf(random: Random, http2: boolean): string {
  // A broken path in HTTP/2 is an error of the protocol: Go's client sends the request again.
  if (!http2 && random.percent(4)) {
    return random.pick(ODD_PATHS);
  }
  const path = random.pick(PATHS);
  const mark = path.includes('?') ? '&' : '?';
  return random.percent(15) ? `${path}${mark}timeout=${random.pick(TIMEOUTS)}` : path;
}

/**
 * Generates a server and a course of requests.
 *
 * @param random - source of randomness
 * @returns the scenario
 */
export function randomScenario(random: Random): Scenario {
  const http2 = random.percent(30);
  const steps: Step[] = [];
  const ended = new Set<number>();
  let count = 0;
  const length = 4 + random.below(14);
  while (steps.length < length) {
    const running = Array.from({ length: count }, (_, id) => id).filter((id) => !ended.has(id));
    if (running.length === 0 || random.percent(50)) {
      const user = random.pick(USERS);
      const method = random.pick(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']);
      const url = urlOf(random, http2);
      steps.push({ do: 'send', id: count++, method, url, user, groups: groupsOf(user) });
    } else if (random.percent(5)) {
      steps.push({ do: 'configure', id: 0, ...configuration(random) });
    } else {
      // Nothing happens if the request waits or has been answered.
      const id = random.pick(running);
      const doing = random.pick(['begin', 'finish', 'finish', 'fail', 'cancel'] as const);
      steps.push({ do: doing, id });
      if (doing === 'finish' || doing === 'fail') {
        ended.add(id);
      }
    }
  }
  return {
    serverConcurrencyLimit: random.pick([1, 2, 3, 5, 10]),
    requestTimeoutMs: 60_000,
    http2,
    objects: { pods: random.pick([0, 100, 5000]), 'deployments.apps': random.pick([10, 3000]) },
    size: random.pick([0, 1000, 20_000]),
    ...configuration(random),
    steps,
  };
}
