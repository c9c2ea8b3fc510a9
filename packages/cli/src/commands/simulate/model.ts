import { ABSENT, type ContainerKind, everyContainer, type Pod, podFields } from '@kubesem/core';
import {
  type PodChange,
  type PodScript,
  PodSimulation,
  type SimulationEvent,
} from '@kubesem/lifecycle';

/** The simulated life of a Pod. */
export interface SimulationModel {
  readonly namespace: string;
  readonly name: string;
  readonly containers: readonly { readonly name: string; readonly kind: ContainerKind }[];
  readonly script: PodScript;
  readonly durationMs: number;
  readonly events: readonly SimulationEvent[];
  readonly changes: readonly PodChange[];
  /** When the Pod was gone; undefined if it is still there. */
  readonly goneAtMs: number | undefined;
}

/** When the kubelet starts the Pod: any time will do. */
const START = '2026-01-01T00:00:00Z';
const STEP_MS = 1000;

/** Runs a Pod until it is gone, or for a duration. */
export function simulatePod(
  pod: Pod,
  { namespace, name }: Pick<SimulationModel, 'namespace' | 'name'>,
  script: PodScript,
  seconds: number,
): SimulationModel {
  const simulation = new PodSimulation(pod, script, { now: START });
  const limitMs = seconds * 1000;
  while (simulation.elapsedMs < limitMs && simulation.goneAtMs === undefined) {
    simulation.advance(Math.min(STEP_MS, limitMs - simulation.elapsedMs));
  }
  const { goneAtMs } = simulation;
  return {
    namespace,
    name,
    containers: everyContainer(podFields(pod, ABSENT).spec, (_, of, kind) => ({
      name: of,
      kind,
    })).filter((each) => each.kind !== 'ephemeral'),
    script,
    durationMs: goneAtMs ?? limitMs,
    events: simulation.events,
    changes: simulation.changes,
    goneAtMs,
  };
}
