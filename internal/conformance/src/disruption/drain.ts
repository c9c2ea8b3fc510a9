import type { DaemonSet, Pod, Taint, Toleration } from '@kubesem/core';
import {
  drainPlan,
  nodeShutdownPlan,
  type ShutdownGracePeriod,
  taintEviction,
} from '@kubesem/disruption';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { before, NOW } from './generator.js';

interface DrainCase {
  readonly pods?: readonly Pod[];
  readonly daemonSets?: readonly { readonly namespace: string; readonly name: string }[];
  readonly flags?: JsonObject;
  readonly now?: string;
}

function owner(random: Random): JsonObject {
  return {
    apiVersion: random.percent(85) ? 'apps/v1' : random.pick(['apps/v1beta2', 'v1', 'x.io/v1', '']),
    kind: random.pick(words('DaemonSet DaemonSet ReplicaSet StatefulSet Node Other')),
    name: random.pick(['logs', 'gone']),
    uid: 'u1',
    ...random.maybe(92, () => ({ controller: true })),
  };
}

function pod(random: Random, index: number): JsonObject {
  return {
    metadata: {
      name: `${random.pick(['web', 'web-a', 'api'])}-${index}`,
      namespace: random.pick(['shop', 'shop-a', 'ops']),
      ...random.maybe(50, () => ({ labels: { app: random.pick(['web', 'api']) } })),
      ...random.maybe(80, () => ({ ownerReferences: random.list(2, () => owner(random)) })),
      ...random.maybe(10, () => ({
        annotations: { [random.pick(['kubernetes.io/config.mirror', 'note'])]: 'x' },
      })),
      ...random.maybe(20, () => ({ deletionTimestamp: before(random.pick([-5, 9, 10, 11, 60])) })),
    },
    spec: {
      nodeName: 'node-1',
      containers: [],
      ...random.maybe(30, () => ({
        volumes: random.list(2, () => ({
          name: 'v',
          ...random.pick<JsonObject>([
            { emptyDir: {} },
            { emptyDir: { medium: 'Memory' } },
            { emptyDir: null },
            { hostPath: { path: '/' } },
          ]),
        })),
      })),
    },
    status: random.maybe(95, () => ({
      phase: random.pick(words('Running Running Running Pending Succeeded Failed Unknown')),
    })),
  };
}

function plan({ pods = [], daemonSets = [], flags = {}, now = NOW }: DrainCase) {
  const objects = daemonSets.map((metadata): DaemonSet => ({ metadata }));
  return drainPlan('node-1', { pods, daemonSets: objects }, { ...flags, now });
}

const FLAGS = words('force ignoreDaemonSets deleteEmptyDirData');

const drain: Operation = {
  name: 'node.drain',
  program: 'kubernetes',
  *examples() {
    const metadata = (name: string, kind?: string): JsonObject => ({
      name,
      namespace: 'shop',
      ownerReferences: kind
        ? [{ apiVersion: 'apps/v1', kind, name: 'logs', controller: true }]
        : [],
    });
    const spec = { nodeName: 'node-1', containers: [] };
    const volumes = [{ name: 'v', emptyDir: {} }];
    const pods = (phase: string): JsonObject[] => [
      { metadata: metadata('bare'), spec, status: { phase } },
      { metadata: metadata('web', 'ReplicaSet'), spec, status: { phase } },
      { metadata: metadata('cache', 'ReplicaSet'), spec: { ...spec, volumes }, status: { phase } },
      { metadata: metadata('logs', 'DaemonSet'), spec, status: { phase } },
      {
        metadata: {
          ...metadata('etcd', 'Node'),
          annotations: { 'kubernetes.io/config.mirror': 'x' },
        },
        spec,
        status: { phase },
      },
    ];
    for (const phase of ['Running', 'Succeeded']) {
      for (let on = 0; on < 8; on++) {
        const flags = Object.fromEntries(
          FLAGS.filter((_, bit) => on & (1 << bit)).map((f) => [f, true]),
        );
        for (const daemonSets of [[], [{ namespace: 'shop', name: 'logs' }]]) {
          yield { pods: pods(phase), daemonSets, flags, now: NOW };
          for (const each of pods(phase)) {
            yield { pods: [each], daemonSets, flags, now: NOW };
          }
        }
      }
    }
  },
  generate: (random) => ({
    pods: random.list(random.pick([2, 6]), (index) => pod(random, index)),
    daemonSets: random.percent(70)
      ? ['shop', 'shop-a', 'ops'].map((namespace) => ({ namespace, name: 'logs' }))
      : [],
    flags: {
      ...Object.fromEntries(FLAGS.filter(() => random.percent(65)).map((flag) => [flag, true])),
      ...random.maybe(20, () => ({ skipWaitForDeleteTimeoutSeconds: random.pick([0, 1, 10]) })),
      ...random.maybe(20, () => ({
        podSelector: random.pick(['app=web', 'app!=web', '!app', '']),
      })),
    },
    now: NOW,
  }),
  compare(input, { out }, comparison) {
    const theirs = out as unknown as Readonly<Record<'errors' | 'pods', string[]>> & {
      warnings: string;
    };
    const ours = plan(input as unknown as DrainCase);
    const named = ours.pods.map(({ pod: { metadata }, action }) => ({
      name: `${metadata?.namespace ?? 'default'}/${metadata?.name}`,
      action,
    }));
    const evicts = named.filter(({ action }) => action === 'evict').map(({ name }) => name);
    comparison.field('pods', theirs.pods.join(), evicts.join());
    comparison.field('errors', theirs.errors.join('; '), [...ours.errors].sort().join('; '));
    comparison.field(
      'warnings',
      theirs.warnings.split('; ').sort().join('; '),
      [...ours.warnings].sort().join('; '),
    );
  },
  kind(input) {
    const { pods } = plan(input as unknown as DrainCase);
    return [...new Set(pods.map(({ rule }) => rule))].sort().slice(0, 3).join();
  },
};

