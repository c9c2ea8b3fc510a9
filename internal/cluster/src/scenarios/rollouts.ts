import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Random } from '@kubesem/conformance/random';
import type { Deployment, DeploymentStatus, ObjectMeta, Pod, ReplicaSet } from '@kubesem/core';
import { nextRolloutStep, type RolloutStep, rolloutStatus } from '@kubesem/workloads';
import type { Cluster } from '../cluster.js';
import { canonical } from '../conformance/data.js';
import {
  type Change,
  ofKind,
  recordHistory,
  type State,
  type Stored,
  statesOf,
} from '../conformance/history.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { annotations, template } from '../conformance/templates.js';

/** How many Deployments roll out. */
const COUNT = 40;

/** How many states of a Deployment the controller may be behind. */
const LAG = 40;

const LIMITS = [0, 1, 2, '25%', '50%', '100%', '10%'];

/** Sizes of ReplicaSets at each step of rollouts, the status of Deployments, and `kubectl rollout status`. */
export const rollouts: Scenario = {
  name: 'rollouts',
  about:
    'each scaling and each status that the controller of Deployments writes; `kubectl rollout status`',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('rollouts');
    const random = new Random(2);
    const wanted = Array.from({ length: COUNT }, (_, index) =>
      deployment(random, namespace, index),
    );
    const paths = ['deployments', 'replicasets'].map(
      (plural) => `/apis/apps/v1/namespaces/${namespace}/${plural}`,
    );
    paths.push(`/api/v1/namespaces/${namespace}/pods`);
    const changes = await recordHistory(cluster, paths, async () => {
      for (const each of wanted) {
        await cluster.api.create(each);
      }
      await sleep(3000);
      await rollOut(cluster, random, wanted);
    });
    found.objects += new Set(changes.map(({ object }) => object.metadata.uid)).size;
    for (const { metadata } of wanted) {
      compareSteps(found, metadata.name, changes.filter(isOf(metadata.name)));
    }
    await compareTexts(cluster, found, wanted);
  },
};

const isOf =
  (name: string) =>
  ({ object }: Change): boolean =>
    object.metadata.name === name || (object as Pod).metadata?.labels?.app === name;

type Written = Deployment & {
  readonly metadata: { readonly name: string; readonly namespace: string };
};

function deployment(random: Random, namespace: string, index: number): Written {
  const name = `web-${index}`;
  const maxSurge = random.pick(LIMITS);
  const maxUnavailable = maxSurge === 0 ? random.pick(LIMITS.slice(1)) : random.pick(LIMITS);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas: 1 + random.below(8),
      selector: { matchLabels: { app: name } },
      template: template(name),
      progressDeadlineSeconds: random.pick([600, 600, 4]),
      minReadySeconds: random.pick([0, 0, 1]),
      strategy: random.percent(15)
        ? { type: 'Recreate' }
        : { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
    },
  } as Written;
}

/** Changes the templates, lets some Pods become ready, and resizes, pauses and rolls back on the way. */
async function rollOut(
  cluster: Cluster,
  random: Random,
  wanted: readonly Written[],
): Promise<void> {
  for (const [index, each] of wanted.entries()) {
    const life = random.pick([{}, { 'ready-after': '1s' }, { 'ready-after': 'never' }]);
    const app = each.metadata.name;
    const change = {
      spec: { template: template(app, { terminationGracePeriodSeconds: 5 }, life) },
    };
    await cluster.api.patch(each, change);
    if (index % 3 === 0) {
      await cluster.api.patch(each, { spec: { replicas: 1 + random.below(10) } });
    }
    if (index % 7 === 1) {
      await cluster.api.patch(each, { spec: { paused: true, replicas: 2 + random.below(6) } });
    }
  }
  await sleep(5000);
  for (const [index, each] of wanted.entries()) {
    if (index % 7 === 1) {
      await cluster.api.patch(each, { spec: { paused: false } });
    }
    if (index % 4 === 0) {
      await cluster.api.patch(each, { spec: { template: template(each.metadata.name) } });
    }
  }
  await sleep(2000);
  // Pods that were never ready become ready, one after the other.
  const pods = await cluster.api.list<Pod>(
    `/api/v1/namespaces/${wanted[0]?.metadata.namespace}/pods`,
  );
  for (const pod of pods) {
    const isReady = pod.status?.conditions?.some((c) => c?.type === 'Ready' && c.status === 'True');
    if (!isReady && random.percent(60)) {
      await cluster.api
        .patch(pod as Written, {
          metadata: { annotations: annotations({ 'ready-after': '0s' }) },
        })
        .catch(() => {});
    }
  }
  await sleep(4000);
}

