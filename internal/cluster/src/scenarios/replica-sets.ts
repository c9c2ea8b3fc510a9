import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@kubesem/conformance/random';
import type { Pod, ReplicaSet } from '@kubesem/core';
import {
  type DeletionRankOptions,
  deletionOrder,
  podsToDelete,
  replicaSetStatus,
} from '@kubesem/workloads';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { annotations, template } from '../conformance/templates.js';

const COUNT = 30;

/** Which Pods a ReplicaSet deletes when it scales down, and its status. */
export const replicaSets: Scenario = {
  name: 'replica-sets',
  about: 'which Pods a ReplicaSet deletes when it scales down; its status',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('replica-sets');
    const random = new Random(8);
    const names = Array.from({ length: COUNT }, (_, index) => `set-${index}`);
    for (const name of names) {
      await cluster.api.create(replicaSet(name, namespace, 4 + random.below(5)));
    }
    await sleep(3000);
    for (const pod of await cluster.api.list<Listed>(`/api/v1/namespaces/${namespace}/pods`)) {
      await change(cluster, random, pod);
    }
    // Later Pods are younger and have been ready for a shorter time.
    await sleep(10_000);
    for (const name of names) {
      await cluster.api.patch(replicaSet(name, namespace, 0), { spec: { replicas: 9 } });
    }
    await sleep(3000);
    for (const name of names) {
      await compareDeletion(cluster, found, random, namespace, name);
    }
    await sleep(2000);
    await compareStatus(cluster, found, namespace);
  },
};

type Listed = Pod & { readonly metadata: { readonly name: string; readonly namespace: string } };

function replicaSet(name: string, namespace: string, replicas: number) {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
  };
}

/** Makes Pods differ in what the controller ranks by. */
async function change(cluster: Cluster, random: Random, pod: Listed): Promise<void> {
  const cost = 'controller.kubernetes.io/pod-deletion-cost';
  const life = random.pick([{}, {}, { 'ready-after': 'never' }]);
  const changed = {
    ...annotations(life),
    ...random.maybe(20, () => ({ [cost]: random.pick(['5', '-1']) })),
  };
  await cluster.api.patch(pod, { metadata: { annotations: changed } });
}

async function compareDeletion(
  cluster: Cluster,
  found: Findings,
  random: Random,
  namespace: string,
  name: string,
): Promise<void> {
  const selector = `labelSelector=app%3D${name}`;
  const list = () => cluster.api.list<Listed>(`/api/v1/namespaces/${namespace}/pods?${selector}`);
  const set = await cluster.api.read<ReturnType<typeof replicaSet>>(replicaSet(name, namespace, 0));
  const pods = await list();
  const before = Date.now();
  const count = 1 + random.below(6);
  const options = { controller: 'ReplicaSet', related: pods, now: new Date(before) } as const;
  if (!isOrdered(pods, options)) {
    return;
  }
  await cluster.api.patch(set, { spec: { replicas: pods.length - count } });
  await sleep(700);
  const left = new Set((await list()).map(({ metadata }) => metadata.uid));
  const deleted = pods.filter(({ metadata }) => !left.has(metadata.uid));
  found.objects += pods.length;
  found.equal(`${name}: number of deleted Pods`, count, deleted.length);
  // The controller compares ages by their power of 2, so the answer depends on when it sorted the Pods.
  const times = Array.from({ length: 12 }, (_, index) => new Date(before + index * 100));
  const names = (all: readonly Listed[]) => all.map(({ metadata }) => metadata.name).sort();
  const expected = (now: Date) =>
    podsToDelete(set as ReplicaSet, { pods, count, now }).map(({ pod }) => pod);
  const isPossible = times.some((now) => isSame(deleted, expected(now), pods, now));
  const ours = isPossible ? deleted : expected(times[0] as Date);
  found.equal(`${name}: deleted Pods`, names(deleted), names(ours));
}

/**
 * Whether equal Pods compare alike with all others. Ages are compared by their power of 2, and then by UID unless they are the
 * same, so there are sets of Pods without an order, and what the controller deletes depends on how it sorts.
 */
function isOrdered(pods: readonly Listed[], options: DeletionRankOptions): boolean {
  const order = (a: Listed, b: Listed) => deletionOrder(a, b, options).order;
  return pods.every((a) =>
    pods.every((b) => order(a, b) !== 0 || pods.every((c) => order(a, c) === order(b, c))),
  );
}

/** Whether two choices differ only in Pods that can be deleted in any order. */
function isSame(
  deleted: readonly Listed[],
  expected: readonly Listed[],
  related: readonly Listed[],
  now: Date,
): boolean {
  const spared = expected.filter((pod) => !deleted.includes(pod));
  const options = { controller: 'ReplicaSet', related, now } as const;
  return deleted
    .filter((pod) => !expected.includes(pod))
    .every((pod) => spared.every((each) => deletionOrder(each, pod, options).order === 0));
}

async function compareStatus(cluster: Cluster, found: Findings, namespace: string): Promise<void> {
  const sets = await cluster.api.list<ReplicaSet>(
    `/apis/apps/v1/namespaces/${namespace}/replicasets`,
  );
  const pods = await cluster.api.list<Pod>(`/api/v1/namespaces/${namespace}/pods`);
  for (const set of sets) {
    const { conditions: _, observedGeneration: __, ...counts } = set.status ?? {};
    const ours = replicaSetStatus(set, { pods, now: new Date() });
    found.equal(`status of ${set.metadata?.name}`, nonZero(counts), nonZero(ours));
  }
}

function nonZero(counts: object): object {
  return Object.fromEntries(
    Object.entries(counts).filter(([, value]) => typeof value === 'number' && value !== 0),
  );
}
