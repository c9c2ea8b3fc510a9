import type { Pod } from '@kubesem/core';
import { podPhase } from '@kubesem/lifecycle';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { podExamples } from './examples.js';
import { podWithStatus } from './generator.js';

interface PhaseCase {
  readonly pod: Pod;
  readonly podIsTerminal: boolean;
  readonly podHasInitialized: boolean;
}

const phase: Operation = {
  name: 'pod.phase',
  program: 'kubernetes',
  *examples() {
    for (const pod of podExamples()) {
      yield { pod, podIsTerminal: false, podHasInitialized: false };
      yield { pod, podIsTerminal: true, podHasInitialized: true };
    }
  },
  generate: (random) => ({
    pod: podWithStatus(random),
    podIsTerminal: random.percent(30),
    podHasInitialized: random.percent(40),
  }),
  compare(input, theirs, comparison) {
    const { pod, podIsTerminal, podHasInitialized } = input as unknown as PhaseCase;
    const { phase: theirPhase } = theirs.out as JsonObject;
    const options = { isTerminal: podIsTerminal, hasInitialized: podHasInitialized };
    const ours = podPhase(pod, options);
    comparison.field('phase', theirPhase, ours.phase);
    // Each phase but that of unknown containers is about some.
    const isNamed = ours.containers.length > 0 || ours.rule === 'STATUS_UNKNOWN';
    comparison.field('containers are named', true, isNamed);
  },
  kind(input, { out }) {
    const { pod, podIsTerminal, podHasInitialized } = input as unknown as PhaseCase;
    const options = { isTerminal: podIsTerminal, hasInitialized: podHasInitialized };
    const { rule, containers } = podPhase(pod, options);
    const { restartPolicy } = pod.spec ?? {};
    return [
      ...[(out as JsonObject).phase, rule, Math.min(containers.length, 2), restartPolicy],
      ...[podIsTerminal, podHasInitialized],
    ].join();
  },
};

/** Phases of Pods. */
export const phaseOperations: readonly Operation[] = [phase];
