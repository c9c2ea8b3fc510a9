import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  requestUser,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';

const LEVELS = ['a', 'b', 'c', 'system'];
const USERS = Array.from({ length: 12 }, (_, index) => `u${index}`);
/** Users for which there are suggested FlowSchemas, and their groups. */
const SYSTEM_USERS: readonly (readonly [user: string, ...groups: string[]])[] = [
  ['admin', 'system:masters'],
  ['system:node:n', 'system:nodes'],
  ['system:kube-scheduler'],
  ['system:kube-controller-manager'],
  ['system:serviceaccount:kube-system:job-controller'],
  ['system:serviceaccount:ns:robot'],
  ['system:anonymous'],
];
const VERBS = ['list', 'get', 'create', 'watch', 'update', 'delete', 'patch'];
const ALL = {
  resourceRules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true },
  ],
};
/** How long after an adjustment the limits are noted. */
export const NOTE_AFTER_NS = 2;
/** How often the limits are adjusted. */
export const PERIOD_NS = 10_000_000_000;
const LONGEST_WAIT_NS = 60_000_000_000;
/** Maximum of final seats of a request. */
const MOST_FINAL_SEATS = 4;

/** The objects that configure a server. */
export interface Configuration {
  readonly priorityLevels: readonly JsonObject[];
  readonly flowSchemas: readonly JsonObject[];
}

function limitResponse(random: Random): Json {
  if (random.percent(20)) {
    return { type: 'Reject' };
  }
  const queues = random.pick([1, 1, 2, 4, 8, 64, random.pick([128, 129, 500])]);
  const handSize = 1 + random.below(Math.min(queues, random.pick([2, 6])));
  const queuing = { queues, handSize, queueLengthLimit: random.pick([1, 2, 10, 50]) };
  return { type: 'Queue', queuing };
}

/** A priority level that the API server would store. */
function priorityLevel(random: Random, name: string): JsonObject {
  if (name === 'exempt') {
    if (random.percent(5)) {
      // Stored but ignored: the server uses the mandatory object.
      return { metadata: { name }, spec: { type: 'Exempt' } };
    }
    const exempt = {
      nominalConcurrencyShares: random.pick([0, 0, 10, 60]),
      lendablePercent: random.pick([0, 50, 100]),
    };
    return { metadata: { name }, spec: { type: 'Exempt', exempt } };
  }
  if (name === 'catch-all') {
    const limited = {
      nominalConcurrencyShares: 5,
      lendablePercent: 0,
      limitResponse: { type: 'Reject' },
    };
    return { metadata: { name }, spec: { type: 'Limited', limited } };
  }
  const limited = {
    nominalConcurrencyShares: random.pick([0, 1, 5, 30, 100, random.below(150), random.below(150)]),
    lendablePercent: random.pick([0, 25, 50, 90, 100, random.below(101)]),
    ...random.maybe(40, () => ({ borrowingLimitPercent: random.pick([0, 10, 100, 300]) })),
    limitResponse: limitResponse(random),
  };
  return { metadata: { name }, spec: { type: 'Limited', limited } };
}

function flowSchema(random: Random, name: string, levels: readonly string[]): JsonObject {
  const names = Array.from({ length: 1 + random.below(3) }, () => random.pick(USERS));
  return {
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: random.pick(levels) },
      matchingPrecedence: 2 + random.below(4),
      ...random.maybe(70, () => ({
        distinguisherMethod: { type: random.pick(['ByUser', 'ByNamespace']) },
      })),
      rules: [{ subjects: names.map((user) => ({ kind: 'User', user: { name: user } })), ...ALL }],
    },
  };
}

/** The objects of a new cluster, and FlowSchemas of others. */
function builtIn(random: Random): Configuration {
  const priorityLevels = [...SUGGESTED_PRIORITY_LEVELS, ...MANDATORY_PRIORITY_LEVELS];
  return {
    priorityLevels: priorityLevels as unknown as JsonObject[],
    flowSchemas: [
      ...([...SUGGESTED_FLOW_SCHEMAS, ...MANDATORY_FLOW_SCHEMAS] as unknown as JsonObject[]),
      ...random.list(3, (index) =>
        flowSchema(random, `s${index}`, ['workload-low', 'leader-election', 'global-default']),
      ),
    ],
  };
}

/** Whether the objects are those of a new cluster, which are long. */
export function isBuiltIn({ priorityLevels }: Pick<Configuration, 'priorityLevels'>): boolean {
  return priorityLevels.length > LEVELS.length + MANDATORY_PRIORITY_LEVELS.length;
}