/** Each size and each status that the controller wrote follows from one of the states before it. */
function compareSteps(found: Findings, name: string, changes: readonly Change[]): void {
  const states = statesOf(changes);
  let newest: string | undefined;
  changes.forEach(({ object, type }, index) => {
    if (object.kind === 'ReplicaSet' && type === 'ADDED') {
      newest = object.metadata.name;
    }
    const before = states[index - 1]?.get(object.metadata.uid);
    const now = writtenAt(object);
    const earlier = cachedStates(states.slice(Math.max(0, index - LAG), index));
    if (object.kind === 'ReplicaSet' && type !== 'DELETED') {
      const [from, to] = [before, object].map((each) => (each as ReplicaSet)?.spec?.replicas ?? 0);
      if (before === undefined || from !== to) {
        const theirs = { replicaSet: object.metadata.name, from, to };
        const ours = closest(theirs, earlier, (state) =>
          scalingsAt(state, now, object.metadata.name),
        );
        found.equal(`scaling of ${name}`, theirs, ours);
      }
    } else if (object.kind === 'Deployment' && before !== undefined) {
      const [old, theirs] = [statusOf(before), statusOf(object)];
      if (!isDeepStrictEqual(old, theirs) && !isWithinSync(theirs, old)) {
        // Both times are whole seconds: it was written within the second after one of them.
        const times = [now, conditionTime(object)].flatMap((time) => [
          time,
          new Date(time.getTime() + 999),
        ]);
        const ours = closest(theirs, earlier, (state) =>
          times.flatMap((time) => statusAt(state, time, newest)),
        );
        found.equal(`status of ${name}`, theirs, ours);
      }
    }
  });
  const last = states.at(-1);
  if (last !== undefined) {
    found.equal(`${name} at the end`, [], stepAt(last, new Date())?.scalings);
  }
}

/**
 * What the controller may have seen, the most likely one first: its caches of Deployments and of ReplicaSets are behind the
 * store, each by some changes of its own.
 */
function* cachedStates(states: readonly State[]): Iterable<State> {
  const latest = [...states].reverse();
  yield* latest;
  const deployments = new Set(latest.flatMap((state) => ofKind<Stored>(state, 'Deployment')));
  for (const deployment of deployments) {
    for (const state of latest) {
      yield new Map(state).set(deployment.metadata.uid, deployment);
    }
  }
}

/**
 * Whether the controller has written a single condition within a sync: that it found or created the new ReplicaSet, or that the
 * Deployment is paused or resumed. What kubesem returns is the status at the end of a sync.
 */
function isWithinSync(theirs: PlainStatus, old: PlainStatus): boolean {
  const [condition, ...more] = theirs.conditions.filter(
    (each) => !old.conditions.some((other) => isDeepStrictEqual(each, other)),
  );
  return (
    more.length === 0 &&
    WRITTEN_AT_ONCE.has(condition?.reason ?? '') &&
    isDeepStrictEqual({ ...theirs, conditions: 0 }, { ...old, conditions: 0 })
  );
}

const WRITTEN_AT_ONCE: ReadonlySet<string> = new Set([
  'NewReplicaSetCreated',
  'FoundNewReplicaSet',
  'DeploymentPaused',
  'DeploymentResumed',
]);

