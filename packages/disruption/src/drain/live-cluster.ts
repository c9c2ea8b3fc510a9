// The Pods and budgets of a drain as they change.
import { type Pod, type PodDisruptionBudget, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, timestampMs } from '@kubesem/core/internal';
import { ControllerIndex } from '../budgets/controllers.js';
import { BudgetCounts, isHealthy } from '../budgets/counts.js';
import { DELETION_TIMEOUT_MS } from '../budgets/disrupted-pods.js';
import { podsByBudget } from '../budgets/selected.js';
import {
  type BudgetLimits,
  isSelected,
  readLimits,
  readSelector,
  readSpec,
} from '../budgets/spec.js';
import { requirementOf, statusOf } from '../budgets/status.js';
import { nameOf, namespaceOf, nodeNameOf } from '../stored.js';
import type { EventQueue } from './event-queue.js';
import type { DrainCluster } from './timeline.js';

const NO_DISRUPTIONS: ReadonlyMap<string, Timestamp> = /* @__PURE__ */ new Map();

/** A Pod of the simulation. */
export interface LivePod {
  /** The Pod as it was first: the key in the counts. */
  readonly first: Pod;
  /** The Pod as it is now. */
  now: Pod;
  readonly budgets: readonly LiveBudget[];
  isHealthy: boolean;
}

/** A budget of the simulation. */
export interface LiveBudget {
  pdb: PodDisruptionBudget;
  readonly limits: BudgetLimits;
  readonly counts: BudgetCounts;
  /** Whether something has changed since its status was computed. */
  isStale: boolean;
  isUnknown: boolean;
  /** The status at the start, and the number of healthy Pods that belongs to it. */
  readonly stored: PodDisruptionBudget['status'];
  firstHealthy: number;
  /** The evictions that wait for it. */
  readonly waiting: Set<WaitingEviction>;
  /** How many evictions are tried again because it allows as many. */
  expected: number;
}

/** An eviction that waits for a budget. */
export interface WaitingEviction {
  readonly pod: LivePod;
  readonly node: { readonly name: string };
  /** Whether its budget expects that it is allowed next. */
  isExpected: boolean;
}

/** The state of the cluster in a simulation. */
export class LiveCluster {
  /** The time of the simulation. */
  nowMs: number;
  readonly podsByNode: Map<string, Set<LivePod>> = new Map();
  readonly budgets: readonly LiveBudget[];
  private readonly budgetsByNamespace = new Map<string, LiveBudget[]>();
  private readonly queue: EventQueue<() => void>;
  private readonly retryMs: (waiting: WaitingEviction) => number;
  private readonly wake: (waiting: WaitingEviction) => void;

  /**
   * @param cluster - the objects at the start
   * @param nowMs - the time at the start
   * @param queue - receives what happens without kubectl
   * @param retryMs - returns when an eviction is tried again
   * @param wake - is called with each eviction that could be allowed then
   */
  constructor(
    cluster: DrainCluster,
    nowMs: number,
    queue: EventQueue<() => void>,
    retryMs: (waiting: WaitingEviction) => number,
    wake: (waiting: WaitingEviction) => void,
  ) {
    this.nowMs = nowMs;
    this.queue = queue;
    this.retryMs = retryMs;
    this.wake = wake;
    const index = new ControllerIndex(cluster);
    const given = fields(cluster, ABSENT);
    const pdbs = given.each('podDisruptionBudgets', ({ value }) => value);
    this.budgets = pdbs.map((pdb) => ({
      pdb,
      limits: readLimits(readSpec(pdb)),
      counts: new BudgetCounts(index),
      isStale: true,
      isUnknown: false,
      stored: pdb.status,
      firstHealthy: 0,
      waiting: new Set(),
      expected: 0,
    }));
    this.addPods(
      given.each('pods', ({ value }) => value),
      pdbs,
    );
    for (const budget of this.budgets) {
      budget.firstHealthy = budget.counts.healthy;
    }
  }

