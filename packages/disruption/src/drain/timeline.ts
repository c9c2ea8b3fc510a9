import type { Pod, PodDisruptionBudget } from '@kubesem/core';
import type { DisruptionCluster } from '../cluster.js';
import type { DrainOptions } from './plan.js';

/** The objects of a cluster that affect drains. */
export interface DrainCluster extends DisruptionCluster {
  /**
   * All budgets. The simulation computes their statuses; if the scale of a controller is unknown, the stored status
   * counts.
   */
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
}

/** What replaces an evicted Pod. */
export interface PodReplacement {
  /** The new Pod as it is created, not yet ready. Its `spec.nodeName` says where it will run. */
  readonly pod: Pod;
  /** When it is created: as soon as the old Pod is being deleted, when it has stopped, or when it is gone. */
  readonly when: 'TERMINATING' | 'STOPPED' | 'GONE';
  /**
   * Seconds that its controller still waits at a time, in milliseconds since 1970, or undefined if it does not create the
   * Pod. The simulation asks at the time of `when`, and again when the seconds are over, 1000 times at most: then it creates
   * none. By default, it waits for nothing.
   */
  readonly waitSeconds?: ((atMs: number) => number | undefined) | undefined;
  /** Seconds from its creation until it is ready; absent if it does not become ready, for example for lack of a node. */
  readonly readyAfterSeconds?: number | undefined;
}

/** Options of {@link simulateDrain}. */
export interface SimulateDrainOptions extends DrainOptions {
  /** `--grace-period`: grace period of all Pods in seconds; by default their own. */
  readonly gracePeriodSeconds?: number | undefined;
  /** Whether all nodes are drained at once, by several commands; by default one after the other, as one command does. */
  readonly parallel?: boolean | undefined;
  /** Seconds that a Pod needs to stop; by default its whole grace period. */
  readonly stopSeconds?: ((pod: Pod) => number) | undefined;
  /** What replaces a Pod; by default nothing. See {@link controllerReplacement}. */
  readonly replacement?: ((pod: Pod) => PodReplacement | undefined) | undefined;
}

/**
 * What happens in a drain.
 *
 * - `CORDONED`: the node gets no new Pods
 * - `REJECTED`: nothing is evicted from the node, because some of its Pods need an option of kubectl
 * - `EVICTED`: the eviction of a Pod is allowed, and it is being deleted
 * - `BLOCKED`: a budget rejects the eviction; kubectl tries again every 5 seconds
 * - `FAILED`: the API server rejects the eviction, and kubectl does not try again
 * - `HELD`: the Pod has stopped, but its finalizers keep it; kubectl waits until they are removed
 * - `SKIPPED`: kubectl no longer waits for the Pod, because it has been terminating for too long
 * - `GONE`: the Pod is removed
 * - `CREATED`, `READY`: a replacement is created, or becomes ready
 * - `DRAINED`: all Pods of the node are gone
 */
export type DrainEventType =
  | 'CORDONED'
  | 'REJECTED'
  | 'EVICTED'
  | 'BLOCKED'
  | 'FAILED'
  | 'HELD'
  | 'SKIPPED'
  | 'GONE'
  | 'CREATED'
  | 'READY'
  | 'DRAINED';

/** One event of a drain. */
export interface DrainEvent {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** What happens. */
  readonly type: DrainEventType;
  /** Name of the node that is drained; absent for replacements. */
  readonly node?: string | undefined;
  /** Namespace and name of the Pod, such as `shop/web-1`. */
  readonly pod?: string | undefined;
  /** Name of the budget that rejects the eviction. */
  readonly pdb?: string | undefined;
  /** The cause in the words of the API server; of a Pod that is held, its finalizers. */
  readonly cause?: string | undefined;
  /** What kubectl prints; absent if it prints nothing. */
  readonly text?: string | undefined;
}

/** A node in a drain. */
export interface NodeDrain {
  /** Name of the node. */
  readonly node: string;
  /** When its drain starts, in milliseconds since the start; absent if an earlier node is never drained. */
  readonly startedAtMs?: number | undefined;
  /** When kubectl reports it as drained; absent if that never happens. */
  readonly drainedAtMs?: number | undefined;
  /** The number of Pods that are evicted. */
  readonly evicted: number;
  /** The errors of kubectl. */
  readonly errors: readonly string[];
  /** The warnings of kubectl. */
  readonly warnings: readonly string[];
}

/** A Pod that stays, because a budget never allows its eviction, or because finalizers keep it. */
export interface BlockedPod {
  /** Name of the node. */
  readonly node: string;
  /** Namespace and name of the Pod. */
  readonly pod: string;
  /** Name of the budget; absent if finalizers keep the Pod. */
  readonly pdb?: string | undefined;
  /** The cause in the words of the API server; of a Pod that is held, its finalizers. */
  readonly cause: string;
}

/** The result of {@link simulateDrain}. */
export interface DrainTimeline {
  /** What happens, by time. */
  readonly events: readonly DrainEvent[];
  /** The nodes, in the order of the input. */
  readonly nodes: readonly NodeDrain[];
  /** The Pods for which kubectl still waits at the end: it would wait forever. */
  readonly blocked: readonly BlockedPod[];
  /** Names of the budgets whose stored status counts, because the scale of a controller is unknown. */
  readonly unknownPdbs: readonly string[];
}
