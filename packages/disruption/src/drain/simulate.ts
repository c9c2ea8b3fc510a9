import {
  goQuote,
  type Pod,
  type PodDisruptionBudget,
  type Timestamp,
  timestampMs,
} from '@kubesem/core';
import { ControllerIndex } from '../budgets/controllers.js';
import { BudgetCounts, isHealthy } from '../budgets/counts.js';
import { podsByBudget } from '../budgets/selected.js';
import {
  type BudgetLimits,
  DELETION_TIMEOUT_MS,
  isSelected,
  readLimits,
  readSelector,
  readSpec,
  requirementOf,
  statusOf,
} from '../budgets/status.js';
import { decide, evicted } from '../eviction/answer.js';
import { keyOf, nameOf, namespaceOf, objectOf, readNow, textOf } from '../lenient.js';
import { EventQueue } from './event-queue.js';
import { daemonSetKeys, planPods } from './plan.js';
import type {
  BlockedPod,
  DrainCluster,
  DrainEvent,
  DrainTimeline,
  PodReplacement,
  SimulateDrainOptions,
} from './timeline.js';

/** How long kubectl waits before it asks again. */
const RETRY_MS = 5000;

/** How often kubectl looks whether a Pod is gone. */
const POLL_MS = 1000;

const NO_DISRUPTIONS: ReadonlyMap<string, Timestamp> = /* @__PURE__ */ new Map();

/** A Pod of the simulation. */
interface LivePod {
  /** The Pod as it was first: the key in the counts. */
  readonly first: Pod;
  /** The Pod as it is now. */
  now: Pod;
  readonly budgets: readonly LiveBudget[];
  isHealthy: boolean;
}

/** A budget of the simulation. */
interface LiveBudget {
  pdb: PodDisruptionBudget;
  readonly limits: BudgetLimits;
  readonly counts: BudgetCounts;
  /** Whether something has changed since its status was computed. */
  isStale: boolean;
  isUnknown: boolean;
  /** The evictions that wait for it. */
  readonly waiting: Set<Request>;
}

/** An eviction that kubectl requests until it is allowed. */
interface Request {
  readonly pod: LivePod;
  readonly node: LiveNode;
  readonly firstMs: number;
  lastMs: number;
  cause: string;
}

interface LiveNode {
  readonly name: string;
  startedAtMs: number | undefined;
  drainedAtMs: number | undefined;
  evicted: number;
  pending: number;
  failed: boolean;
  /** When kubectl notices that the last of its Pods is gone. */
  endMs: number;
  errors: readonly string[];
  warnings: readonly string[];
}

