import type { Deployment, DeploymentStatus, Pod, ReplicaSet } from '@kubesem/core';
import { nextRolloutStep } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

interface StepCase {
  readonly deployment: Deployment;
  readonly replicaSets: readonly ReplicaSet[];
  readonly pods: readonly Pod[];
  readonly now: string;
}

const NOW = '2026-01-01T00:10:00Z';
const TIMES = [
  ...['2025-12-31T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'],
  ...['2025-12-31T23:59:59Z', '2026-01-01T00:09:00Z', '2026-01-01T00:09:30Z', NOW],
];
const COUNTS = [0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 7, 10];
const LIMITS = [0, 1, 1, 2, 3, 10, '0%', '10%', '25%', '25%', '34%', '50%', '100%'];
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const ANNOTATION = 'deployment.kubernetes.io/';
const REASONS = [
  ...['NewReplicaSetCreated', 'FoundNewReplicaSet', 'NewReplicaSetAvailable'],
  ...['NewReplicaSetAvailable', 'ReplicaSetUpdated', 'ReplicaSetUpdated', 'DeploymentPaused'],
  ...['DeploymentResumed', 'ProgressDeadlineExceeded'],
];

function template(random: Random, version: string): JsonObject {
  const app = { name: 'app', image: `app:${version}` };
  const extra = random.pick([
    ...Array.from({ length: 12 }, () => ({})),
    { resources: {} },
    { command: [] },
    { env: null },
    { securityContext: {} },
    { env: [{ name: 'A', value: '1' }] },
    { resources: { limits: { cpu: '1' } } },
    { resources: { limits: { cpu: '1000m' } } },
  ]) as JsonObject;
  return {
    metadata: {
      labels: { app: 'web', ...random.maybe(30, () => ({ 'pod-template-hash': version })) },
    },
    spec: { containers: [{ ...app, ...extra }] },
  };
}

function condition(random: Random, type: string, reasons: readonly string[]): JsonObject {
  return {
    type,
    status: random.pick(['True', 'True', 'False', 'Unknown']),
    reason: random.pick(reasons),
    message: 'As before.',
    lastTransitionTime: random.pick(TIMES),
    ...(type !== 'ReplicaFailure' && { lastUpdateTime: random.pick(TIMES) }),
  };
}

function deploymentConditions(random: Random): JsonObject[] {
  return [
    ...(random.percent(75) ? [condition(random, 'Progressing', REASONS)] : []),
    ...(random.percent(60)
      ? [condition(random, 'Available', ['MinimumReplicasAvailable', 'MinimumReplicasUnavailable'])]
      : []),
    ...(random.percent(15)
      ? [{ ...condition(random, 'ReplicaFailure', ['FailedCreate']), lastUpdateTime: NOW }]
      : []),
    ...(random.percent(8) ? [condition(random, 'Custom', ['Own'])] : []),
  ];
}

function strategy(random: Random): JsonObject {
  if (random.percent(18)) {
    return { type: 'Recreate' };
  }
  const limits = {
    ...random.maybe(80, () => ({ maxSurge: random.pick(LIMITS) })),
    ...random.maybe(80, () => ({ maxUnavailable: random.pick(LIMITS) })),
  };
  return { type: 'RollingUpdate', ...random.maybe(80, () => ({ rollingUpdate: limits })) };
}

