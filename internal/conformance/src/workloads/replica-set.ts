import { controllerOf, objectNamespace, type Pod, type ReplicaSet } from '@kubesem/core';
import { matchesLabelSelector } from '@kubesem/selectors';
import {
  type DeletionRankOptions,
  deletionOrder,
  podsToDelete,
  replicaSetStatus,
} from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { rankedPod } from './deletion-order.js';

interface SyncCase {
  readonly name: string;
  readonly replicaSets: readonly ReplicaSet[];
  readonly pods: readonly Pod[];
  readonly now: string;
}

const NOW = '2026-01-01T00:00:00Z';
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true };

/** An owner that is not a controller may precede the Deployment. */
function owners(random: Random): Json {
  const other = { ...DEPLOYMENT, kind: 'Other', name: 'x', uid: 'd2', controller: false };
  const deployment = { ...DEPLOYMENT, uid: random.percent(90) ? 'd1' : 'd2' };
  return random.percent(90) ? [deployment] : [other, deployment];
}

function replicaSet(random: Random, name: string): JsonObject {
  const labels = { app: 'web', ...random.maybe(70, () => ({ version: name })) };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      namespace: random.percent(95) ? 'shop' : 'other',
      uid: name,
      generation: 1,
      ...random.maybe(85, () => ({ ownerReferences: owners(random) })),
      ...random.maybe(4, () => ({ deletionTimestamp: NOW, finalizers: ['x.io/y'] })),
    },
    spec: {
      ...random.maybe(95, () => ({ replicas: random.below(5) })),
      ...random.maybe(50, () => ({ minReadySeconds: random.pick([0, 1, 10, 60, 3600]) })),
      selector: {
        ...random.maybe(90, () => ({ matchLabels: labels })),
        matchExpressions: random.list(2, () => expression(random)),
      },
      template: {
        metadata: { labels: { ...labels, ...random.maybe(20, () => ({ extra: 'yes' })) } },
        spec: { containers: [] },
      },
    },
  };
}

function expression(random: Random): JsonObject {
  return random.pick<JsonObject>([
    { key: 'app', operator: 'In', values: ['web', 'api'] },
    { key: 'version', operator: 'NotIn', values: ['web-2'] },
    { key: 'version', operator: 'Exists' },
    { key: 'extra', operator: 'DoesNotExist' },
  ]);
}

function ownedPod(random: Random, name: string): JsonObject {
  const owner = random.pick(['web-1', 'web-1', 'web-1', 'web-2']);
  const pod = rankedPod(random, name);
  const kind = random.percent(98) ? 'ReplicaSet' : 'Other';
  const reference = { apiVersion: 'apps/v1', kind, name: owner, uid: owner, controller: true };
  return {
    ...pod,
    metadata: {
      ...(pod['metadata'] as JsonObject),
      // Unique, in any order.
      uid: `${random.below(100)}-${name}`,
      namespace: random.percent(97) ? 'shop' : 'other',
      labels: {
        ...random.maybe(96, () => ({ app: 'web' })),
        ...random.maybe(96, () => ({ version: owner })),
        ...random.maybe(20, () => ({ extra: 'yes' })),
      },
      ...random.maybe(90, () => ({ ownerReferences: [reference] })),
    },
  };
}

function generate(random: Random): JsonObject {
  const names = random.percent(50) ? ['web-1', 'web-2'] : ['web-2', 'web-1'];
  return {
    name: random.percent(97) ? 'shop/web-1' : 'shop/web-3',
    replicaSets: names.map((name) => replicaSet(random, name)),
    pods: Array.from({ length: random.below(9) }, (_, index) => ownedPod(random, `pod-${index}`)),
    now: NOW,
  };
}

/** Returns the ReplicaSet that the case names; undefined if the case has no such ReplicaSet. */
function syncedSet({ name, replicaSets }: SyncCase): ReplicaSet | undefined {
  return replicaSets.find((set) => `${objectNamespace(set)}/${set.metadata?.name}` === name);
}

function questions(set: ReplicaSet, { replicaSets, pods, now }: SyncCase) {
  const ranks = podsToDelete(set, { pods, replicaSets, now });
  // A ReplicaSet that is being deleted changes no Pods.
  const isDeleted = (set.metadata?.deletionTimestamp ?? undefined) !== undefined;
  const replicas = isDeleted ? ranks.length : (set.spec?.replicas ?? 1);
  const count = Math.max(ranks.length - replicas, 0);
  return { ranks, count, missing: Math.max(replicas - ranks.length, 0) };
}

