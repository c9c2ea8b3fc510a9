import type { Pod } from '@kubesem/core';
import { podDeletion } from '@kubesem/lifecycle';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { NOW } from './generator.js';

const NOW_MS = Date.parse(NOW);
const SECONDS = [0, 1, 1, 2, 2, 3, 5, 10, 30, 30, 60, -1];

function at(ms: number): string {
  return new Date(NOW_MS + ms).toISOString();
}

interface DeleteCase {
  readonly pod: Pod;
  readonly now: string;
  readonly steps: readonly {
    readonly afterMs: number;
    readonly gracePeriodSeconds?: number;
  }[];
}

interface DeleteAnswer {
  readonly steps: readonly {
    readonly removed: boolean;
    readonly deletionTimestamp: string | null;
    readonly deletionGracePeriodSeconds: number | null;
    readonly generation: number;
  }[];
}

function step(random: Random): JsonObject {
  return {
    afterMs: random.pick([0, 1, 500, 999, 1000, 1001, 2000, 5000, 31_000]),
    ...random.maybe(60, () => ({ gracePeriodSeconds: random.pick([...SECONDS, 400_000_000]) })),
  };
}

function deletedPod(random: Random): JsonObject {
  return {
    metadata: {
      name: 'web',
      ...random.maybe(60, () => ({ generation: random.pick([0, 1, 7]) })),
      ...random.maybe(25, () => ({
        deletionTimestamp: random.pick([
          ...['2026-11-22T11:59:59Z', NOW, '2026-11-22T12:00:01Z', '2026-11-22T12:00:30Z'],
          ...['2026-11-22T14:00:30+02:00'],
        ]),
      })),
      ...random.maybe(25, () => ({ deletionGracePeriodSeconds: random.pick(SECONDS) })),
      ...random.maybe(20, () => ({ finalizers: random.pick([[], ['example.com/wait']]) })),
    },
    spec: {
      containers: [{ name: 'app' }],
      ...random.maybe(85, () => ({ nodeName: random.pick(['node-1', 'node-1', '']) })),
      ...random.maybe(85, () => ({ terminationGracePeriodSeconds: random.pick(SECONDS) })),
    },
    status: random.maybe(80, () => ({
      phase: random.pick(['Pending', 'Running', 'Running', 'Succeeded', 'Failed', 'Unknown']),
    })),
  };
}

const deletion: Operation = {
  name: 'pod.delete',
  program: 'kubernetes',
  *examples() {
    const spec = { nodeName: 'node-1', terminationGracePeriodSeconds: 30, containers: [] };
    const pod = { metadata: { name: 'web', generation: 1 }, spec };
    const now = '2026-11-22T12:00:00.500Z';
    for (const gracePeriodSeconds of [-1, 0, 1, 3, 29, 30, 31]) {
      const last = { afterMs: 10_000, gracePeriodSeconds };
      yield { pod, now, steps: [{ afterMs: 0 }, { afterMs: 1000 }, last, { afterMs: 0 }] };
    }
  },
  generate: (random) => ({
    pod: deletedPod(random),
    now: at(random.pick([0, 0, 1, 500, 999])),
    steps: [step(random), ...random.list(3, () => step(random))],
  }),
  compare(input, theirs, comparison) {
    const { pod, now, steps } = input as unknown as DeleteCase;
    const answers = (theirs.out as unknown as DeleteAnswer).steps;
    let stored = pod;
    let nowMs = Date.parse(now);
    for (const [index, answer] of answers.entries()) {
      const { afterMs, gracePeriodSeconds } = steps[index] as DeleteCase['steps'][number];
      nowMs += afterMs;
      const options = { gracePeriodSeconds, now: new Date(nowMs) };
      const deleted = podDeletion(stored, options);
      const field = (name: string, their: unknown, our: unknown): void =>
        comparison.field(`step ${index} ${name}`, their, our);
      const { metadata } = deleted.pod;
      field('removed', answer.removed, deleted.outcome === 'IMMEDIATE');
      field('time', seconds(answer.deletionTimestamp), seconds(metadata?.deletionTimestamp));
      const { deletionGracePeriodSeconds } = metadata ?? {};
      field('grace', answer.deletionGracePeriodSeconds, deletionGracePeriodSeconds ?? null);
      field('generation', answer.generation, metadata?.generation ?? 0);
      field('pending', deleted.outcome === 'PENDING', deleted.pod === stored && !answer.removed);
      stored = deleted.pod;
    }
  },
  kind(input) {
    const { pod, now, steps } = input as unknown as DeleteCase;
    const kinds: string[] = [];
    let stored = pod;
    let nowMs = Date.parse(now);
    for (const { afterMs, gracePeriodSeconds } of steps) {
      nowMs += afterMs;
      const result = podDeletion(stored, { gracePeriodSeconds, now: new Date(nowMs) });
      kinds.push(result.outcome, result.rule);
      stored = result.pod;
    }
    return kinds.slice(0, 4).join();
  },
};

function seconds(time: string | Date | null | undefined): number {
  return time === null || time === undefined ? 0 : new Date(time).getTime();
}

/** How Pods are deleted. */
export const deletionOperations: readonly Operation[] = [deletion];
