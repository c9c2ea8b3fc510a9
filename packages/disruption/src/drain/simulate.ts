import { type Pod } from '@kubesem/core';
import {
  ABSENT,
  AMOUNT_OPTION,
  fields,
  goQuote,
  INT64_RANGE,
  readNow,
  readOption,
  TIME_OPTION,
  timestampMs,
} from '@kubesem/core/internal';
import { decide, evicted } from '../eviction/answer.js';
import type { EvictionStatus } from '../eviction/api-status.js';
import { DEFAULT_GRACE_SECONDS, keptBy, keyOf, nameOf, namespaceOf } from '../stored.js';
import { EventQueue } from './event-queue.js';
import { LiveCluster, type LivePod, type WaitingEviction } from './live-cluster.js';
import { type LiveNode, liveNode, nodeDrain, type Request } from './live-node.js';
import { daemonSetKeys, planPods } from './plan.js';
import type {
  BlockedPod,
  DrainCluster,
  DrainEvent,
  DrainTimeline,
  PodReplacement,
  SimulateDrainOptions,
} from './timeline.js';

/** How long kubectl waits before it tries again. */
const RETRY_MS = 5000;

/** How often kubectl checks whether a Pod is gone. */
const POLL_MS = 1000;

/** How often a controller waits before it counts as one that waits forever. */
const MAX_WAITS = 1000;

/**
 * Simulates `kubectl drain` in virtual time: when each eviction is allowed, and which budget blocks it.
 *
 * The simulated disruption controller updates budgets without delay. kubectl starts all evictions of a node together, in no
 * fixed order; the simulation starts them by namespace and name. kubectl retries a blocked eviction every 5 seconds, and
 * checks every second whether evicted Pods are gone. When the last Pod of a node is gone, it drains the next node.
 *
 * @param nodes - names of the nodes, in the order in which they are drained
 * @param cluster - Pods, their controllers and budgets; they are not changed
 * @param options - the options of the command, the current time, and what replaces a Pod
 * @returns what happens, when each node is drained, and which Pods stay
 * @throws the errors of {@link drainPlan} and {@link evictionAnswer}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a number of seconds of the options or of a replacement is
 * not a number, or negative
 *
 * @example
 * ```ts
 * import { controllerReplacement, simulateDrain } from '@kubesem/disruption';
 *
 * const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u1', controller: true };
 * const web = (name: string, nodeName: string) => ({
 *   metadata: { name, labels: { app: 'web' }, ownerReferences: [owner] },
 *   spec: { nodeName, terminationGracePeriodSeconds: 30 },
 *   status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
 * });
 * const cluster = {
 *   pods: [web('web-a', 'node-1'), web('web-b', 'node-1')],
 *   replicaSets: [{ metadata: { name: 'web', uid: 'u1' }, spec: { replicas: 2 } }],
 *   podDisruptionBudgets: [{ metadata: { name: 'web' }, spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } } }],
 * };
 * const replacement = controllerReplacement({ readyAfterSeconds: 12 });
 * const { events, nodes } = simulateDrain(['node-1'], cluster, { now: '2026-01-01T00:00:00Z', replacement });
 * events.filter(({ type }) => type === 'EVICTED').map(({ atMs, pod }) => `${atMs} ${pod}`) // => [
 * //   '0 default/web-a',
 * //   '15000 default/web-b',
 * // ]
 * nodes[0]?.drainedAtMs // => 45_000
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/drain` v0.37.1, `Helper.evictPods`, `waitForDelete`.
 */
export function simulateDrain(
  nodes: readonly string[],
  cluster: DrainCluster,
  options: SimulateDrainOptions,
): DrainTimeline {
  return new DrainSimulation(nodes, cluster, options).run();
}

class DrainSimulation {
  private readonly options: SimulateDrainOptions;
  private readonly startMs: number;
  private readonly queue = new EventQueue<() => void>();
  private readonly events: DrainEvent[] = [];
  private readonly nodes: readonly LiveNode[];
  private readonly live: LiveCluster;
  private readonly daemonSets: ReadonlySet<string> | undefined;

  constructor(nodes: readonly string[], cluster: DrainCluster, options: SimulateDrainOptions) {
    this.options = options;
    this.startMs = readNow(options.now);
    this.daemonSets = daemonSetKeys(cluster);
    this.nodes = nodes.map((name) => liveNode(name, this.startMs));
    const retryMs = (waiting: WaitingEviction) => this.retryMs(waiting as Request);
    this.live = new LiveCluster(cluster, this.startMs, this.queue, retryMs, (waiting) => {
      this.queue.push(retryMs(waiting), () => {
        this.evict(waiting as Request);
        this.live.tried(waiting);
      });
    });
  }

  run(): DrainTimeline {
    for (const { name } of this.nodes) {
      this.note({ type: 'CORDONED', node: name, text: `node/${name} cordoned` });
    }
    for (const at of this.options.parallel === true ? this.nodes.keys() : [0]) {
      this.start(at);
    }
    for (let next = this.queue.pop(); next !== undefined; next = this.queue.pop()) {
      this.live.nowMs = next.atMs;
      next.event();
    }
    return {
      events: this.events,
      nodes: this.nodes.map((node) => nodeDrain(node, this.startMs)),
      blocked: this.blocked(),
      unknownPdbs: this.live.budgets
        .filter(({ isUnknown }) => isUnknown)
        .map(({ pdb }) => nameOf(pdb)),
    };
  }

