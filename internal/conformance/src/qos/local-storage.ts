import type { Pod, PodStats, PodStatus } from '@kubesem/core';
import { disruptionTarget } from '@kubesem/disruption';
import { type LocalStorageCheck, localStorageEviction } from '@kubesem/qos';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { compareRejection } from '../resources/pod/comparison.js';

const STORAGE = 'ephemeral-storage';
/** Few amounts, so the usage is often at the limit or one byte above. */
const LIMITS: readonly Json[] = [
  ...['0', '1', '1Ki', '1025', '2Ki', '1k', '0.5Ki', '1.5', '1500m', '-1', '4Gi', '1e3', null],
  ...['-1Gi', '-0.5', '-0.5Ki', '1.00000000000000000001', '1025.00000000000000000000', '9Ei'],
];
const USED = [
  0, 1, 2, 512, 513, 999, 1000, 1001, 1023, 1024, 1025, 2048, 2049, 3072, 4_294_967_297,
];
const NAMES = ['a', 'b', 'c', 'v', '__proto__'];

function limited(random: Random, name: string): Json {
  const restartPolicy = random.maybe(40, () => ({ restartPolicy: 'Always' }));
  const limits = { [STORAGE]: random.pick(LIMITS) };
  return random.percent(75)
    ? { name, resources: { limits }, ...restartPolicy }
    : { name, ...restartPolicy };
}

function list(random: Random, most: number, make: (name: string) => Json): Json[] {
  return random.list(most, () => make(random.pick(NAMES)));
}

function volume(random: Random, name: string): Json {
  const source: JsonObject = {
    ...random.maybe(75, () => ({ sizeLimit: random.pick(LIMITS) })),
    ...random.maybe(40, () => ({ medium: random.pick(['', 'Memory', 'HugePages']) })),
  };
  return random.percent(85) ? { name, emptyDir: source } : { name, hostPath: { path: '/' } };
}

function pod(random: Random): JsonObject {
  const annotations: JsonObject = random.pick<JsonObject>([
    ...[{}, {}, {}, {}, {}, {}, {}, { 'kubernetes.io/config.source': 'api' }],
    ...[{ 'kubernetes.io/config.source': 'file' }, { 'kubernetes.io/config.mirror': 'x' }],
  ]);
  return {
    metadata: { name: 'p', annotations },
    spec: {
      containers: list(random, 3, (name) => limited(random, name)),
      ...random.maybe(40, () => ({
        initContainers: list(random, 2, (name) => limited(random, name)),
      })),
      ...random.maybe(70, () => ({ volumes: list(random, 3, (name) => volume(random, name)) })),
      ...random.maybe(15, () => ({ overhead: { [STORAGE]: random.pick(LIMITS) } })),
      ...random.maybe(10, () => ({ resources: { limits: { [STORAGE]: '1' } } })),
      ...random.maybe(15, () => ({ priority: random.pick([0, 1_999_999_999, 2_000_000_000]) })),
    },
  };
}

function fileSystem(random: Random): JsonObject {
  return random.maybe(90, () => ({ usedBytes: random.pick(USED) }));
}

function stats(random: Random): JsonObject {
  const maybe = (percent: number, field: string): JsonObject =>
    random.maybe(percent, () => ({ [field]: fileSystem(random) }));
  return {
    containers: list(random, 3, (name) => ({ name, ...maybe(80, 'logs'), ...maybe(80, 'rootfs') })),
    // The kubelet requires the usage of a volume.
    volume: list(random, 3, (name) => ({ name, usedBytes: random.pick(USED) })),
    ...maybe(60, STORAGE),
  };
}

/** A Pod, and what it uses on its node. */
function podAndStats(random: Random): JsonObject {
  return { pod: pod(random), stats: stats(random), dedicatedImageFs: random.percent(25) };
}

const container = (name: string, limit: string): JsonObject => ({
  name,
  resources: { limits: { [STORAGE]: limit } },
});
const usage = (used: number, name = 'a'): JsonObject => ({
  containers: [{ name, logs: { usedBytes: used }, rootfs: { usedBytes: 1 } }],
  volume: [{ name: 'v', usedBytes: used }],
  [STORAGE]: { usedBytes: used },
});