interface ShutdownCase {
  readonly pods?: readonly Pod[];
  readonly takesMs?: readonly number[];
  readonly requestedMs?: number;
  readonly criticalMs?: number;
  readonly groups?: readonly ShutdownGracePeriod[];
}

function planShutdown({ pods = [], requestedMs, criticalMs, groups }: ShutdownCase) {
  return nodeShutdownPlan(pods, {
    shutdownGracePeriodMs: requestedMs,
    shutdownGracePeriodCriticalPodsMs: criticalMs,
    shutdownGracePeriodByPodPriority: groups,
  });
}

const shutdown: Operation = {
  name: 'node.shutdown',
  program: 'kubernetes',
  *examples() {
    const pods = [-5, 0, 5, 10, 2_000_000_000, 2_000_001_000].map((priority, index) => ({
      metadata: { name: `pod-${index}` },
      spec: { priority, terminationGracePeriodSeconds: index * 10 },
    }));
    const takesMs = pods.map(() => 1_000_000);
    for (const [requestedMs, criticalMs] of [
      [30_000, 10_000],
      [30_000, 0],
      [30_999, 10_500],
      [10_000, 10_000],
    ] as const) {
      yield { pods, takesMs, requestedMs, criticalMs };
    }
    const groups = [10, 0, 100_000].map((priority, index) => ({
      priority,
      shutdownGracePeriodSeconds: (index + 1) * 10,
    }));
    yield { pods, takesMs, groups };
    yield { pods: [], takesMs: [], groups };
  },
  generate(random) {
    const pods = random.list(6, (index) => ({
      metadata: { name: `pod-${index}` },
      spec: {
        ...random.maybe(85, () => ({
          priority: random.pick([-5, 0, 1, 9, 10, 11, 100, 2_000_000_000, 2_000_001_000]),
        })),
        // The API server fills it in.
        terminationGracePeriodSeconds: random.pick([0, 1, 10, 30, 100]),
      },
      status: { phase: random.pick(words('Running Pending Succeeded Failed')) },
    }));
    const priorities = [-10, 0, 5, 10, 100, 2_000_000_000].filter(() => random.percent(50));
    return {
      pods,
      // They always take all their time.
      takesMs: pods.map(() => 1_000_000_000),
      ...(random.percent(50) && priorities.length > 0
        ? {
            groups: priorities
              .map((priority) => ({
                priority,
                shutdownGracePeriodSeconds: random.pick([0, 5, 10, 60]),
              }))
              .sort(() => (random.percent(50) ? 1 : -1)),
          }
        : {
            requestedMs: random.pick([10_000, 30_000, 30_500, 60_999]),
            criticalMs: random.pick([0, 500, 10_000, 10_001, 29_999]),
          }),
    };
  },
  compare(input, { out, panic }, comparison) {
    const asked = input as unknown as ShutdownCase;
    const ours = planShutdown(asked);
    // Without groups, the kubelet has no shutdown manager.
    comparison.field(
      'groups',
      panic === undefined || (asked.pods ?? []).length === 0,
      ours.length > 0 || (asked.pods ?? []).length === 0,
    );
    const { pods, endMs } = (out ?? { pods: [], endMs: 0 }) as unknown as {
      pods: readonly { name: string; atMs: number; gracePeriodSeconds: number }[];
      endMs: number;
    };
    const listed = ours.flatMap(
      ({ startsAtSeconds, pods: members, gracePeriodSeconds: period }) => {
        const longest = Math.max(0, ...members.map(({ gracePeriodSeconds }) => gracePeriodSeconds));
        return members.map(({ pod: { metadata }, gracePeriodSeconds }) => ({
          name: metadata?.name as string,
          gracePeriodSeconds,
          startsAtSeconds,
          isFull: longest === period,
        }));
      },
    );
    listed.sort((a, b) => (a.name < b.name ? -1 : 1));
    comparison.field(
      'pods',
      pods.map(({ name, gracePeriodSeconds }) => `${name} ${gracePeriodSeconds}`).join(),
      listed.map(({ name, gracePeriodSeconds }) => `${name} ${gracePeriodSeconds}`).join(),
    );
    // A group whose Pods are quicker than its time ends early: ours is the latest start.
    const order = [...new Set(listed.map(({ startsAtSeconds }) => startsAtSeconds))].sort(
      (a, b) => a - b,
    );
    const isFull = listed.every((each) => each.isFull);
    for (const [index, { atMs }] of pods.entries()) {
      const latestMs = (listed[index]?.startsAtSeconds ?? 0) * 1000;
      comparison.field('start', isFull ? atMs : atMs <= latestMs, isFull ? latestMs : true);
    }
    comparison.field('end', true, endMs >= 0 && order.length <= ours.length);
  },
  kind(input) {
    const asked = input as unknown as ShutdownCase;
    const groups = planShutdown(asked);
    return [
      asked.groups !== undefined,
      ...groups.map(({ pods }) => Math.min(pods.length, 2)),
    ].join();
  },
};

