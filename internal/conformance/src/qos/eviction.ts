import { type Pod, type PodStats, toPod } from '@kubesem/core';
import { type EvictionCandidate, type EvictionRankingOptions, evictionRanking } from '@kubesem/qos';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { appContainer, nodePod } from './pod.js';

const SIGNALS = words(`
  memory.available memory.available memory.available allocatableMemory.available pid.available
  pid.available nodefs.available nodefs.available nodefs.inodesFree imagefs.available
  imagefs.inodesFree containerfs.available containerfs.inodesFree
`);

/** Few values, close to the requests, so there are ties. */
const USES = [0, 1, 2000, 4096, 67_108_864, 67_108_865, 104_857_600, 1_610_612_736, 2 ** 45];

function used(random: Random): JsonObject {
  return {
    ...random.maybe(85, () => ({ usedBytes: random.pick(USES) })),
    ...random.maybe(85, () => ({ inodesUsed: random.pick(USES) })),
  };
}

function stats(random: Random, uid: string): JsonObject {
  return {
    podRef: { name: uid, namespace: 'default', uid },
    ...random.maybe(90, () => ({
      memory: random.maybe(95, () => ({ workingSetBytes: random.pick(USES) })),
    })),
    containers: random.list(3, (index) => ({
      name: `app${index}`,
      ...random.maybe(85, () => ({ rootfs: used(random) })),
      ...random.maybe(85, () => ({ logs: used(random) })),
    })),
    ...random.maybe(60, () => ({
      volume: random.list(4, () => ({
        name: random.pick(['v0', 'v1', 'v2', 'w']),
        ...used(random),
      })),
    })),
    ...random.maybe(85, () => ({
      process_stats: random.maybe(90, () => ({ process_count: random.pick([0, 1, 2, 40, 4096]) })),
    })),
  };
}

/** The Pods of a node, their usage, and the signal of the eviction. */
function evictionCase(random: Random): Json {
  const uids = random.list(6, (index) => `uid-${index}`);
  const simple = random.percent(40);
  const pods = uids.map((uid) => {
    const pod = nodePod(random, uid);
    // Pods that differ little, for more ties.
    return simple
      ? { metadata: pod.metadata as Json, spec: { containers: [{ name: 'app0' }] } }
      : pod;
  });
  const reported = uids.filter(() => random.percent(88));
  return {
    pods,
    stats: [...reported, ...(random.percent(5) ? reported : [])].map((uid) => stats(random, uid)),
    signal: random.pick(SIGNALS),
    withImageFs: random.percent(60),
    split: random.percent(40),
  };
}

/** Pods that differ in one criterion of the ranking, for each signal. */
function* evictionCases(): Iterable<Json> {
  const named = (uid: string, memory: string, priority: number): JsonObject => ({
    metadata: { uid },
    spec: {
      priority,
      containers: [appContainer({ memory, 'ephemeral-storage': memory })],
      volumes: [{ name: 'scratch', emptyDir: {} }],
    },
  });
  const use = (uid: string, bytes: number): JsonObject => ({
    podRef: { name: uid, namespace: 'default', uid },
    memory: { workingSetBytes: bytes },
    containers: [
      {
        name: 'app',
        rootfs: { usedBytes: bytes, inodesUsed: 7 },
        logs: { usedBytes: 5, inodesUsed: 3 },
      },
    ],
    volume: [{ name: 'scratch', usedBytes: 11, inodesUsed: 2 }],
    process_stats: { process_count: bytes % 97 },
  });
  const pods = [
    named('within', '2Gi', 0),
    named('above-high', '64Mi', 9),
    named('above-low', '64Mi', 3),
    named('above-low-more', '32Mi', 3),
    named('above-low-again', '64Mi', 3),
    named('unknown', '64Mi', 100),
    named('critical', '1Mi', 2_000_000_000),
  ];
  const stats = pods
    .map(({ metadata }) => (metadata as { uid: string }).uid)
    .filter((uid) => uid !== 'unknown')
    .map((uid) => use(uid, 134_217_728));
  const files = ['nodefs', 'imagefs', 'containerfs'].flatMap((name) => [
    `${name}.available`,
    `${name}.inodesFree`,
  ]);
  for (const signal of [
    'memory.available',
    'allocatableMemory.available',
    'pid.available',
    ...files,
  ]) {
    for (const [withImageFs, split] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      yield { pods, stats, signal, withImageFs, split };
    }
  }
}

interface TheirPlace {
  readonly index: number;
  readonly critical: boolean;
  readonly tied: boolean;
  /** Null without stats. */
  readonly compared: TheirUsage | null;
}

interface TheirUsage {
  readonly usage: string;
  /** Empty for processes. */
  readonly request: string;
  readonly aboveRequest: string;
  readonly exceeds: boolean;
}

/** The layout of the file systems; the second flag has an effect only with the first. */
function layoutOf({ withImageFs, split }: JsonObject): 'shared' | 'separate' | 'split' {
  return withImageFs !== true ? 'shared' : split === true ? 'split' : 'separate';
}

/** Compares the reasons for the place of one Pod. */
function compareCandidate(
  candidate: EvictionCandidate,
  rank: number,
  { critical, compared }: TheirPlace,
  comparison: Comparison,
): void {
  const compare = (field: string, theirs: unknown, ours: unknown): void =>
    comparison.field(`${field} of ${toPod(candidate.pod).metadata?.uid}`, theirs, ours);
  const { standing, usage, request, usageAboveRequest } = candidate;
  const requestable = compared?.exceeds ? 'ABOVE_REQUEST' : 'WITHIN_REQUEST';
  compare('rank', rank, candidate.rank);
  compare('critical', critical, candidate.isCritical);
  compare(
    'standing',
    compared === null ? 'NO_STATS' : compared.request === '' ? 'NOT_REQUESTABLE' : requestable,
    standing,
  );
  compare('usage', compared?.usage, usage?.toString());
  compare('request', compared?.request || undefined, request?.toString());
  compare('usage above the request', compared?.aboveRequest, usageAboveRequest?.toString());
}

const evictionRank: Operation = {
  name: 'qos.evictionRank',
  program: 'kubernetes',
  examples: evictionCases,
  generate: evictionCase,
  compare(input, theirs, comparison) {
    const { pods, stats, signal } = input as unknown as EvictionRankingOptions & {
      readonly pods: readonly Pod[];
      readonly stats: readonly PodStats[];
    };
    const options = { signal, imageFilesystem: layoutOf(input as JsonObject) };
    const explained = evictionRanking(pods, stats, options);
    let rank = 0;
    let order = '';
    (theirs.out as unknown as readonly TheirPlace[]).forEach((their, place) => {
      // The kubelet evicts equal Pods in any order.
      rank = their.tied ? rank : place + 1;
      const candidate = explained.find(({ pod }) => pod === pods[their.index]);
      comparison.field(`found ${their.index}`, true, candidate !== undefined);
      if (candidate !== undefined) {
        compareCandidate(candidate, rank, their, comparison);
      }
      order += `${rank} `;
    });
    comparison.field('order', order, explained.map((candidate) => `${candidate.rank} `).join(''));
  },
  kind(input, theirs) {
    const places = theirs.out as unknown as readonly TheirPlace[];
    const { signal } = input as JsonObject;
    const ties = places.some(({ tied }) => tied);
    const critical = places.some((place) => place.critical);
    return `${signal},${layoutOf(input as JsonObject)},${Math.min(places.length, 2)},${ties},${critical}`;
  },
};

/** Order in which the kubelet evicts Pods. */
export const evictionOperations: readonly Operation[] = [evictionRank];