/**
 * Simulates `kubectl drain` in virtual time: which eviction is allowed when, and which budget blocks which Pod.
 *
 * The disruption controller updates budgets at once. kubectl starts all evictions of a node together, in no order; the
 * simulation takes the Pods by namespace and name. A blocked eviction is tried again every 5 seconds. A node counts as
 * drained when kubectl notices that its last Pod is gone: it looks every second. Then the next node follows.
 *
 * @param nodes - names of the nodes, in the order in which they are drained
 * @param cluster - Pods, their controllers and budgets; they are not changed
 * @param options - the options of the command, the current time, and what replaces a Pod
 * @returns what happens, when each node is drained, and which Pods stay
 * @throws the errors of {@link drainPlan} and {@link evictionAnswer}
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
 *   pdbs: [{ metadata: { name: 'web' }, spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } } }],
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
  private nowMs: number;
  private readonly queue = new EventQueue<() => void>();
  private readonly events: DrainEvent[] = [];
  private readonly nodes: readonly LiveNode[];
  private readonly podsByNode = new Map<string, Set<LivePod>>();
  private readonly budgets: readonly LiveBudget[];
  private readonly budgetsByNamespace = new Map<string, LiveBudget[]>();
  private readonly daemonSets: ReadonlySet<string> | undefined;

  constructor(nodes: readonly string[], cluster: DrainCluster, options: SimulateDrainOptions) {
    this.options = options;
    this.startMs = readNow(options.now);
    this.nowMs = this.startMs;
    this.daemonSets = daemonSetKeys(cluster);
    this.nodes = nodes.map((name) => ({
      name,
      startedAtMs: undefined,
      drainedAtMs: undefined,
      evicted: 0,
      pending: 0,
      failed: false,
      endMs: this.startMs,
      errors: [],
      warnings: [],
    }));
    const index = new ControllerIndex(cluster);
    this.budgets = cluster.pdbs.map((pdb) => ({
      pdb,
      limits: readLimits(readSpec(pdb)),
      counts: new BudgetCounts(index),
      isStale: true,
      isUnknown: false,
      waiting: new Set(),
    }));
    this.addPods(cluster);
  }

  private addPods({ pods, pdbs }: DrainCluster): void {
    const selecting = new Map<Pod, LiveBudget[]>();
    podsByBudget(pdbs, pods).forEach((selected, at) => {
      const budget = this.budgets[at] as LiveBudget;
      for (const pod of selected) {
        const list = selecting.get(pod) ?? [];
        list.push(budget);
        selecting.set(pod, list);
      }
    });
    for (const budget of this.budgets) {
      const namespace = namespaceOf(budget.pdb);
      this.budgetsByNamespace.set(namespace, [
        ...(this.budgetsByNamespace.get(namespace) ?? []),
        budget,
      ]);
    }
    for (const pod of pods) {
      const live = this.add(pod, selecting.get(pod) ?? []);
      this.delayHealth(live);
    }
  }

  /** A Pod whose eviction was allowed shortly before does not count until it turns out that it stays. */
  private delayHealth(live: LivePod): void {
    for (const { pdb } of live.budgets) {
      const stored = objectOf(objectOf(pdb.status).disruptedPods);
      const name = nameOf(live.first);
      const at = Object.prototype.hasOwnProperty.call(stored, name) ? stored[name] : undefined;
      const untilMs = timestampMs(at) + DELETION_TIMEOUT_MS;
      if (live.isHealthy && untilMs > this.nowMs) {
        this.setHealthy(live, false);
        this.queue.push(untilMs, () => {
          this.setHealthy(live, isHealthy(live.now));
        });
      }
    }
  }

  private add(pod: Pod, budgets: readonly LiveBudget[]): LivePod {
    const live: LivePod = { first: pod, now: pod, budgets, isHealthy: false };
    for (const budget of budgets) {
      budget.counts.add(pod);
      budget.isStale = true;
    }
    this.setHealthy(live, isHealthy(pod));
    const node = textOf(objectOf(pod.spec).nodeName);
    const list = this.podsByNode.get(node) ?? new Set();
    list.add(live);
    this.podsByNode.set(node, list);
    return live;
  }

  private remove(live: LivePod): void {
    this.setHealthy(live, false);
    for (const budget of live.budgets) {
      budget.counts.remove(live.first);
      this.changed(budget);
    }
    this.podsByNode.get(textOf(objectOf(live.first.spec).nodeName))?.delete(live);
  }

  private setHealthy(live: LivePod, healthy: boolean): void {
    if (live.isHealthy !== healthy) {
      live.isHealthy = healthy;
      for (const budget of live.budgets) {
        budget.counts.healthy += healthy ? 1 : -1;
        this.changed(budget);
      }
    }
  }

  /** Wakes the evictions that wait for a budget, if it could allow one now. */
  private changed(budget: LiveBudget): void {
    budget.isStale = true;
    if (budget.waiting.size === 0) {
      return;
    }
    this.sync(budget);
    const { disruptionsAllowed, currentHealthy, desiredHealthy } = objectOf(budget.pdb.status);
    const isHealthyBudget = (currentHealthy ?? 0) >= (desiredHealthy ?? 0) && desiredHealthy !== 0;
    if ((disruptionsAllowed ?? 0) <= 0 && !isHealthyBudget) {
      return;
    }
    for (const request of budget.waiting) {
      const retries = Math.ceil((this.nowMs - request.lastMs) / RETRY_MS);
      this.queue.push(request.lastMs + Math.max(1, retries) * RETRY_MS, () => {
        this.evict(request);
      });
    }
    budget.waiting.clear();
  }

  /** Updates the status of a budget, as the disruption controller does. */
  private sync(budget: LiveBudget): void {
    if (!budget.isStale) {
      return;
    }
    budget.isStale = false;
    const { counts, limits, pdb } = budget;
    const requirement = requirementOf(limits, counts.pods, () => counts.expectedScale());
    const now = new Date(this.nowMs);
    const status = statusOf(pdb, requirement, counts.healthy, NO_DISRUPTIONS, this.nowMs, now);
    budget.isUnknown = status === undefined;
    budget.pdb = status === undefined ? pdb : { ...pdb, status };
  }

  run(): DrainTimeline {
    for (const { name } of this.nodes) {
      this.note({ type: 'CORDONED', node: name, text: `node/${name} cordoned` });
    }
    for (const at of this.options.parallel === true ? this.nodes.keys() : [0]) {
      this.start(at);
    }
    for (let next = this.queue.pop(); next !== undefined; next = this.queue.pop()) {
      this.nowMs = next.atMs;
      next.event();
    }
    return {
      events: this.events,
      nodes: this.nodes.map(
        ({ name, startedAtMs, drainedAtMs, evicted: count, errors, warnings }) => ({
          node: name,
          ...(startedAtMs !== undefined && { startedAtMs: startedAtMs - this.startMs }),
          ...(drainedAtMs !== undefined && { drainedAtMs: drainedAtMs - this.startMs }),
          evicted: count,
          errors,
          warnings,
        }),
      ),
      blocked: this.blocked(),
      unknownPdbs: this.budgets.filter(({ isUnknown }) => isUnknown).map(({ pdb }) => nameOf(pdb)),
    };
  }

  private blocked(): readonly BlockedPod[] {
    return this.budgets.flatMap(({ pdb, waiting }) =>
      [...waiting].map(({ node, pod, cause }) => ({
        node: node.name,
        pod: keyOf(pod.first),
        pdb: nameOf(pdb),
        cause,
      })),
    );
  }

  private note(event: Omit<DrainEvent, 'atMs'>): void {
    this.events.push({ atMs: this.nowMs - this.startMs, ...event });
  }

  /** Starts the drain of a node: lists its Pods, and requests all evictions. */
  private start(at: number): void {
    const node = this.nodes[at];
    if (node === undefined) {
      return;
    }
    node.startedAtMs = this.nowMs;
    node.endMs = this.nowMs;
    const live = new Map(
      [...(this.podsByNode.get(node.name) ?? [])].map((each) => [each.now, each]),
    );
    const now = new Date(this.nowMs);
    const plan = planPods(node.name, [...live.keys()], this.daemonSets, { ...this.options, now });
    node.errors = plan.errors;
    node.warnings = plan.warnings;
    if (plan.errors.length > 0) {
      this.note({ type: 'REFUSED', node: node.name, cause: plan.errors.join('; ') });
      this.next(at);
      return;
    }
    const planned = plan.pods.filter(({ action }) => action === 'evict');
    node.pending = planned.length;
    for (const { pod } of planned) {
      const request = {
        pod: live.get(pod) as LivePod,
        node,
        firstMs: this.nowMs,
        lastMs: this.nowMs,
        cause: '',
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
    request.lastMs = this.nowMs;
    pod.budgets.forEach((budget) => {
      this.sync(budget);
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
    const cause = failure.details?.causes?.[0]?.message ?? failure.message ?? '';
    const event = { node: node.name, pod: key, cause, ...(pdb && { pdb: nameOf(pdb) }) };
    const error = `error when evicting pods/${goQuote(nameOf(pod.first))} -n ${goQuote(namespaceOf(pod.first))}`;
    if (failure.code !== 429) {
      this.note({ ...event, type: 'FAILED', text: `${error}: ${failure.message}` });
      node.failed = true;
      this.ended(node, this.nowMs);
      return;
    }
    if (request.cause !== cause) {
      const text = `${error} (will retry after 5s): ${failure.message}`;
      this.note({ ...event, type: 'BLOCKED', text });
    }
    request.cause = cause;
    pod.budgets[0]?.waiting.add(request);
  }

  private delete({ pod, node }: Request): void {
    const { gracePeriodSeconds, stopSeconds, replacement } = this.options;
    const key = keyOf(pod.first);
    this.note({ type: 'EVICTED', node: node.name, pod: key, text: `evicting pod ${key}` });
    node.evicted += 1;
    const options = { now: new Date(this.nowMs), deleteOptions: { gracePeriodSeconds } };
    const deleted = evicted(pod.now, options, this.nowMs);
    const deadlineMs =
      deleted === undefined
        ? this.nowMs
        : Math.max(this.nowMs, timestampMs(objectOf(deleted.metadata).deletionTimestamp));
    const takesMs =
      stopSeconds === undefined ? Number.POSITIVE_INFINITY : stopSeconds(pod.now) * 1000;
    const goneMs = Math.min(deadlineMs, this.nowMs + Math.max(0, takesMs));
    const created = replacement?.(pod.first);
    const evictedMs = this.nowMs;
    pod.now = deleted ?? pod.now;
    this.setHealthy(pod, false);
    if (created?.when === 'TERMINATING') {
      this.create(created, pod);
    }
    this.queue.push(goneMs, () => {
      this.remove(pod);
      const text = `pod/${nameOf(pod.first)} evicted`;
      this.note({ type: 'GONE', node: node.name, pod: key, text });
      if (created?.when === 'GONE') {
        this.create(created, pod);
      }
      this.ended(node, evictedMs + Math.ceil((goneMs - evictedMs) / POLL_MS) * POLL_MS);
    });
  }

  private create({ pod, readyAfterSeconds }: PodReplacement, old: LivePod): void {
    const live = this.add(pod, this.budgetsOf(pod, old));
    live.budgets.forEach((budget) => {
      this.changed(budget);
    });
    const key = keyOf(pod);
    this.note({ type: 'CREATED', pod: key });
    if (readyAfterSeconds === undefined) {
      return;
    }
    this.queue.push(this.nowMs + readyAfterSeconds * 1000, () => {
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
        this.setHealthy(live, true);
      }
    });
  }

  /** The budgets that select a new Pod: mostly those of the old one. */
  private budgetsOf(pod: Pod, old: LivePod): readonly LiveBudget[] {
    const namespace = namespaceOf(pod);
    const isLike =
      objectOf(pod.metadata).labels === objectOf(old.first.metadata).labels &&
      namespace === namespaceOf(old.first);
    return isLike
      ? old.budgets
      : (this.budgetsByNamespace.get(namespace) ?? []).filter(({ pdb }) =>
          isSelected(readSelector(readSpec(pdb)).requirements, pod),
        );
  }

  private ended(node: LiveNode, atMs: number): void {
    node.pending -= 1;
    node.endMs = Math.max(node.endMs, atMs);
    // While the evictions start, the others are still pending.
    this.queue.push(this.nowMs, () => {
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
        node.drainedAtMs = this.nowMs;
        this.note({ type: 'DRAINED', node: node.name, text: `node/${node.name} drained` });
      }
      this.next(this.nodes.indexOf(node));
    });
  }
}
