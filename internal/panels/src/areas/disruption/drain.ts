import { attempt, objectNamespace } from '@kubesem/core';
import {
  controllerReplacement,
  type DrainCluster,
  type DrainEvent,
  type DrainTimeline,
  drainPlan,
  simulateDrain,
} from '@kubesem/disruption';
import { DRAIN_EVENT_TEXTS, drainReason } from '@kubesem/inspect';
import type { Lane, Span } from '../../shared/lanes.js';

/** The options of a drain. */
export interface DrainSettings {
  /** The nodes to drain; the first two by default. */
  readonly nodes?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  readonly ignoreDaemonSets?: boolean | undefined;
  readonly deleteEmptyDirData?: boolean | undefined;
  /** Whether all nodes are drained at once. */
  readonly parallel?: boolean | undefined;
  /** When a replacement is ready; 0 for none. */
  readonly readyAfterSeconds?: number | undefined;
  /** When a Pod has stopped; its grace period by default. */
  readonly stopSeconds?: number | undefined;
}

/** A simulated drain. */
export interface Drain {
  readonly nodes: readonly DrainedNode[];
  readonly durationMs: number;
  readonly lanes: readonly Lane[];
  readonly events: readonly { readonly atMs: number; readonly text: string }[];
  readonly blocked: readonly string[];
  /** Why the drain cannot be simulated. */
  readonly failure?: string | undefined;
}

/** What happens to a node. */
export interface DrainedNode {
  readonly node: string;
  readonly drainedAtMs?: number | undefined;
  readonly errors: readonly string[];
  readonly pods: readonly DrainedPodRow[];
}

/** What a drain does with a Pod. */
export interface DrainedPodRow {
  readonly name: string;
  /** With `stay`, kubectl would evict it, but rejects another Pod of the node. */
  readonly action: 'evict' | 'skip' | 'reject' | 'stay';
  readonly reason: string;
}

const MAX_LANES = 40;
const MAX_EVENTS = 300;
const MAX_PODS = 100;
const READY_AFTER_SECONDS = 20;

/** Simulates a drain. */
export function drainOf(
  nodes: readonly string[],
  cluster: DrainCluster,
  settings: DrainSettings,
  now: string,
): Drain {
  const { readyAfterSeconds = READY_AFTER_SECONDS, stopSeconds, nodes: _, ...given } = settings;
  const { ignoreDaemonSets = true, ...flags } = given;
  const options = { ...flags, ignoreDaemonSets, now };
  const { value: timeline, error } = attempt(() =>
    simulateDrain(nodes, cluster, {
      ...options,
      ...(stopSeconds !== undefined && { stopSeconds: () => stopSeconds }),
      ...(readyAfterSeconds > 0 && {
        replacement: controllerReplacement({ readyAfterSeconds, cluster }),
      }),
    }),
  );
  if (timeline === undefined) {
    return {
      nodes: [],
      durationMs: 0,
      lanes: [],
      events: [],
      blocked: [],
      failure: error?.message,
    };
  }
  const lastMs = timeline.events.reduce((most, { atMs }) => Math.max(most, atMs), 1000);
  const durationMs = timeline.blocked.length > 0 ? lastMs * 1.15 : lastMs;
  return {
    nodes: timeline.nodes.map(({ node, drainedAtMs, errors }) => ({
      ...{ node, drainedAtMs, errors },
      pods: (attempt(() => drainPlan(node, cluster, options)).value?.pods ?? [])
        .slice(0, MAX_PODS)
        .map((drained) => {
          const { pod, action: planned } = drained;
          const action = planned === 'evict' && errors.length > 0 ? 'stay' : planned;
          return {
            name: `${objectNamespace(pod)}/${pod.metadata?.name ?? ''}`,
            action,
            reason: drainReason({ ...drained, action }),
          };
        }),
    })),
    durationMs,
    lanes: lanesOf(timeline, durationMs),
    events: timeline.events
      .slice(0, MAX_EVENTS)
      .map((event) => ({ atMs: event.atMs, text: eventText(event) })),
    blocked: timeline.blocked.map(({ node, pod, cause }) => `${pod} stays on ${node}: ${cause}`),
  };
}

function eventText({ type, node, pod, cause }: DrainEvent): string {
  const what = pod ?? (node === undefined ? '' : `node ${node}`);
  return `${what}: ${DRAIN_EVENT_TEXTS[type]}${cause === undefined ? '' : ` (${cause})`}`;
}

/** The state that follows an event of a Pod. */
const NEXT: { readonly [type: string]: Pick<Span, 'state' | 'text'> | undefined } = {
  EVICTED: { state: 'ending', text: 'is being deleted' },
  BLOCKED: { state: 'blocked', text: 'a budget blocks its eviction' },
  FAILED: { state: 'bad', text: 'its eviction fails' },
  HELD: { state: 'blocked', text: 'its finalizers keep it' },
  CREATED: { state: 'waiting', text: 'replacement, not ready' },
  READY: { state: 'good', text: 'replacement, ready' },
  GONE: { state: 'none', text: '' },
};

function lanesOf({ events }: DrainTimeline, endMs: number): readonly Lane[] {
  const lanes = new Map<string, Span[]>();
  for (const { atMs, type, pod, cause } of events) {
    const next = NEXT[type];
    if (next === undefined || pod === undefined) {
      continue;
    }
    const spans = lanes.get(pod) ?? initial(type, atMs);
    lanes.set(pod, spans);
    const last = spans.at(-1);
    if (last !== undefined) {
      spans[spans.length - 1] = { ...last, toMs: atMs };
    }
    spans.push({ fromMs: atMs, toMs: endMs, state: next.state, text: cause ?? next.text });
  }
  return [...lanes].slice(0, MAX_LANES).map(([title, spans]) => ({
    title,
    spans: spans.filter(({ state, fromMs, toMs }) => state !== 'none' && toMs > fromMs),
  }));
}

function initial(type: DrainEvent['type'], atMs: number): Span[] {
  return type === 'CREATED' ? [] : [{ fromMs: 0, toMs: atMs, state: 'good', text: 'runs' }];
}