function deployment(random: Random): JsonObject {
  const fields = ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid: 'd1',
      generation: random.pick([1, 2, 3]),
      ...random.maybe(50, () => ({
        annotations: {
          ...random.maybe(50, () => ({ [`${ANNOTATION}revision`]: '2' })),
          ...random.maybe(30, () => ({ team: random.pick(['a', 'b', '']) })),
        },
      })),
      ...random.maybe(4, () => ({ deletionTimestamp: NOW })),
    },
    spec: {
      ...random.maybe(92, () => ({ replicas: random.pick(COUNTS) })),
      selector: random.percent(99) ? { matchLabels: { app: 'web' } } : {},
      template: template(random, '2'),
      strategy: strategy(random),
      ...random.maybe(20, () => ({ minReadySeconds: random.pick([0, 10]) })),
      ...random.maybe(10, () => ({ paused: random.percent(80) })),
      ...random.maybe(60, () => ({
        progressDeadlineSeconds: random.pick([30, 60, 599, 600, 601, 2147483647]),
      })),
    },
    ...random.maybe(92, () => ({
      status: {
        ...random.maybe(80, () => ({ observedGeneration: random.pick([1, 2, 3]) })),
        ...Object.fromEntries(
          fields.filter(() => random.percent(85)).map((field) => [field, random.pick(COUNTS)]),
        ),
        ...random.maybe(10, () => ({ collisionCount: random.below(3) })),
        ...random.maybe(85, () => ({ conditions: deploymentConditions(random) })),
      },
    })),
  };
}

function replicaSet(
  random: Random,
  index: number,
  { desired, isScaledDown }: { readonly desired: number; readonly isScaledDown: boolean },
): JsonObject {
  const isSettled = random.percent(50);
  const replicas = isScaledDown && random.percent(90) ? 0 : random.pick(COUNTS);
  const count = () => (isSettled ? replicas : random.pick(COUNTS));
  const name = `web-${index}`;
  const uid = random.percent(97) ? 'd1' : 'd2';
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      namespace: random.percent(99) ? 'shop' : 'other',
      uid: name,
      labels: { app: random.percent(97) ? 'web' : 'other' },
      creationTimestamp: random.pick(TIMES),
      ...random.maybe(96, () => ({ ownerReferences: [{ ...DEPLOYMENT, uid, controller: true }] })),
      ...random.maybe(3, () => ({ deletionTimestamp: NOW, finalizers: ['x.io/y'] })),
      ...random.maybe(90, () => ({
        annotations: {
          ...random.maybe(85, () => ({
            [`${ANNOTATION}desired-replicas`]: random.percent(80)
              ? `${desired}`
              : random.pick(['3', '5', '', 'x', '+3', '03', '-1', '2147483648']),
          })),
          ...random.maybe(85, () => ({
            [`${ANNOTATION}max-replicas`]: random.pick(['3', '4', '5', '7', '13', '0', 'x', '+4']),
          })),
          ...random.maybe(85, () => ({
            [`${ANNOTATION}revision`]: random.pick(['1', '2', '3', '3', 'x', '', '+4']),
          })),
          ...random.maybe(20, () => ({ team: random.pick(['a', 'b', '']) })),
        },
      })),
    },
    spec: {
      ...random.maybe(95, () => ({ replicas })),
      selector: { matchLabels: { app: 'web' } },
      template: template(random, random.pick(['1', '1', '2'])),
      ...random.maybe(15, () => ({ minReadySeconds: 10 })),
    },
    ...random.maybe(95, () => ({
      status: {
        replicas: count(),
        ...random.maybe(95, () => ({ readyReplicas: count() })),
        ...random.maybe(95, () => ({ availableReplicas: count() })),
        ...random.maybe(80, () => ({ observedGeneration: 1 })),
        ...random.maybe(85, () => ({ terminatingReplicas: random.pick(COUNTS) })),
        ...random.maybe(12, () => ({
          conditions: [
            ...(random.percent(20) ? [condition(random, 'Custom', ['Own'])] : []),
            ...(random.percent(90)
              ? [condition(random, 'ReplicaFailure', ['FailedCreate', 'FailedDelete'])]
              : []),
          ],
        })),
      },
    })),
  };
}

