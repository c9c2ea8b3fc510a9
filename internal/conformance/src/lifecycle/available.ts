import {
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  isPodTerminating,
  type Pod,
  podAvailableAt,
} from '@kubesem/core';
import { timestampMs } from '@kubesem/core/internal';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { podExamples } from './examples.js';
import { NOW, podWithStatus } from './generator.js';

interface AvailableCase {
  readonly pod: Pod;
  readonly minReadySeconds: number;
  readonly now: string;
}

const MIN_READY_SECONDS = [0, 0, 1, 59, 60, 61, 120, 600, 28_800, -1, 2_147_483_647];

const available: Operation = {
  name: 'pod.available',
  program: 'kubernetes',
  *examples() {
    for (const pod of podExamples()) {
      yield { pod, minReadySeconds: 0, now: NOW };
    }
    // From the second on at which it is over.
    for (const minReadySeconds of [59, 60, 61]) {
      const conditions = [
        { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-22T11:59:00Z' },
      ];
      yield { pod: { status: { phase: 'Running', conditions } }, minReadySeconds, now: NOW };
    }
  },
  generate: (random) => ({
    pod: podWithStatus(random),
    minReadySeconds: random.pick(MIN_READY_SECONDS),
    now: NOW,
  }),
  compare(input, theirs, comparison) {
    const { pod, minReadySeconds, now } = input as unknown as AvailableCase;
    const { ready, available, active, terminating, terminal } = theirs.out as JsonObject;
    comparison.field('ready', ready, isPodReady(pod));
    comparison.field('available', available, isPodAvailable(pod, { minReadySeconds, now }));
    comparison.field('active', active, isPodActive(pod));
    comparison.field('terminating', terminating, isPodTerminating(pod));
    comparison.field('terminal', terminal, isPodTerminal(pod));
    const atMs = podAvailableAt(pod, { minReadySeconds });
    if (atMs !== undefined && minReadySeconds !== 0) {
      comparison.field('available by its time', available, atMs <= timestampMs(now));
    }
  },
  kind(input, { out }) {
    const { minReadySeconds } = input as unknown as AvailableCase;
    return [...Object.values(out as JsonObject), minReadySeconds].join();
  },
};

/** How controllers see Pods. */
export const availableOperations: readonly Operation[] = [available];