/** Each kind of limit, reached and exceeded. */
function* podsAndStats(): Iterable<Json> {
  const specs: readonly JsonObject[] = [
    { containers: [container('a', '1Ki')] },
    { containers: [container('a', '1Ki'), container('b', '1Ki')] },
    { containers: [container('a', '0'), { name: 'b' }] },
    { containers: [container('b', '1Mi')], initContainers: [container('a', '1Ki')] },
    {
      containers: [container('b', '1Mi')],
      initContainers: [{ ...container('a', '1Ki'), restartPolicy: 'Always' }],
    },
    ...['', 'Memory', 'HugePages'].map((medium) => ({
      containers: [{ name: 'a' }],
      volumes: [{ name: 'v', emptyDir: { medium, sizeLimit: '1Ki' } }],
    })),
    { containers: [{ name: 'a' }], volumes: [{ name: 'v', emptyDir: { sizeLimit: '0' } }] },
    { containers: [container('a', '1Ki')], overhead: { [STORAGE]: '1Ki' } },
    { containers: [container('a', '1Ki')], priority: 2_000_000_000 },
    { containers: [container('a', '1Ki')], priority: 1_999_999_999 },
  ];
  for (const spec of specs) {
    for (const used of [0, 1023, 1024, 1025, 2049]) {
      yield { pod: { spec }, stats: usage(used), dedicatedImageFs: used === 1023 };
    }
    yield { pod: { spec }, stats: {}, dedicatedImageFs: false };
  }
  const spec = { containers: [container('a', '1Ki')] };
  const over = { stats: usage(2049), dedicatedImageFs: false };
  // Go reads null as an empty text, which is a source other than the API server.
  for (const key of ['kubernetes.io/config.source', 'kubernetes.io/config.mirror']) {
    yield { pod: { metadata: { annotations: { [key]: null } }, spec }, ...over };
  }
  yield { pod: { spec: { ...spec, priority: '2000000000' } }, ...over };
}

interface StorageCase {
  readonly pod: Pod;
  readonly stats: PodStats;
  readonly dedicatedImageFs: boolean;
}

/** The message of the kubelet. */
function messageOf(exceeded: LocalStorageCheck | undefined): string {
  switch (exceeded?.rule) {
    case undefined:
      return '';
    case 'EMPTY_DIR_LIMIT':
      return `Usage of EmptyDir volume "${exceeded.name}" exceeds the limit "${exceeded.limit}". `;
    case 'POD_LIMIT':
      return `Pod ephemeral local storage usage exceeds the total limit of containers ${exceeded.limit}. `;
    case 'CONTAINER_LIMIT':
      return `Container ${exceeded.name} exceeded its local ephemeral storage limit "${exceeded.limit}". `;
  }
}

/** The stats in parts: the Pod as a whole, each volume and each container. */
function partsOf({ volume, containers, [STORAGE]: whole }: PodStats): readonly PodStats[] {
  return [
    { [STORAGE]: whole },
    ...(volume ?? []).map((one) => ({ volume: [one] })),
    ...(containers ?? []).map((one) => ({ containers: [one] })),
  ];
}

function textOf({ rule, name, limit, used, isExceeded }: LocalStorageCheck): string {
  return `${rule} ${name} ${limit} ${used} ${isExceeded}`;
}

/** Compares each part alone, and the checks of all stats with those of the parts. */
function compareParts(
  { pod, stats, dedicatedImageFs }: StorageCase,
  theirs: readonly string[],
  comparison: Comparison,
): void {
  const options = { dedicatedImageFs };
  const { checks } = localStorageEviction(pod, stats, options);
  const texts = new Set(checks.map(textOf));
  partsOf(stats).forEach((part, index) => {
    const explained = localStorageEviction(pod, part, options);
    comparison.field(`part ${index}`, theirs[index], messageOf(explained.eviction));
    if (part.containers) {
      const isThere = explained.checks
        .filter(({ rule }) => rule === 'CONTAINER_LIMIT')
        .every((check) => texts.has(textOf(check)));
      comparison.field(`checks of part ${index}`, true, isThere);
    }
  });
}

const eviction: Operation = {
  name: 'localStorage.eviction',
  program: 'kubernetes',
  examples: podsAndStats,
  generate: podAndStats,
  compare(input, theirs, comparison) {
    const { pod, stats, dedicatedImageFs } = input as unknown as StorageCase;
    const compute = (given: Json) =>
      localStorageEviction(given as Pod, stats, { dedicatedImageFs }).eviction;
    const ours = attempt(() => compute(pod as Json));
    if (compareRejection(pod as Json, theirs, ours, comparison, compute)) {
      return;
    }
    const { message, parts, status } = theirs.out as unknown as {
      readonly message: string;
      readonly parts: readonly string[];
      readonly status: PodStatus;
    };
    comparison.field('message', message, messageOf(ours.value));
    // The page says that such an eviction is not announced by a condition, unlike others of the kubelet.
    const target = disruptionTarget({ status }, { now: '2026-01-01T00:00:00Z' });
    comparison.field('DisruptionTarget', target?.reason, undefined);
    comparison.field('reason', status.reason, ours.value && 'Evicted');
    compareParts({ pod, stats, dedicatedImageFs }, parts, comparison);
  },
  kind: (input, { out, err }) => {
    if (err !== undefined) {
      return err;
    }
    const { pod, stats, dedicatedImageFs } = input as unknown as StorageCase;
    const { checks, isCritical } = localStorageEviction(pod, stats, { dedicatedImageFs });
    const found = checks.map(({ rule, isExceeded }) => `${rule.slice(0, 1)}${Number(isExceeded)}`);
    return [
      isCritical,
      dedicatedImageFs,
      ...found.slice(0, 4),
      (out as JsonObject).message === '',
    ].join();
  },
};

/** Eviction because of local storage. */
export const localStorageOperations: readonly Operation[] = [eviction];