function pod(random: Random, index: number): JsonObject {
  const name = `web-${random.below(4)}`;
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: name, controller: true };
  return {
    metadata: {
      name: `pod-${index}`,
      namespace: 'shop',
      labels: { app: 'web' },
      ...random.maybe(95, () => ({ ownerReferences: [owner] })),
      ...random.maybe(30, () => ({ deletionTimestamp: NOW })),
    },
    spec: { containers: [] },
    status: { phase: random.pick(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown', '']) },
  };
}

function generate(random: Random): JsonObject {
  const object = deployment(random);
  const { replicas, strategy } = object['spec'] as Deployment['spec'] & object;
  // A Deployment that recreates its Pods waits until its old ReplicaSets have none.
  const isScaledDown = strategy?.type === 'Recreate' && random.percent(60);
  const hasPods = random.percent(isScaledDown ? 80 : 25);
  return {
    deployment: object,
    replicaSets: Array.from({ length: random.below(5) }, (_, index) =>
      replicaSet(random, index, { desired: replicas ?? 1, isScaledDown }),
    ),
    pods: hasPods ? random.list(3, () => pod(random, random.below(1000))) : [],
    now: NOW,
  };
}

/** The name of the ReplicaSet that the controller created, which ends with a hash. */
function createdName(status: Json | undefined): string | undefined {
  return /(?:new replica set|ReplicaSet) \\"(web-[0-9a-z]{6,10})\\"/.exec(
    JSON.stringify(status ?? null),
  )?.[1];
}

/** A status as text: zero counts and empty lists are absent, and conditions have all fields. */
function text(status: DeploymentStatus): string {
  const { conditions, ...counts } = status;
  const fields = Object.entries(counts).filter(
    ([name, count]) => name === 'terminatingReplicas' || name === 'collisionCount' || count !== 0,
  );
  const lines = (conditions ?? []).map((item) => {
    const { type, status, reason, message, lastUpdateTime, lastTransitionTime } = item;
    return [type, status, reason, message, lastUpdateTime, lastTransitionTime];
  });
  return JSON.stringify([fields.sort(), lines]);
}

const STRATEGIES: ReadonlySet<unknown> = new Set(['RollingUpdate', 'Recreate']);

/** Whether all objects still have their names, which a shrunk case can lack. */
function isWhole({ deployment, replicaSets, now }: StepCase): boolean {
  const { namespace, uid, name } = deployment.metadata ?? {};
  const isNamed = [namespace, uid, name].every(Boolean) && !Number.isNaN(Date.parse(now));
  const sets = replicaSets.map(({ metadata }) => metadata);
  return (
    isNamed &&
    STRATEGIES.has(deployment.spec?.strategy?.type) &&
    (deployment.spec?.selector ?? undefined) !== undefined &&
    sets.every((set) => set?.namespace && set.name && set.uid === set.name) &&
    new Set(sets.map((set) => set?.name)).size === sets.length
  );
}

const step: Operation = {
  name: 'rollout.step',
  program: 'kubernetes',
  candidates: 1000,
  examples: () => [],
  generate,
  compare(input, theirs, comparison) {
    const { deployment, replicaSets, pods, now } = input as unknown as StepCase;
    if (!isWhole(input as unknown as StepCase)) {
      return;
    }
    const { scalings, status } = theirs.out as JsonObject;
    const newReplicaSetName = createdName(status);
    const options = { replicaSets, pods, now, newReplicaSetName };
    const ours = nextRolloutStep(deployment, options);
    const sizes = ours.scalings.map(({ replicaSet, to, reason }) => ({
      replicaSet: reason === 'CREATED' ? '' : replicaSet,
      replicas: to,
    }));
    comparison.field('scalings', JSON.stringify(scalings), JSON.stringify(sizes));
    const written = (status ?? deployment.status ?? {}) as DeploymentStatus;
    comparison.field('status', text(written), text(ours.status));
  },
  kind(input) {
    const { deployment, replicaSets, pods, now } = input as unknown as StepCase;
    const { mode, scalings, status, waitsForOldPods } = nextRolloutStep(deployment, {
      ...{ replicaSets, pods, now },
    });
    const progress = status.conditions?.find(({ type }) => type === 'Progressing');
    const reasons = new Set(scalings.map(({ reason }) => reason));
    return [mode, ...reasons, waitsForOldPods, progress?.reason].join();
  },
};

/** What the controller of a Deployment does next. */
export const rolloutStepOperations: readonly Operation[] = [step];
