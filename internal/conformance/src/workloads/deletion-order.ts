import type { Pod, PodFailurePolicy } from '@kubesem/core';
import {
  type DeletionRankOptions,
  deletionOrder,
  deletionRanks,
  podFailurePolicyMatch,
} from '@kubesem/workloads';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { NOW } from '../lifecycle/generator.js';

const NOW_MS = Date.parse(NOW);

interface RankingCase {
  readonly pods: readonly Pod[];
  readonly related: readonly Pod[];
  readonly now: string;
}

const CONTROLLERS = { replicaSet: 'ReplicaSet', job: 'Job' } as const;
type Answer<T> = Readonly<Record<keyof typeof CONTROLLERS, T>>;

/** Seconds around powers of 2 of nanoseconds (8.59, 17.2, 34.4, 68.7 s and so on), and equal ones. */
const AGES = [0, 1, 8, 9, 10, 17, 18, 34, 35, 60, 68, 69, 70, 137, 138, 3600, 1e6, 4e8, -1, -5];
const COSTS = [
  ...['0', '-0', '1', '-1', '10', '+10', '007', '-007', '', ' 1', '1.0', 'x', '-'],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '99999999999999999999'],
];

function time(random: Random): string | null {
  const ageMs = random.pick(AGES) * 1000 + random.pick([0, 0, 0, 0, 500, 999]);
  return random.percent(8) ? null : new Date(NOW_MS - ageMs).toISOString();
}

function statuses(random: Random): JsonObject[] {
  return ['app', 'proxy'].flatMap((name) =>
    random.percent(60)
      ? [{ name, restartCount: random.pick([0, 0, 1, 2, 2_147_483_647, -1]) }]
      : [],
  );
}

/** A Pod. Most of them are alike, so that the later rules decide. */
export function rankedPod(random: Random, name: string): JsonObject {
  const odd = random.percent(25);
  return {
    metadata: {
      name,
      uid: random.percent(95) ? `uid-${random.below(6)}` : '',
      creationTimestamp: time(random),
      ...random.maybe(odd ? 40 : 0, () => ({
        annotations: { 'controller.kubernetes.io/pod-deletion-cost': random.pick(COSTS) },
      })),
      ...random.maybe(5, () => ({ deletionTimestamp: NOW })),
    },
    spec: {
      containers: [],
      nodeName: random.pick(odd ? ['node-1', 'node-2', ''] : ['node-1', 'node-2']),
      ...random.maybe(40, () => ({
        initContainers: [
          { name: 'proxy', ...random.maybe(75, () => ({ restartPolicy: 'Always' })) },
        ],
      })),
    },
    status: {
      phase: odd
        ? random.pick(['Pending', 'Unknown', 'Running', 'Failed', 'Succeeded', ''])
        : 'Running',
      ...random.maybe(85, () => ({
        conditions: [
          {
            type: random.percent(95) ? 'Ready' : 'Initialized',
            status: random.percent(80) ? 'True' : random.pick(['False', 'Unknown']),
            lastTransitionTime: time(random),
          },
          ...(random.percent(5) ? [{ type: 'Ready', status: 'True' }] : []),
        ],
      })),
      ...random.maybe(50, () => ({ containerStatuses: statuses(random) })),
      ...random.maybe(50, () => ({ initContainerStatuses: statuses(random) })),
    },
  };
}

function related(random: Random, pods: readonly JsonObject[]): JsonObject[] {
  const others = random.percent(40) ? random.list(3, () => rankedPod(random, 'other')) : [];
  return random.percent(90) ? [...pods, ...others] : others;
}

function* ranked(): Generator<JsonObject> {
  const pod = (name: string, restartCount: number, readySeconds: number): JsonObject => ({
    metadata: { name, uid: name },
    spec: { nodeName: 'node-1', containers: [] },
    status: {
      phase: 'Running',
      containerStatuses: [{ name: 'app', restartCount }],
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          lastTransitionTime: new Date(NOW_MS - readySeconds * 1000).toISOString(),
        },
      ],
    },
  });
  for (const pods of [
    [pod('a', 0, 40), pod('b', 0, 50)],
    [pod('b', 0, 40), pod('a', 0, 50)],
    [pod('a', 0, 60), pod('b', 0, 70)],
    [pod('a', 1, 40), pod('b', 2, 40)],
  ]) {
    yield { pods, related: pods, now: NOW };
  }
}

function options(input: RankingCase, name: keyof Answer<unknown>): DeletionRankOptions {
  return { controller: CONTROLLERS[name], related: input.related, now: input.now };
}

/** Whether the list has one order: no cycle, and Pods that are equal are so to all others. */
function isOrdered(pods: readonly Pod[], rank: DeletionRankOptions): boolean {
  const matrix = pods.map((a) => pods.map((b) => deletionOrder(a, b, rank).order));
  const at = (a: number, b: number): number => matrix[a]?.[b] ?? 0;
  const all = pods.map((_, index) => index);
  return all.every((a) =>
    all.every((b) =>
      all.every((c) => at(a, b) > 0 || at(b, c) > 0 || isSum(at(a, b), at(b, c), at(a, c))),
    ),
  );
}

/** From a ≤ b and b ≤ c follows how a and c compare. */
function isSum(ab: number, bc: number, ac: number): boolean {
  return ac === Math.min(ab, bc);
}

const names = ['replicaSet', 'job'] as const;