/** When an object was last written. */
function writtenAt({ metadata }: Stored): Date {
  const { managedFields = [] } = metadata as {
    readonly managedFields?: readonly { readonly time?: string }[];
  };
  const times = managedFields.map(({ time = '' }) => Date.parse(time));
  return new Date(Math.max(...times));
}

/** The latest time that the controller has written into the conditions of a Deployment. */
function conditionTime(object: Stored): Date {
  const { conditions = [] } = ((object as Deployment).status ?? {}) as {
    readonly conditions?: readonly { readonly lastUpdateTime?: string }[];
  };
  return new Date(
    Math.max(0, ...conditions.map(({ lastUpdateTime = '' }) => Date.parse(lastUpdateTime))),
  );
}

function stepAt(
  state: State,
  now: Date,
  newReplicaSetName?: string | undefined,
): RolloutStep | undefined {
  const [deployment] = ofKind<Deployment>(state, 'Deployment');
  return (
    deployment &&
    nextRolloutStep(deployment, {
      replicaSets: ofKind<ReplicaSet>(state, 'ReplicaSet'),
      pods: ofKind<Pod>(state, 'Pod'),
      now,
      newReplicaSetName,
    })
  );
}

function scalingsAt(state: State, now: Date, name: string): readonly object[] {
  const scalings = stepAt(state, now, name)?.scalings ?? [];
  return scalings
    .filter(({ replicaSet }) => replicaSet === name)
    .map(({ replicaSet, from, to }) => ({ replicaSet, from, to }));
}

function statusAt(
  state: State,
  now: Date,
  newReplicaSet: string | undefined,
): readonly PlainStatus[] {
  const status = stepAt(state, now, newReplicaSet)?.status;
  return status === undefined ? [] : [withoutTimes(status)];
}

const statusOf = (object: object): PlainStatus => withoutTimes((object as Deployment).status);

/** A status without its times. */
interface PlainStatus {
  readonly conditions: readonly { readonly reason?: string | null | undefined }[];
}

/** The controller writes the current time into conditions. */
function withoutTimes(status: DeploymentStatus | null | undefined): PlainStatus {
  const { conditions, ...rest } = status ?? {};
  const untimed = conditions?.map((condition) => {
    const { lastUpdateTime: _, lastTransitionTime: __, ...others } = condition ?? {};
    return others;
  });
  const counts = Object.entries(rest).filter(([, value]) => value !== 0 && value !== undefined);
  return canonical({ ...Object.fromEntries(counts), conditions: untimed ?? [] });
}

/** The answer for one of the states that is the same, or the first answer. */
function closest(
  theirs: unknown,
  states: Iterable<State>,
  answers: (state: State) => readonly object[],
): object | undefined {
  let first: object | undefined;
  for (const state of states) {
    for (const answer of answers(state)) {
      if (isDeepStrictEqual(answer, theirs)) {
        return answer;
      }
      first ??= answer;
    }
  }
  return first;
}

/** The lines of `kubectl rollout status`, which it prints for each change that it sees. */
async function compareTexts(
  cluster: Cluster,
  found: Findings,
  wanted: readonly Written[],
): Promise<void> {
  for (const each of wanted) {
    const stored = await cluster.api.read(each);
    const args = ['rollout', 'status', '--watch=false', `deployment/${each.metadata.name}`];
    const { stdout, stderr } = await cluster.kubectl([...args, '-n', each.metadata.namespace]);
    const { metadata } = await cluster.api.read(each);
    if (
      (metadata as ObjectMeta).resourceVersion !== (stored.metadata as ObjectMeta).resourceVersion
    ) {
      // It has changed meanwhile.
      continue;
    }
    const { text, error } = rolloutStatus(stored);
    found.equal(`rollout status of ${each.metadata.name}`, stdout.trimEnd(), text);
    found.equal(
      `error of rollout status of ${each.metadata.name}`,
      stderr.trimEnd(),
      error === undefined ? '' : `error: ${error}`,
    );
  }
}