  private blocked(): readonly BlockedPod[] {
    const rejected = this.live.budgets.flatMap(({ pdb, waiting }) =>
      [...waiting].map(({ node, pod }) => ({
        node: node.name,
        pod: keyOf(pod.first),
        pdb: nameOf(pdb),
        cause: causeOf(decide(pod.now, [pdb]).failure),
      })),
    );
    const held = this.nodes.flatMap(({ name, held: pods }) =>
      pods.map(({ first }) => ({ node: name, pod: keyOf(first), cause: heldCause(first) })),
    );
    return [...rejected, ...held];
  }

  private note(event: Omit<DrainEvent, 'atMs'>): void {
    this.events.push({ atMs: this.live.nowMs - this.startMs, ...event });
  }

  /** Starts the drain of a node: lists its Pods, and requests all evictions. */
  private start(at: number): void {
    const node = this.nodes[at];
    if (node === undefined) {
      return;
    }
    node.startedAtMs = this.live.nowMs;
    node.endMs = this.live.nowMs;
    const live = new Map(
      [...(this.live.podsByNode.get(node.name) ?? [])].map((each) => [each.now, each]),
    );
    const now = new Date(this.live.nowMs);
    const plan = planPods(node.name, [...live.keys()], this.daemonSets, { ...this.options, now });
    node.errors = plan.errors;
    node.warnings = plan.warnings;
    if (plan.errors.length > 0) {
      const [cause, list] = [plan.errors.join('; '), plan.errors.join(', ')];
      const aggregated = plan.errors.length > 1 ? `[${list}]` : list;
      const text = `error: unable to drain node ${goQuote(node.name)} due to error: ${aggregated}, continuing command...`;
      this.note({ type: 'REJECTED', node: node.name, cause, text });
      this.next(at);
      return;
    }
    const planned = plan.pods.filter(({ action }) => action === 'evict');
    node.pending = planned.length;
    for (const { pod } of planned) {
      const request = {
        pod: live.get(pod) as LivePod,
        node,
        lastMs: this.live.nowMs,
        cause: '',
        isExpected: false,
      };
      this.evict(request);
    }
    this.finishIfDone(node);
  }

  private next(at: number): void {
    if (this.options.parallel !== true) {
      this.start(at + 1);
    }
  }

  private evict(request: Request): void {
    const { pod, node } = request;
    request.lastMs = this.live.nowMs;
    pod.budgets.forEach((budget) => {
      this.live.sync(budget);
    });
    const key = keyOf(pod.first);
    const { failure, pdb } = decide(
      pod.now,
      pod.budgets.map((budget) => budget.pdb),
    );
    if (failure === undefined) {
      this.delete(request);
      return;
    }
    const cause = causeOf(failure);
    const event = { node: node.name, pod: key, cause, ...(pdb && { pdb: nameOf(pdb) }) };
    const error = `error when evicting pods/${goQuote(nameOf(pod.first))} -n ${goQuote(namespaceOf(pod.first))}`;
    if (failure.code !== 429) {
      this.note({ ...event, type: 'FAILED', text: `${error}: ${failure.message}` });
      node.failed = true;
      this.ended(node, this.live.nowMs);
      return;
    }
    if (request.cause !== cause) {
      const text = `${error} (will retry after 5s): ${failure.message}`;
      this.note({ ...event, type: 'BLOCKED', text });
    }
    request.cause = cause;
    pod.budgets[0]?.waiting.add(request);
  }

  /** Tries again at the next of the times that are 5 seconds apart. */
  private retryMs({ lastMs }: Request): number {
    const retries = Math.ceil((this.live.nowMs - lastMs) / RETRY_MS);
    return lastMs + Math.max(1, retries) * RETRY_MS;
  }

  private delete({ pod, node }: Request): void {
    const { gracePeriodSeconds, stopSeconds, replacement } = this.options;
    const key = keyOf(pod.first);
    this.note({ type: 'EVICTED', node: node.name, pod: key, text: `evicting pod ${key}` });
    node.evicted += 1;
    const options = { now: new Date(this.live.nowMs), deleteOptions: { gracePeriodSeconds } };
    const deleted = evicted(withGracePeriod(pod.now), options, this.live.nowMs);
    const deadlineMs =
      deleted === undefined
        ? this.live.nowMs
        : Math.max(this.live.nowMs, timestampMs(deleted.metadata?.deletionTimestamp));
    const stops = readOption('stopSeconds', stopSeconds?.(pod.now), AMOUNT_OPTION) ?? Infinity;
    const goneMs = Math.min(deadlineMs, this.live.nowMs + stops * 1000);
    const created = replacement?.(pod.first);
    const evictedMs = this.live.nowMs;
    pod.now = deleted ?? pod.now;
    this.live.setHealthy(pod, false);
    if (created?.when === 'TERMINATING') {
      this.replace(created, pod);
    }
    this.queue.push(goneMs, () => {
      const isHeld = keptBy(pod.first).length > 0;
      if (isHeld) {
        this.hold(pod, node, evictedMs);
      } else {
        this.live.remove(pod);
        const text = `pod/${nameOf(pod.first)} evicted`;
        this.note({ type: 'GONE', node: node.name, pod: key, text });
        this.ended(node, polledMs(evictedMs, goneMs));
      }
      if (created?.when === 'STOPPED' || (created?.when === 'GONE' && !isHeld)) {
        this.replace(created, pod);
      }
    });
  }

