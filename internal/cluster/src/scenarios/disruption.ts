import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@kubesem/conformance/random';
import type { Pod, PodDisruptionBudget } from '@kubesem/core';
import { clusterFrom } from '@kubesem/core';
import { evictionAnswer, pdbStatus } from '@kubesem/disruption';
import { until } from '../client.js';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { template } from '../conformance/templates.js';

/** How many workloads there are, each with one or two budgets. */
const COUNT = 30;

const NUMBERS = [0, 1, 2, 5, '0%', '34%', '50%', '100%'];

/** Budgets as the disruption controller writes them, and answers of the eviction API. */
export const evictions: Scenario = {
  name: 'evictions',
  about: 'the status of budgets, and the answer to the eviction of each Pod',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('evictions');
    const random = new Random(3);
    for (let index = 0; index < COUNT; index++) {
      await createWorkload(cluster, random, namespace, index);
    }
    await sleep(5000);
    await settled(cluster, namespace);
    await compareBudgets(cluster, found, namespace);
    await compareEvictions(cluster, found, namespace);
    await settled(cluster, namespace);
    await compareBudgets(cluster, found, namespace);
  },
};

async function createWorkload(
  cluster: Cluster,
  random: Random,
  namespace: string,
  index: number,
): Promise<void> {
  const app = `app-${index}`;
  const kind = random.pick(['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet']);
  const ready = random.pick([{}, {}, { 'ready-after': 'never' }, { waiting: 'ErrImagePull' }]);
  const selector = { matchLabels: { app } };
  const replicas = kind === 'DaemonSet' ? {} : { replicas: random.below(5) };
  await cluster.api.create({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: app, namespace },
    spec: { selector, ...replicas, template: template(app, {}, ready) },
  } as object);
  const budgets = random.pick([1, 1, 1, 1, 0, 2]);
  for (let number = 0; number < budgets; number++) {
    await cluster.api.create({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: `${app}-${number}`, namespace },
      spec: {
        selector: random.percent(90) ? selector : {},
        [random.pick(['minAvailable', 'maxUnavailable'])]: random.pick(NUMBERS),
        ...(random.percent(30) ? { unhealthyPodEvictionPolicy: 'AlwaysAllow' } : {}),
      },
    } as object);
  }
}

/** What decides about budgets. */
const LISTS = [
  '/api/v1/namespaces/NS/pods',
  '/apis/policy/v1/namespaces/NS/poddisruptionbudgets',
  ...['deployments', 'replicasets', 'statefulsets', 'daemonsets'].map(
    (plural) => `/apis/apps/v1/namespaces/NS/${plural}`,
  ),
];

async function dump(cluster: Cluster, namespace: string) {
  const lists = LISTS.map((path) => cluster.api.list<object>(path.replace('NS', namespace)));
  const objects = (await Promise.all(lists)).flat();
  return clusterFrom(objects, {
    complete: ['pods', 'podDisruptionBudgets', 'deployments', 'replicaSets', 'statefulSets'],
  });
}

async function compareBudgets(cluster: Cluster, found: Findings, namespace: string): Promise<void> {
  const stored = await dump(cluster, namespace);
  const now = new Date();
  found.objects += stored.pods.length + stored.podDisruptionBudgets.length;
  for (const pdb of stored.podDisruptionBudgets) {
    const { status: ours } = pdbStatus(pdb, stored, { now });
    found.equal(`status of ${pdb.metadata?.name}`, untimed(pdb), untimed({ status: ours }));
  }
}

function untimed({ status }: PodDisruptionBudget): object {
  const { conditions, ...counts } = status ?? {};
  const untimedConditions = conditions?.map((each) => ({ ...each, lastTransitionTime: '' }));
  return { ...counts, conditions: untimedConditions };
}

async function compareEvictions(
  cluster: Cluster,
  found: Findings,
  namespace: string,
): Promise<void> {
  const { pods } = await dump(cluster, namespace);
  for (const { metadata } of pods) {
    await settled(cluster, namespace);
    const { podDisruptionBudgets, pods: current } = await dump(cluster, namespace);
    const pod = current.find((each) => each.metadata?.name === metadata?.name);
    if (pod === undefined) {
      continue;
    }
    const ours = evictionAnswer(pod, { podDisruptionBudgets }, { now: new Date() });
    const theirs = await evict(cluster, pod);
    found.equal(`eviction of ${metadata?.name}: ${ours.rule}`, theirs, {
      code: ours.code,
      status: withoutMetadata(ours.status),
    });
  }
}

async function evict(cluster: Cluster, pod: Pod): Promise<object> {
  const { name, namespace } = pod.metadata ?? {};
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const response = await cluster.fetch(path, { method: 'POST', body: JSON.stringify(eviction) });
  return { code: response.status, status: withoutMetadata((await response.json()) as object) };
}

/** The fields of a Status that say something. */
function withoutMetadata(status: object): object {
  const { metadata: _, kind: __, apiVersion: ___, ...rest } = status as Record<string, unknown>;
  return rest.status === 'Success' ? { status: 'Success' } : rest;
}

/** Waits until the controllers have reacted to the last eviction. */
async function settled(cluster: Cluster, namespace: string): Promise<void> {
  let last = '';
  await until('the budgets to settle', async () => {
    const { pods, podDisruptionBudgets } = await dump(cluster, namespace);
    const versions = [...pods, ...podDisruptionBudgets].map(
      (each) => each.metadata?.resourceVersion,
    );
    const isSame = versions.join() === last;
    last = versions.join();
    return isSame;
  });
}