  private addPods(pods: readonly Pod[], pdbs: readonly PodDisruptionBudget[]): void {
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
      const stored = fields(pdb, ABSENT).at('status').at('disruptedPods').value;
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

  add(pod: Pod, budgets: readonly LiveBudget[]): LivePod {
    const live: LivePod = { first: pod, now: pod, budgets, isHealthy: false };
    for (const budget of budgets) {
      budget.counts.add(pod);
      budget.isStale = true;
    }
    this.setHealthy(live, isHealthy(pod));
    const node = nodeNameOf(pod);
    const list = this.podsByNode.get(node) ?? new Set();
    list.add(live);
    this.podsByNode.set(node, list);
    return live;
  }

  remove(live: LivePod): void {
    this.setHealthy(live, false);
    for (const budget of live.budgets) {
      budget.counts.remove(live.first);
      this.changed(budget);
    }
    this.podsByNode.get(nodeNameOf(live.first))?.delete(live);
  }

  setHealthy(live: LivePod, healthy: boolean): void {
    if (live.isHealthy !== healthy) {
      live.isHealthy = healthy;
      for (const budget of live.budgets) {
        budget.counts.healthy += healthy ? 1 : -1;
        this.changed(budget);
      }
    }
  }

  /**
   * Wakes the evictions that wait for a budget, if it could allow them now: as many as it allows, those that are tried again
   * first, and Pods that are not ready if there are enough healthy ones. All others would only be rejected again.
   */
  changed(budget: LiveBudget): void {
    budget.isStale = true;
    const { waiting } = budget;
    if (waiting.size === 0) {
      return;
    }
    this.sync(budget);
    const { disruptionsAllowed, currentHealthy, desiredHealthy } = budget.pdb.status ?? {};
    const isHealthyBudget = (currentHealthy ?? 0) >= (desiredHealthy ?? 0) && desiredHealthy !== 0;
    const free = (disruptionsAllowed ?? 0) - budget.expected;
    for (const each of free > 0 ? this.firstOf(waiting, free) : []) {
      each.isExpected = true;
      budget.expected += 1;
      waiting.delete(each);
      this.wake(each);
    }
    for (const each of isHealthyBudget ? waiting : []) {
      if (!each.pod.isHealthy) {
        waiting.delete(each);
        this.wake(each);
      }
    }
  }

  /** The evictions that are tried again first. */
  private firstOf(
    waiting: ReadonlySet<WaitingEviction>,
    count: number,
  ): readonly WaitingEviction[] {
    if (waiting.size <= count) {
      return [...waiting];
    }
    return [...waiting]
      .map((each) => ({ each, atMs: this.retryMs(each) }))
      .sort((a, b) => a.atMs - b.atMs)
      .slice(0, count)
      .map(({ each }) => each);
  }

  /** Notes that an eviction is tried again. What it does not use is for the next one. */
  tried(waiting: WaitingEviction): void {
    const [budget] = waiting.pod.budgets;
    if (waiting.isExpected && budget !== undefined) {
      waiting.isExpected = false;
      budget.expected -= 1;
      this.changed(budget);
    }
  }

  /** Updates the status of a budget, as the disruption controller does. */
  sync(budget: LiveBudget): void {
    if (!budget.isStale) {
      return;
    }
    budget.isStale = false;
    const { counts, limits, pdb, stored, firstHealthy } = budget;
    const requirement = requirementOf(limits, counts.pods, () => counts.expectedScale());
    const now = new Date(this.nowMs);
    const status = statusOf(pdb, requirement, counts.healthy, NO_DISRUPTIONS, this.nowMs, now);
    budget.isUnknown = status === undefined;
    budget.pdb = {
      ...pdb,
      status: status ?? changedStatus(stored, counts.healthy - firstHealthy),
    };
  }

  /** The budgets that select a new Pod: mostly those of the old one. */
  budgetsOf(pod: Pod, old: LivePod): readonly LiveBudget[] {
    const namespace = namespaceOf(pod);
    const isLike =
      pod.metadata?.labels === old.first.metadata?.labels && namespace === namespaceOf(old.first);
    return isLike
      ? old.budgets
      : (this.budgetsByNamespace.get(namespace) ?? []).filter(({ pdb }) =>
          isSelected(readSelector(readSpec(pdb)).requirements, pod),
        );
  }
}

/** A stored status after more or fewer Pods are healthy. The desired number stays, so it allows as many more or fewer. */
function changedStatus(
  stored: PodDisruptionBudget['status'],
  change: number,
): PodDisruptionBudget['status'] {
  const status = fields(stored, ABSENT);
  const current = status.integer('currentHealthy') ?? 0;
  const desired = status.integer('desiredHealthy') ?? 0;
  const allowed = status.integer('disruptionsAllowed') ?? 0;
  if (change === 0 || allowed < 0) {
    return stored;
  }
  // A budget that allows nothing may have fewer healthy Pods than it desires.
  const spare = allowed === 0 ? Math.min(0, current - desired) : allowed;
  return {
    ...stored,
    currentHealthy: current + change,
    disruptionsAllowed: Math.max(0, spare + change),
  };
}
