import type { Node, Pod } from '@kubesem/core';
import { type GarbageCollection, podsToCollect } from '@kubesem/lifecycle';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { NOW } from './generator.js';

const NOW_MS = Date.parse(NOW);

interface GarbageCase {
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
  readonly threshold: number;
  readonly now: string;
  readonly passes: readonly {
    readonly afterMs: number;
    readonly missing?: readonly string[];
  }[];
}

interface TheirPod {
  readonly name: string;
  readonly reason: string;
  readonly phase: string;
  readonly condition: JsonObject | null;
}

const REASONS: Readonly<Record<string, string>> = {
  Terminated: 'TERMINATED',
  Terminating: 'OUT_OF_SERVICE',
  Orphaned: 'ORPHANED',
  UnscheduledTerminating: 'UNSCHEDULED',
};

const NODE_NAMES = ['node-1', 'node-2', 'gone'];

function pod(random: Random, index: number): JsonObject {
  const age = random.pick([1, 1, 2, 60, 3600]);
  return {
    metadata: {
      name: `pod-${random.below(10)}-${index}`,
      ...random.maybe(85, () => ({
        creationTimestamp: new Date(NOW_MS - age * 1000).toISOString(),
      })),
      ...random.maybe(30, () => ({ deletionTimestamp: NOW })),
      ...random.maybe(50, () => ({ generation: random.pick([0, 1, 5]) })),
    },
    spec: {
      containers: [],
      ...random.maybe(80, () => ({ nodeName: random.pick([...NODE_NAMES, '']) })),
    },
    status: {
      ...random.maybe(90, () => ({
        phase: random.pick([
          ...['Pending', 'Running', 'Unknown', 'Succeeded', 'Failed', 'Failed', '', 'Odd'],
        ]),
      })),
      ...random.maybe(30, () => ({ reason: random.pick(['Evicted', 'Preempting', '']) })),
      ...random.maybe(20, () => ({
        conditions: [
          {
            type: random.pick(['DisruptionTarget', 'Ready']),
            status: random.pick(['True', 'False']),
            reason: 'EvictionByEvictionAPI',
            message: 'before',
          },
        ],
      })),
    },
  };
}

function node(random: Random, name: string): JsonObject {
  const condition = (): JsonObject => ({
    type: random.pick(['Ready', 'Ready', 'DiskPressure']),
    status: random.pick(['True', 'False', 'Unknown']),
  });
  return {
    metadata: { name },
    spec: random.maybe(60, () => ({
      taints: random.list(2, () => ({
        key: random.pick(['node.kubernetes.io/out-of-service', 'node.kubernetes.io/unreachable']),
        effect: 'NoExecute',
      })),
    })),
    status: random.maybe(85, () => ({ conditions: random.list(2, condition) })),
  };
}

function pass(random: Random): JsonObject {
  return {
    afterMs: random.pick([20_000, 20_000, 19_999, 20_001, 40_000, 39_999, 100]),
    ...random.maybe(40, () => ({ missing: NODE_NAMES.filter(() => random.percent(50)) })),
  };
}

/** All passes, each without the Pods that earlier ones have deleted. */
function ourPasses({ pods, nodes, threshold, now, passes }: GarbageCase): GarbageCollection[] {
  let nowMs = Date.parse(now);
  let left = pods;
  let missingNodesSince = {};
  return passes.map(({ afterMs, missing = [] }) => {
    nowMs += afterMs;
    const cluster = {
      pods: left,
      nodes: nodes.filter(({ metadata }) => !missing.includes(metadata?.name ?? '')),
    };
    const collection = podsToCollect(cluster, {
      missingNodesSince,
      terminatedPodThreshold: threshold,
      now: new Date(nowMs),
    });
    const gone = new Set(collection.deleted.map((each) => each.pod));
    for (const { rule, orphanedAtMs } of collection.kept) {
      if (orphanedAtMs !== undefined && orphanedAtMs <= nowMs) {
        throw new Error(`kept too long: ${rule}`);
      }
    }
    left = left.filter((each) => !gone.has(each));
    ({ missingNodesSince } = collection);
    return collection;
  });
}

const garbage: Operation = {
  name: 'pods.garbage',
  program: 'kubernetes',
  *examples() {
    const running = { status: { phase: 'Running' } };
    const orphan = { metadata: { name: 'orphan' }, spec: { nodeName: 'gone' }, ...running };
    // The time of a node that comes back goes on.
    const away = { afterMs: 20_000, missing: ['node-1'] };
    const pod = { ...orphan, spec: { nodeName: 'node-1' } };
    const nodes = [{ metadata: { name: 'node-1' } }];
    const passes = [away, { afterMs: 10_000 }, away, { ...away, afterMs: 10_000 }, away];
    yield { pods: [pod], nodes, threshold: 0, now: NOW, passes };
    for (const afterMs of [39_999, 40_000]) {
      yield { pods: [orphan], nodes: [], threshold: 0, now: NOW, passes: [away, { afterMs }] };
    }
  },
  generate: (random) => ({
    pods: random.list(8, (index) => pod(random, index)),
    nodes: NODE_NAMES.slice(0, 2).map((name) => node(random, name)),
    threshold: random.pick([-1, 0, 1, 1, 2, 3, 12_500]),
    now: NOW,
    passes: [{ afterMs: 0 }, ...random.list(4, () => pass(random))],
  }),
  compare(input, theirs, comparison) {
    const passes = (theirs.out as JsonObject).passes as unknown as TheirPod[][];
    const ours = ourPasses(input as unknown as GarbageCase);
    for (const [index, { deleted }] of ours.entries()) {
      const field = (name: string, their: unknown, our: unknown): void =>
        comparison.field(`pass ${index} ${name}`, their, our);
      const shown = deleted
        .map(({ pod, rule }) => `${pod.metadata?.name} ${rule}`)
        .sort()
        .join();
      const expected = passes[index] ?? [];
      field(
        'deleted',
        expected.map(({ name, reason }) => `${name} ${REASONS[reason]}`).join(),
        shown,
      );
      for (const { pod, marksFailed, condition } of deleted) {
        const their = expected.find(({ name }) => name === pod.metadata?.name);
        field('phase', their?.phase, marksFailed ? 'Failed' : pod.status?.phase);
        const { reason } = their?.condition ?? {};
        field('has condition', reason === 'DeletionByPodGC', condition !== undefined);
        if (condition !== undefined) {
          field('condition', conditionText(their?.condition), conditionText({ ...condition }));
        }
      }
    }
  },
  candidates: 2000,
  kind(input) {
    const ours = ourPasses(input as unknown as GarbageCase);
    const kinds = ours.flatMap(({ deleted }, index) =>
      deleted.map(({ rule, marksFailed }) => `${index} ${rule} ${marksFailed}`),
    );
    return [...new Set(kinds)].sort().slice(0, 3).join();
  },
};

/** Without its times. */
function conditionText(condition: Readonly<Record<string, unknown>> | null | undefined): string {
  const { type, status, reason, message, observedGeneration } = condition ?? {};
  return JSON.stringify([type, status, reason, message, observedGeneration]);
}

/** The garbage collector of Pods. */
export const garbageOperations: readonly Operation[] = [garbage];
