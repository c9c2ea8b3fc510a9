import type { Deployment, ReplicaSet } from '@kubesem/core';
import { type SimulateRolloutOptions, simulateRollout } from '@kubesem/workloads';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

interface RunCase {
  readonly deployment: Deployment;
  readonly replicaSets: readonly ReplicaSet[];
  readonly readySeconds: number | null;
  readonly terminationSeconds: number;
  readonly now: string;
  readonly rejectReplicaSets?: boolean;
}

interface RunAnswer {
  readonly scalings: readonly { seconds: number; replicaSet: string; replicas: number }[];
  readonly seconds: number;
  readonly text: string;
  readonly done: boolean;
  readonly error: string | null;
}

const NOW = '2026-01-01T00:00:00Z';
/** The oracle stops after this time. */
const HORIZON_SECONDS = 100;
const LIMITS = [0, 1, 1, 2, 3, '0%', '10%', '25%', '34%', '50%', '100%'];
const OWNER = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd1' };
const ANNOTATION = 'deployment.kubernetes.io/';

const template = (version: string): JsonObject => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'app', image: `app:${version}` }] },
});

function strategy(random: Random): JsonObject {
  if (random.percent(20)) {
    return { type: 'Recreate' };
  }
  const rollingUpdate = {
    ...random.maybe(80, () => ({ maxSurge: random.pick(LIMITS) })),
    ...random.maybe(80, () => ({ maxUnavailable: random.pick(LIMITS) })),
  };
  return { type: 'RollingUpdate', ...random.maybe(80, () => ({ rollingUpdate })) };
}

function deployment(random: Random, replicas: number): JsonObject {
  const time = '2025-12-31T00:00:00Z';
  const reason = random.pick(['NewReplicaSetAvailable', 'ReplicaSetUpdated', 'DeploymentPaused']);
  const times = { lastUpdateTime: time, lastTransitionTime: time };
  const condition = {
    type: 'Progressing',
    status: 'True',
    reason,
    message: 'As before.',
    ...times,
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      ...{ name: 'web', namespace: 'shop', uid: 'd1', generation: 2 },
      ...random.maybe(2, () => ({ deletionTimestamp: NOW })),
    },
    spec: {
      ...(replicas !== 1 || random.percent(50) ? { replicas } : {}),
      selector: { matchLabels: { app: 'web' } },
      template: template('2'),
      strategy: strategy(random),
      ...random.maybe(40, () => ({ minReadySeconds: random.pick([0, 1, 2, 5, 20]) })),
      ...random.maybe(60, () => ({ progressDeadlineSeconds: random.pick([3, 6, 12, 30, 600]) })),
      ...random.maybe(5, () => ({ paused: true })),
      ...random.maybe(20, () => ({ revisionHistoryLimit: random.pick([0, 1]) })),
    },
    ...random.maybe(40, () => ({ status: { observedGeneration: 1, conditions: [condition] } })),
  };
}

function replicaSet(random: Random, index: number, desired: number): JsonObject {
  const name = `web-${index}`;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      ...{ name, namespace: 'shop', uid: name, labels: { app: 'web' } },
      creationTimestamp: `2025-12-3${index}T00:00:0${random.below(3)}Z`,
      ownerReferences: [{ ...OWNER, controller: true }],
      ...random.maybe(80, () => ({
        annotations: {
          [`${ANNOTATION}desired-replicas`]: `${random.percent(85) ? desired : random.below(6)}`,
          [`${ANNOTATION}max-replicas`]: `${desired + random.below(3)}`,
          [`${ANNOTATION}revision`]: `${index + 1}`,
        },
      })),
    },
    spec: {
      replicas: random.percent(60) && index === 0 ? desired : random.below(6),
      selector: { matchLabels: { app: 'web' } },
      template: template(random.pick(['1', '1', '1', '2'])),
    },
  };
}

function generate(random: Random): JsonObject {
  const replicas = random.pick([0, 1, 1, 2, 3, 3, 4, 5, 8]);
  return {
    deployment: deployment(random, replicas),
    replicaSets: Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, (_, index) =>
      replicaSet(random, index, random.percent(80) ? replicas : random.below(6)),
    ),
    readySeconds: random.pick([0, 1, 3, 5, 10, null]),
    terminationSeconds: random.pick([0, 1, 4, 30]),
    now: NOW,
    ...random.maybe(10, () => ({ rejectReplicaSets: true })),
  };
}

function simulate({ deployment, rejectReplicaSets, ...options }: RunCase) {
  const admit: SimulateRolloutOptions['admit'] = (_, count) =>
    count === 0 ? { admitted: 0, message: 'exceeded quota' } : { admitted: count };
  return simulateRollout(deployment, { ...options, ...(rejectReplicaSets && { admit }) });
}

/** Whether the objects still have what a cluster gives them, which a shrunk case can lack. */
function isWhole({ deployment, replicaSets }: RunCase): boolean {
  const { name, namespace, uid } = deployment.metadata ?? {};
  return (
    [name, namespace, uid, deployment.spec?.strategy?.type].every(Boolean) &&
    (replicaSets ?? []).every(
      ({ metadata, spec }) => metadata?.name && spec?.template && spec.selector,
    )
  );
}

const run: Operation = {
  name: 'rollout.run',
  program: 'kubernetes',
  candidates: 300,
  examples: () => [],
  generate,
  compare(input, theirs, comparison) {
    const given = input as unknown as RunCase;
    if (theirs.out === undefined || !isWhole(given)) {
      return;
    }
    const { scalings, seconds, text, done, error } = theirs.out as unknown as RunAnswer;
    const ours = simulate(given);
    const names = new Set(given.replicaSets.map(({ metadata }) => metadata?.name));
    const line = (second: number, name: string, replicas: number) =>
      `${second} ${names.has(name) ? name : 'new'} ${replicas}`;
    const found = ours.scalings.filter((each) => each.seconds <= HORIZON_SECONDS);
    comparison.field(
      'scalings',
      scalings.map((each) => line(each.seconds, each.replicaSet, each.replicas)).join(),
      found.map((each) => line(each.seconds, each.replicaSet, each.to)).join(),
    );
    const isOver = done || error !== null;
    if (isOver || ours.seconds <= HORIZON_SECONDS) {
      comparison.field('text', error ?? text.trimEnd(), ours.text);
      comparison.field('complete', done, ours.complete);
    }
    if (isOver) {
      comparison.field('seconds', seconds, ours.seconds);
    }
  },
  kind(input) {
    const { complete, stuck, scalings } = simulate(input as unknown as RunCase);
    const reasons = [...new Set(scalings.map(({ reason }) => reason))].sort();
    return [complete, stuck, ...reasons, Math.min(scalings.length, 8)].join();
  },
};

/** How a rollout goes until its end. */
export const rolloutRunOperations: readonly Operation[] = [run];