/** Whether each Pod that goes is before each one that stays, so that there is one answer. */
function isDecided(going: readonly Pod[], staying: readonly Pod[], rank: DeletionRankOptions) {
  return going.every((a) => staying.every((b) => deletionOrder(a, b, rank).order < 0));
}

/** Three Pods on one node and one on another, of which all but some go. */
function* examples(): Generator<Json> {
  const labels = { app: 'web' };
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'web-1',
    uid: 'web-1',
    controller: true,
  };
  const metadata = { namespace: 'shop', labels, ownerReferences: [owner] };
  const pods = ['node-1', 'node-1', 'node-2', 'node-1'].map((nodeName, index) => ({
    metadata: { ...metadata, name: `pod-${index}`, uid: `pod-${index}` },
    spec: { nodeName, containers: [] },
    status: { phase: 'Running' },
  }));
  for (const replicas of [0, 1, 2, 3, 4]) {
    for (const ownerReferences of [[], [{ ...DEPLOYMENT, uid: 'd1' }]]) {
      const replicaSet = {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: { name: 'web-1', namespace: 'shop', uid: 'web-1', ownerReferences },
        spec: {
          replicas,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [] } },
        },
      };
      yield { name: 'shop/web-1', replicaSets: [replicaSet], pods, now: NOW };
    }
  }
}

const sync: Operation = {
  name: 'replicaSet.sync',
  program: 'kubernetes',
  candidates: 2000,
  examples,
  generate,
  compare(input, theirs, comparison) {
    const asked = input as unknown as SyncCase;
    const { replicaSets, pods, now } = asked;
    const { deleted, created, status } = theirs.out as JsonObject;
    const set = syncedSet(asked);
    if (set === undefined) {
      comparison.field('deleted Pods', (deleted as string[]).length, 0);
      comparison.field('creates Pods', Number(created), 0);
      return;
    }
    const { ranks, count, missing } = questions(set, asked);
    const names = podsToDelete(set, { pods, replicaSets, count, now }).map(
      ({ pod }) => pod.metadata?.name,
    );
    comparison.field('deleted Pods', (deleted as string[]).length, names.length);
    // The fake server gives all new Pods the same name, so it accepts only some.
    comparison.field('creates Pods', Number(created) > 0, missing > 0);
    const related = relatedOf(set, asked);
    const rank: DeletionRankOptions = { controller: 'ReplicaSet', related, now };
    const ranked = ranks.map(({ pod }) => pod);
    if (isDecided(ranked.slice(0, count), ranked.slice(count), rank)) {
      comparison.field('deleted', (deleted as string[]).join(), names.sort().join());
    }
    if (status !== null) {
      const counts = status as unknown as Readonly<Record<string, number | undefined>>;
      for (const [field, number] of Object.entries(replicaSetStatus(set, { pods, now }))) {
        comparison.field(field, counts[field] ?? 0, number);
      }
    }
  },
  kind(input) {
    const asked = input as unknown as SyncCase;
    const set = syncedSet(asked);
    if (set === undefined) {
      return 'no ReplicaSet';
    }
    const { ranks, count } = questions(set, asked);
    const rules = ranks.map(({ rule }) => rule);
    const isDelayed = (set.spec?.minReadySeconds ?? 0) > 0;
    return [ranks.length > 0, count, rules[count - 1], isDelayed].join();
  },
};

/** The Pods that the selectors of ReplicaSets with the same controller select. */
function relatedOf(set: ReplicaSet, { replicaSets, pods }: SyncCase): readonly Pod[] {
  const uid = controllerOf(set)?.uid;
  const namespace = objectNamespace(set);
  const selectors = replicaSets
    .filter((other) => uid !== undefined && controllerOf(other)?.uid === uid)
    .filter((other) => objectNamespace(other) === namespace)
    .map(({ spec }) => spec?.selector);
  const found = pods.filter(
    (pod) =>
      objectNamespace(pod) === namespace &&
      selectors.some((selector) => matchesLabelSelector(selector, pod.metadata?.labels)),
  );
  const seen = new Set<unknown>();
  return found.filter(({ metadata }) => !seen.has(metadata?.uid) && seen.add(metadata?.uid));
}

/** What ReplicaSets do. */
export const replicaSetOperations: readonly Operation[] = [sync];
