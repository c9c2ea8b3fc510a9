import { type ContainerStatus, type Pod } from '@kubesem/core';
import { ABSENT, everyContainer, podFields } from '@kubesem/core/internal';
import { isFailureStatus } from '@kubesem/inspect';
import {
  type ContainerScript,
  type PodChange,
  PodSimulation,
  type SimulationEvent,
} from '@kubesem/lifecycle';
import type { Lane, Span } from '../../shared/lanes.js';
import type { PodsOptions } from './options.js';

/** The simulated life of a Pod. */
export interface Life {
  readonly durationMs: number;
  /** The status as kubectl prints it, then a lane for each container. */
  readonly lanes: readonly Lane[];
  readonly events: readonly { readonly atMs: number; readonly text: string }[];
}

const START = '2026-01-01T00:00:00Z';
const STEP_MS = 1000;
const INIT_MS = 4000;
const STOP_MS = 2000;
const DEFAULT_SECONDS = 40;
const DEFAULT_DELETE_AT_SECONDS = 25;
const MAX_SECONDS = 600;
const MAX_EVENTS = 200;

/**
 * Simulates a Pod: its init containers run for 4 seconds each, the others until the Pod is deleted, and stop within 2
 * seconds. Probes succeed.
 */
export function podLife(pod: Pod, options: PodsOptions): Life | undefined {
  const { spec } = podFields(pod, ABSENT);
  const containers = everyContainer(spec, (_, name, kind) => ({ name, kind })).filter(
    ({ kind }) => kind !== 'ephemeral',
  );
  if (containers.length === 0) {
    return undefined;
  }
  const { seconds = DEFAULT_SECONDS, deleteAtSeconds = DEFAULT_DELETE_AT_SECONDS } = options;
  const scripts = containers.map(({ name, kind }): [string, ContainerScript] => [
    name,
    { runs: [{ stopMs: STOP_MS, ...(kind === 'init' && { ms: INIT_MS }) }] },
  ]);
  const { status: _, ...created } = pod;
  const script = {
    containers: Object.fromEntries(scripts),
    deleteAtSeconds: deleteAtSeconds > 0 ? deleteAtSeconds : undefined,
  };
  const { deletionTimestamp: __, ...metadata } = created.metadata ?? {};
  const simulation = new PodSimulation({ ...created, metadata }, script, { now: START });
  const limitMs = Math.min(Math.max(seconds, 1), MAX_SECONDS) * 1000;
  while (simulation.elapsedMs < limitMs && simulation.goneAtMs === undefined) {
    simulation.advance(Math.min(STEP_MS, limitMs - simulation.elapsedMs));
  }
  const durationMs = simulation.goneAtMs ?? limitMs;
  const { changes } = simulation;
  return {
    durationMs,
    lanes: [
      {
        title: 'STATUS',
        spans: spansOf(
          changes.map(({ atMs, row }) => ({ atMs, state: toneOf(row.status), text: row.status })),
          durationMs,
        ),
      },
      ...containers.map(({ name, kind }) => ({
        title: kind === 'app' ? name : `${name} (${kind})`,
        spans: spansOf(
          changes.map(({ atMs, status }) => stateAt(atMs, status, name)),
          durationMs,
        ),
      })),
    ],
    events: simulation.events
      .filter(({ action }) => action !== 'probe')
      .slice(0, MAX_EVENTS)
      .map((event) => ({ atMs: event.atMs, text: eventText(event) })),
  };
}

interface Change {
  readonly atMs: number;
  readonly state: Span['state'];
  readonly text: string;
}

function spansOf(changes: readonly Change[], endMs: number): readonly Span[] {
  const spans: Span[] = [];
  for (const [index, { atMs, state, text }] of changes.entries()) {
    const toMs = Math.min(changes[index + 1]?.atMs ?? endMs, endMs);
    const last = spans.at(-1);
    if (last?.text === text && last.state === state) {
      spans[spans.length - 1] = { ...last, toMs };
    } else if (toMs > atMs) {
      spans.push({ fromMs: atMs, toMs, state, text });
    }
  }
  return spans.filter(({ state }) => state !== 'none');
}

function toneOf(status: string): Span['state'] {
  return status === 'Running' || status === 'Completed'
    ? 'good'
    : status === 'Terminating'
      ? 'ending'
      : isFailureStatus(status)
        ? 'bad'
        : 'waiting';
}

function stateAt(atMs: number, status: PodChange['status'], name: string): Change {
  const lists = [status.initContainerStatuses, status.containerStatuses];
  const found = lists
    .flatMap((list) => (list ?? []) as readonly ContainerStatus[])
    .find((each) => each.name === name);
  const { running, terminated, waiting } = found?.state ?? {};
  if (running) {
    return { atMs, ...(found?.ready ? GOOD : RUNS) };
  }
  if (terminated) {
    const { exitCode, reason } = terminated;
    const state = exitCode === 0 ? 'ended' : 'bad';
    return { atMs, state, text: `${reason ?? 'ended'}, exit code ${exitCode}` };
  }
  return {
    atMs,
    state: found === undefined ? 'none' : 'waiting',
    text: waiting?.reason ?? 'waits',
  };
}

const GOOD = { state: 'good', text: 'ready' } as const;
const RUNS = { state: 'runs', text: 'runs, not ready' } as const;

const ACTIONS: { readonly [action in SimulationEvent['action']]: string } = {
  createSandbox: 'the kubelet creates the sandbox',
  stopSandbox: 'the kubelet stops the sandbox',
  start: 'starts',
  postStart: 'postStart hook',
  preStop: 'preStop hook',
  probe: 'probe',
  stop: 'receives SIGTERM',
  exit: 'exits',
};

function eventText({ action, container, exitCode }: SimulationEvent): string {
  const who = container === undefined ? '' : `${container} `;
  return `${who}${ACTIONS[action]}${exitCode === undefined ? '' : ` with code ${exitCode}`}`;
}