const taints: Operation = {
  name: 'taint.eviction',
  program: 'kubernetes',
  *examples() {
    const taint = { key: 'a', value: 'b', effect: 'NoExecute' };
    for (const tolerations of [
      [],
      [{ operator: 'Exists' }],
      [{ key: 'a', operator: 'Exists', tolerationSeconds: 10 }],
      [
        { operator: 'Exists', tolerationSeconds: 10 },
        { operator: 'Exists', tolerationSeconds: 5 },
      ],
      [{ operator: 'Exists', tolerationSeconds: 0 }],
      [{ operator: 'Exists', tolerationSeconds: -1 }],
      [{ key: 'a', value: 'b' }],
    ]) {
      yield { taints: [taint], tolerations };
      yield { taints: [taint, { key: 'c', effect: 'NoExecute' }], tolerations };
      yield { taints: [{ key: 'c', effect: 'NoSchedule' }, taint], tolerations };
      yield { taints: [{ key: 'c', effect: 'NoSchedule' }], tolerations };
    }
  },
  generate: (random) => ({
    taints: random.list(3, () => ({
      key: random.pick(['a', 'b', 'c']),
      ...random.maybe(50, () => ({ value: random.pick(['', 'x', '5']) })),
      effect: random.percent(85) ? 'NoExecute' : random.pick(['NoSchedule', 'PreferNoSchedule']),
    })),
    tolerations: random.list(4, () => ({
      ...random.maybe(85, () => ({ key: random.pick(['a', 'b', 'c']) })),
      ...random.maybe(90, () => ({
        operator: random.pick(words('Exists Exists Exists Equal Lt Gt Odd')),
      })),
      ...random.maybe(30, () => ({ value: random.pick(['', 'x', '5']) })),
      ...random.maybe(50, () => ({
        effect: random.pick(['NoExecute', 'NoExecute', 'NoSchedule']),
      })),
      ...random.maybe(70, () => ({ tolerationSeconds: random.pick([0, -1, 1, 5, 10, 300, 6000]) })),
    })),
  }),
  compare(input, { out }, comparison) {
    const { taints: asked = [], tolerations = [] } = input as unknown as {
      readonly taints?: readonly Taint[];
      readonly tolerations?: readonly Toleration[];
    };
    const theirs = out as { taints: number; tolerated: boolean; seconds: number };
    const ours = taintEviction({ spec: { tolerations } }, asked);
    // The controller forgets nodes without such taints.
    const seconds = theirs.taints === 0 || theirs.seconds < 0 ? undefined : theirs.seconds;
    comparison.field('seconds', seconds, ours.afterSeconds);
    comparison.field('tolerated', theirs.tolerated, ours.taint === undefined);
    comparison.field(
      'toleration',
      ours.taint === undefined && seconds !== undefined,
      ours.toleration !== undefined,
    );
  },
  kind(input, { out }) {
    const {
      taints: count,
      tolerated,
      seconds,
    } = out as { taints: number; tolerated: boolean; seconds: number };
    const { tolerations = [] } = input as unknown as { tolerations?: readonly Toleration[] };
    return [count, tolerated, seconds, tolerations.length].join();
  },
};

/** Drains, shutdowns and taints of nodes. */
export const disruptionDrainOperations: readonly Operation[] = [drain, shutdown, taints];