  /** The Pod has stopped, and stays. kubectl waits for it, at most for `--skip-wait-for-delete-timeout`. */
  private hold(pod: LivePod, node: LiveNode, evictedMs: number): void {
    const { skipWaitForDeleteTimeoutSeconds: timeout = 0 } = this.options;
    const event = { node: node.name, pod: keyOf(pod.first) };
    this.note({ ...event, type: 'HELD', cause: heldCause(pod.first) });
    const deletedMs = timestampMs(pod.now.metadata?.deletionTimestamp);
    // Whole seconds count.
    const skipMs = Math.max(this.live.nowMs, deletedMs + (Math.trunc(timeout) + 1) * 1000);
    if (!(timeout > 0) || Number.isNaN(new Date(skipMs).getTime())) {
      node.held.push(pod);
      return;
    }
    const skippedMs = polledMs(evictedMs, skipMs);
    this.queue.push(skippedMs, () => {
      const text = `pod ${goQuote(nameOf(pod.first))} has DeletionTimestamp older than ${timeout} seconds, skipping`;
      this.note({ ...event, type: 'SKIPPED', text });
      this.ended(node, skippedMs);
    });
  }

  private replace(created: PodReplacement, old: LivePod, waits = 0): void {
    const { waitSeconds = () => 0 } = created;
    const seconds = readOption('waitSeconds', waitSeconds(this.live.nowMs), AMOUNT_OPTION);
    if (seconds === 0) {
      this.create(created, old);
    } else if (seconds !== undefined && waits < MAX_WAITS) {
      this.later(seconds, () => {
        this.replace(created, old, waits + 1);
      });
    }
  }

  /** Lets something happen, unless it is so late that no time can express it. */
  private later(seconds: number, event: () => void): void {
    const atMs = this.live.nowMs + seconds * 1000;
    if (atMs <= TIME_OPTION.max) {
      this.queue.push(atMs, event);
    }
  }

  private create({ pod, readyAfterSeconds }: PodReplacement, old: LivePod): void {
    const readyAfter = readOption('readyAfterSeconds', readyAfterSeconds, AMOUNT_OPTION);
    const live = this.live.add(pod, this.live.budgetsOf(pod, old));
    live.budgets.forEach((budget) => {
      this.live.changed(budget);
    });
    const key = keyOf(pod);
    this.note({ type: 'CREATED', pod: key });
    this.later(readyAfter ?? Infinity, () => {
      // It may have been evicted in the meantime.
      if (live.now === pod) {
        live.now = {
          ...pod,
          status: {
            ...pod.status,
            phase: 'Running',
            conditions: [{ type: 'Ready', status: 'True' }],
          },
        };
        this.note({ type: 'READY', pod: key });
        this.live.setHealthy(live, true);
      }
    });
  }

  private ended(node: LiveNode, atMs: number): void {
    node.pending -= 1;
    node.endMs = Math.max(node.endMs, atMs);
    // While the evictions start, the others are still pending.
    this.queue.push(this.live.nowMs, () => {
      this.finishIfDone(node);
    });
  }

  private finishIfDone(node: LiveNode): void {
    if (node.pending > 0 || node.drainedAtMs !== undefined) {
      return;
    }
    node.pending = Number.POSITIVE_INFINITY;
    this.queue.push(node.endMs, () => {
      if (!node.failed) {
        node.drainedAtMs = this.live.nowMs;
        this.note({ type: 'DRAINED', node: node.name, text: `node/${node.name} drained` });
      }
      this.next(this.nodes.indexOf(node));
    });
  }
}

/** When kubectl notices something that happens while it waits for a Pod. */
function polledMs(sinceMs: number, atMs: number): number {
  return sinceMs + Math.ceil((atMs - sinceMs) / POLL_MS) * POLL_MS;
}

function heldCause(pod: Pod): string {
  return `finalizers: ${keptBy(pod).join(', ')}`;
}

/** A stored Pod always has a grace period. */
function withGracePeriod(pod: Pod): Pod {
  const spec = fields(pod, ABSENT).at('spec');
  const seconds = spec.integer('terminationGracePeriodSeconds', INT64_RANGE);
  const terminationGracePeriodSeconds = seconds ?? DEFAULT_GRACE_SECONDS;
  return { ...pod, spec: { ...spec.value, terminationGracePeriodSeconds } };
}

function causeOf(failure: EvictionStatus | undefined): string {
  return failure?.details?.causes?.[0]?.message ?? failure?.message ?? '';
}