const ranking: Operation = {
  name: 'pods.ranking',
  program: 'kubernetes',
  examples: ranked,
  generate(random) {
    const pods = Array.from({ length: 1 + random.below(7) }, (_, index) =>
      rankedPod(random, `pod-${index}`),
    );
    return { pods, related: related(random, pods), now: NOW };
  },
  compare(input, theirs, comparison) {
    const ranked = input as unknown as RankingCase;
    for (const name of names) {
      const rank = options(ranked, name);
      const answer = (theirs.out as unknown as Answer<readonly string[]>)[name];
      if (isOrdered(ranked.pods, rank)) {
        const sorted = deletionRanks(ranked.pods, rank);
        comparison.field(name, answer.join(), sorted.map(({ pod }) => pod.metadata?.name).join());
      }
    }
  },
  candidates: 2000,
  kind(input) {
    const ranked = input as unknown as RankingCase;
    const rank = options(ranked, 'replicaSet');
    const rules = deletionRanks(ranked.pods, rank).map(({ rule }) => rule);
    return [isOrdered(ranked.pods, rank), ...rules.slice(0, 2)].join();
  },
};

const less: Operation = {
  name: 'pods.less',
  program: 'kubernetes',
  examples: ranked,
  generate(random) {
    const pods = [rankedPod(random, 'a'), rankedPod(random, 'b')];
    return { pods, related: related(random, pods), now: NOW };
  },
  compare(input, theirs, comparison) {
    const pair = input as unknown as RankingCase;
    const [a, b] = pair.pods as readonly [Pod, Pod];
    for (const name of names) {
      const [isFirst, isSecond] = (theirs.out as unknown as Answer<readonly boolean[]>)[name];
      const order = isFirst === true ? -1 : isSecond === true ? 1 : 0;
      comparison.field(name, order, deletionOrder(a, b, options(pair, name)).order);
      const back = 0 - deletionOrder(b, a, options(pair, name)).order;
      comparison.field(`${name} back`, order, back);
    }
  },
  kind(input) {
    const pair = input as unknown as RankingCase;
    const [a, b] = pair.pods as readonly [Pod, Pod];
    const decided = names.map((name) => deletionOrder(a, b, options(pair, name)));
    return [...decided.flatMap(({ order, rule }) => [order, rule]), a.status?.phase].join();
  },
};

interface PolicyCase {
  readonly policy?: PodFailurePolicy;
  readonly pod: Pod;
}

function containerStatus(random: Random, name: string): JsonObject {
  return {
    name,
    state: random.maybe(85, () => ({
      terminated: random.maybe(95, () => ({ exitCode: random.pick([0, 1, 42, 137, -1]) })),
    })),
  };
}

function condition(random: Random): JsonObject {
  return {
    type: random.pick(['DisruptionTarget', 'Ready', 'ConfigIssue']),
    ...random.maybe(90, () => ({ status: random.pick(['True', 'False', 'Unknown']) })),
  };
}

function policyRule(random: Random): JsonObject {
  return {
    action: random.pick(['FailJob', 'FailJob', 'FailIndex', 'Ignore', 'Count', 'Odd']),
    ...random.maybe(60, () => ({
      onExitCodes: {
        ...random.maybe(40, () => ({ containerName: random.pick(['main', 'setup', '', null]) })),
        operator: random.pick(['In', 'In', 'NotIn', 'Odd']),
        values: random.list(3, () => random.pick([0, 1, 42, 137])),
      },
    })),
    ...random.maybe(50, () => ({ onPodConditions: random.list(2, () => condition(random)) })),
  };
}

const failurePolicy: Operation = {
  name: 'job.failurePolicy',
  program: 'kubernetes',
  *examples() {
    const state = { terminated: { exitCode: 42 } };
    const pod = {
      metadata: { name: 'web' },
      status: { containerStatuses: [{ name: 'main', state }] },
    };
    for (const action of ['FailJob', 'FailIndex', 'Ignore', 'Count', 'Odd']) {
      const onExitCodes = { operator: 'In', values: [42] };
      const rules = [
        { action, onExitCodes },
        { action: 'FailJob', onExitCodes },
      ];
      yield { pod, policy: { rules } };
    }
    yield { pod };
  },
  generate: (random) => ({
    pod: {
      metadata: { name: 'web-0', ...random.maybe(80, () => ({ namespace: 'shop' })) },
      status: {
        containerStatuses: ['main', 'log'].map((name) => containerStatus(random, name)),
        initContainerStatuses: random.list(1, () => containerStatus(random, 'setup')),
        conditions: random.list(2, () => condition(random)),
      },
    },
    ...random.maybe(97, () => ({ policy: { rules: random.list(4, () => policyRule(random)) } })),
  }),
  compare(input, theirs, comparison) {
    const { policy, pod } = input as unknown as PolicyCase;
    const { message, counts, action } = theirs.out as JsonObject;
    const ours = podFailurePolicyMatch(policy, pod);
    comparison.field('action', action, ours.action ?? null);
    comparison.field('counts', counts, ours.counts);
    comparison.field('message', message, ours.message ?? null);
    comparison.field('index', action !== null, ours.ruleIndex !== undefined);
  },
  kind(input) {
    const { policy, pod } = input as unknown as PolicyCase;
    const { action, ruleIndex, message } = podFailurePolicyMatch(policy, pod);
    const rule = policy?.rules?.[ruleIndex ?? -1];
    return [action, ruleIndex, message?.slice(0, 15), rule?.onExitCodes?.operator].join();
  },
};

/** The order in which controllers delete Pods, and what a Job does about one that has failed. */
export const deletionOrderOperations: readonly Operation[] = [ranking, less, failurePolicy];
