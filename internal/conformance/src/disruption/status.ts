import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kubesem/core';
import {
  type DisruptionCluster,
  disruptionTarget,
  type PdbEvent,
  pdbStatus,
  pdbStatuses,
} from '@kubesem/disruption';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { before, budget, controllers, NOW, ownersOf, pod, RESOURCES } from './generator.js';

interface StatusCase extends DisruptionCluster {
  readonly pdb: PodDisruptionBudget;
  readonly now: string;
  readonly scales: readonly never[];
}

/** The input as our function takes it. */
function clusterOf(input: StatusCase): DisruptionCluster {
  const { scales, ...lists } = input;
  return {
    ...lists,
    kinds: [
      { apiVersion: 'x.io/v1', kind: 'Rollout', resource: 'rollouts', hasScale: true },
      { apiVersion: 'x.io/v1', kind: 'Task', resource: 'tasks' },
    ],
    scales: (scales as readonly JsonObject[]).map((each) => ({
      ...(each as unknown as { namespace: string; name: string; uid: string; replicas: number }),
      apiVersion: 'x.io/v1',
      kind: 'Rollout',
    })),
  };
}

/** All fields, those that Go leaves out too. */
function statusText(status: PodDisruptionBudgetStatus | undefined, isInvalid: boolean): string {
  const { conditions, disruptedPods, ...numbers } = status ?? {};
  const conditionText = (conditions ?? []).map((each) => [
    each.type,
    each.status,
    each.reason,
    // The wording of an invalid selector is ours.
    isInvalid && each.reason === 'SyncFailed' ? '' : each.message,
    each.observedGeneration ?? 0,
    each.lastTransitionTime,
  ]);
  const { observedGeneration, disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } =
    numbers;
  return JSON.stringify([
    ...[observedGeneration, disruptionsAllowed, currentHealthy].map((each) => each ?? 0),
    ...[desiredHealthy, expectedPods].map((each) => each ?? 0),
    Object.entries(disruptedPods ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    conditionText,
  ]);
}

interface StatusAnswer {
  readonly status: PodDisruptionBudgetStatus;
  readonly events: readonly (Omit<PdbEvent, 'pod'> & { readonly pod?: string })[];
}

/** The events in order of Pods, which the controller reads in random order. */
function eventTexts(events: StatusAnswer['events'], isInvalid: boolean): string {
  return events
    .map(({ pod: about = '', type, reason, message }) =>
      // The wording of an invalid selector is ours.
      [about, type, reason, isInvalid ? '' : message].join(' '),
    )
    .sort()
    .join('\n');
}

const status: Operation = {
  name: 'pdb.status',
  program: 'kubernetes',
  *examples() {
    const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
    const owned = (apiVersion: string, kind: string, count: number): JsonObject[] =>
      Array.from({ length: count }, (_, index) => ({
        metadata: {
          name: `pod-${index}`,
          namespace: 'shop',
          ownerReferences: [
            { apiVersion, kind, name: 'a', uid: `${kind}-a`, controller: kind !== '' },
          ],
        },
        spec: { containers: [] },
        status: ready,
      }));
    const scaled = (kind: string): JsonObject => ({
      metadata: { name: 'a', namespace: 'shop', uid: `${kind}-a` },
      spec: { replicas: 3 },
    });
    const lists = {
      replicaSets: [scaled('ReplicaSet')],
      deployments: [],
      statefulSets: [scaled('StatefulSet')],
      replicationControllers: [scaled('ReplicationController')],
      scales: [
        { resource: 'rollouts.x.io', namespace: 'shop', name: 'a', uid: 'Rollout-a', replicas: 3 },
      ],
      resources: [...RESOURCES],
      now: NOW,
    };
    for (const spec of [
      { minAvailable: 2 },
      { minAvailable: '50%' },
      { maxUnavailable: 1 },
      { maxUnavailable: '25%' },
      { maxUnavailable: '100%' },
      {},
    ]) {
      const pdb = { metadata: { name: 'p', namespace: 'shop' }, spec: { ...spec, selector: {} } };
      for (const [apiVersion, kind] of [
        ['apps/v1', 'ReplicaSet'],
        ['apps/v1', 'StatefulSet'],
        ['v1', 'ReplicationController'],
        ['apps/v1', 'DaemonSet'],
        ['batch/v1', 'Job'],
        ['v1', 'Node'],
        ['x.io/v1', 'Rollout'],
        ['x.io/v1', 'Task'],
        ['y.io/v1', 'Other'],
        ['apps/v1', ''],
      ] as const) {
        yield { pdb, pods: owned(apiVersion, kind, 3), ...lists };
      }
    }
  },
  generate(random: Random) {
    const owners = ownersOf(random);
    const pods = random.list(6, (index) => pod(random, index, owners));
    return {
      pdb: budget(random, 'pdb', pods),
      pods,
      ...controllers(random),
      resources: [...RESOURCES],
      now: NOW,
    };
  },
  compare(input, { out }, comparison) {
    const asked = input as unknown as StatusCase;
    const { status: theirs, events } = out as unknown as StatusAnswer;
    let ours = pdbStatus(asked.pdb, clusterOf(asked), { now: asked.now });
    const both = pdbStatuses([{ spec: {} }, asked.pdb], clusterOf(asked), { now: asked.now });
    comparison.field('together', JSON.stringify(ours.status), JSON.stringify(both[1]?.status));
    const isInvalid = events.some(({ reason, type }) => reason === 'NoPods' && type === 'Warning');
    const expected = statusText(theirs, isInvalid);
    // The controller reads Pods in random order, and the first that has a fault counts.
    for (const order of [asked.pods, [...asked.pods].reverse()]) {
      for (let first = 0; first < order.length; first++) {
        if (statusText(ours.status, isInvalid) !== expected) {
          const pods = [...order.slice(first), ...order.slice(0, first)];
          ours = pdbStatus(asked.pdb, { ...clusterOf(asked), pods }, { now: asked.now });
        }
      }
    }
    comparison.field('status', expected, statusText(ours.status, isInvalid));
    const recorded = ours.events.map(({ pod: about, ...event }) => ({
      ...event,
      ...(about && { pod: about.metadata?.name ?? '' }),
    }));
    comparison.field('events', eventTexts(events, isInvalid), eventTexts(recorded, isInvalid));
    comparison.field('unknown', 0, ours.unknownControllers.length);
  },
  candidates: 4000,
  kind(input, { out }) {
    const asked = input as unknown as StatusCase;
    const { rule, failure = '' } = pdbStatus(asked.pdb, clusterOf(asked), asked);
    const { events, status: theirs } = out as unknown as StatusAnswer;
    const reasons = [...new Set(events.map(({ reason }) => reason))].sort();
    const allowed = Math.sign(theirs.disruptionsAllowed ?? 0);
    return [rule, failure.replace(/[\d"].*/, ''), allowed, ...reasons].join();
  },
};

const target: Operation = {
  name: 'pod.disruptionTarget',
  program: 'kubernetes',
  *examples() {
    for (const seconds of [0, 119, 120, 121]) {
      for (const reason of ['EvictionByEvictionAPI', 'TerminationByKubelet']) {
        yield {
          pod: targeted({ status: 'True', reason, lastTransitionTime: before(seconds) }),
          now: NOW,
        };
      }
    }
  },
  generate: (random) => ({
    pod: targeted(
      {
        status: random.pick(['True', 'True', 'True', 'False', 'Unknown']),
        ...random.maybe(90, () => ({
          reason: random.pick([
            ...['EvictionByEvictionAPI', 'TerminationByKubelet', 'PreemptionByScheduler'],
            ...['DeletionByTaintManager', 'DeletionByPodGC', 'Odd'],
          ]),
        })),
        ...random.maybe(95, () => ({
          lastTransitionTime: before(random.pick([0, 1, 60, 119, 120, 121, 5000, -60])),
        })),
      },
      {
        ...random.maybe(10, () => ({ deletionTimestamp: NOW })),
      },
      random.pick(['Running', 'Pending', 'Succeeded', 'Failed', '']),
      random.percent(95) ? 'DisruptionTarget' : 'Ready',
    ),
    now: NOW,
  }),
  compare(input, { out }, comparison) {
    const { pod: asked, now } = input as unknown as { pod: Pod; now: string };
    const { has, waitMs } = out as { has: boolean; waitMs: number };
    const ours = disruptionTarget(asked, { now });
    const staleInMs =
      ours?.staleAtMs === undefined ? 0 : Math.max(0, ours.staleAtMs - Date.parse(now));
    comparison.field('has', has, ours?.staleAtMs !== undefined);
    comparison.field('wait', waitMs, staleInMs);
    comparison.field('stale', has && waitMs === 0, ours?.isStale ?? false);
  },
  kind(input, { out }) {
    const { pod: asked } = input as unknown as { pod: Pod };
    const [condition] = asked.status?.conditions ?? [];
    const { has, waitMs } = out as { has: boolean; waitMs: number };
    return [has, waitMs > 0, condition?.reason, condition?.status, asked.status?.phase].join();
  },
};

function targeted(
  condition: JsonObject,
  metadata: JsonObject = {},
  phase = 'Running',
  type = 'DisruptionTarget',
): Json {
  return {
    metadata: { name: 'web', namespace: 'shop', ...metadata },
    status: { phase, conditions: [{ type, ...condition }] },
  };
}

/** The disruption controller. */
export const disruptionStatusOperations: readonly Operation[] = [status, target];