/** A configuration, sometimes with FlowSchemas of a missing level. */
export function configuration(random: Random): Configuration {
  if (random.percent(10)) {
    return builtIn(random);
  }
  const names = [
    ...(random.percent(70) ? ['exempt'] : []),
    ...(random.percent(60) ? ['catch-all'] : []),
    ...LEVELS.filter(() => random.percent(65)),
  ];
  const levels = random.percent(20) ? [...LEVELS, 'exempt'] : names.length > 0 ? names : LEVELS;
  return {
    priorityLevels: names.map((name) => priorityLevel(random, name)),
    flowSchemas: [
      ...(MANDATORY_FLOW_SCHEMAS as unknown as JsonObject[]).filter(() => random.percent(20)),
      ...Array.from({ length: random.below(6) }, (_, index) =>
        flowSchema(random, `s${index}`, levels),
      ),
    ],
  };
}

function caller([name, ...groups]: readonly [user: string, ...groups: string[]], index: number) {
  const user = requestUser(name, groups);
  return {
    user: user.name,
    groups: user.groups,
    info: {
      isResourceRequest: true,
      path: '/apis/coordination.k8s.io/v1/leases',
      verb: VERBS[index % VERBS.length],
      apiGroup: 'coordination.k8s.io',
      apiVersion: 'v1',
      resource: 'leases',
      namespace: ['', 'ns', 'kube-system'][index % 3],
    },
  };
}

/** Callers of all FlowSchemas. */
export const CALLERS = [...SYSTEM_USERS, ...USERS.map((name) => [name] as const)].map(caller);
const MOST_CALLERS = 20;

interface Mood {
  readonly tickNs: number;
  readonly gap: number;
  readonly duration: number;
  readonly callers: number;
  readonly widePercent: number;
  readonly finalPercent: number;
}

function request(random: Random, { tickNs, duration, ...like }: Mood, atNs: number): JsonObject {
  const seats = () => (random.percent(like.widePercent) ? 1 + random.below(4) : 1);
  const waitTicks = 1 + random.below(random.pick([2, 4 * duration, 20 * duration]));
  return {
    atNs,
    caller: random.below(like.callers),
    initialSeats: seats(),
    ...random.maybe(like.finalPercent, () => ({
      finalSeats: 1 + random.below(MOST_FINAL_SEATS),
      additionalLatencyNs: random.below(duration) * tickNs,
    })),
    durationNs: random.below(duration + 1) * tickNs,
    waitNs: Math.min(LONGEST_WAIT_NS, waitTicks * tickNs),
  };
}

/**
 * A scenario of up to 200 requests on all levels. The limits are adjusted every 10 seconds. Nothing else happens at
 * that time: all other times are a nanosecond after a whole number of ticks.
 */
export function controllerScenario(random: Random): Json {
  const size = 1 + random.below(random.pick([5, 30, 200]));
  const gap = random.pick([0, 1, 4, 20]);
  const like: Mood = {
    tickNs: random.pick([250_000, 3_000_000, 50_000_000, 500_000_000]),
    gap,
    duration: 1 + random.below(1 + gap * random.pick([2, 10, 40])),
    callers: random.pick([2, 6, MOST_CALLERS]),
    widePercent: random.pick([0, 0, 30]),
    finalPercent: random.pick([0, 0, 30]),
  };
  const reconfigurePercent = random.pick([0, 2, 8, 30]);
  const arrivals: { readonly atNs: number; readonly [key: string]: Json }[] = [];
  let atNs = 1;
  while (arrivals.length < size) {
    atNs += random.below(gap + 1) * like.tickNs;
    const reconfigures = random.percent(reconfigurePercent);
    arrivals.push(
      reconfigures
        ? { atNs, configuration: configuration(random) as unknown as Json }
        : (request(random, like, atNs) as { atNs: number }),
    );
  }
  // By then all requests have started or timed out, and all that started have ended.
  const lastNs = atNs + LONGEST_WAIT_NS + (1 + MOST_FINAL_SEATS) * like.duration * like.tickNs;
  return {
    serverConcurrencyLimit: random.pick([1, 2, 5, 10, 20, 600, random.below(1000)]),
    ...configuration(random),
    callers: Array.from({ length: like.callers }, () => random.pick(CALLERS)),
    arrivals,
    periods: Math.ceil(lastNs / PERIOD_NS),
  } as unknown as Json;
}
