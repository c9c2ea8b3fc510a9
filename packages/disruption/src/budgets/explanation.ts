import type { Controller, Pod, PodDisruptionBudgetStatus } from '@kubesem/core';
import type { BudgetController } from './counts.js';
import type { DuplicateUid } from './duplicate-uids.js';

/**
 * How the disruption controller computes the status of a budget.
 *
 * - `MAX_UNAVAILABLE`: all replicas of the controllers must be healthy, except `maxUnavailable` of them
 * - `MIN_AVAILABLE_PERCENT`: a percentage of the replicas must be healthy
 * - `MIN_AVAILABLE_NUMBER`: a number of Pods must be healthy; controllers do not count
 * - `NO_LIMIT`: the budget has neither field, which the API server accepts; it allows no eviction
 * - `SYNC_FAILED`: the controller cannot compute it
 * - `UNKNOWN`: the input does not show the scale of a controller
 */
export type PdbRule =
  | 'MAX_UNAVAILABLE'
  | 'MIN_AVAILABLE_PERCENT'
  | 'MIN_AVAILABLE_NUMBER'
  | 'NO_LIMIT'
  | 'SYNC_FAILED'
  | 'UNKNOWN';

/** A Pod that a budget selects. */
export interface BudgetPod {
  /** The Pod that was passed in. */
  readonly pod: Pod;
  /**
   * Whether it counts as healthy.
   *
   * - `HEALTHY`: it is ready
   * - `NOT_READY`: it is not ready
   * - `TERMINATING`: it is being deleted
   * - `EVICTED`: its eviction was allowed less than 2 minutes ago, and it is not yet being deleted
   */
  readonly counting: 'HEALTHY' | 'NOT_READY' | 'TERMINATING' | 'EVICTED';
}

/** An event that the disruption controller records. */
export interface PdbEvent {
  /** The Pod that the event is about; absent if it is about the budget. */
  readonly pod?: Pod | undefined;
  /** The type of the event. */
  readonly type: 'Normal' | 'Warning';
  /**
   * The reason.
   *
   * - `NoPods`: the budget selects no Pods, or its selector is invalid
   * - `CalculateExpectedPodCountFailed`: the sync fails
   * - `UnmanagedPods`: it selects Pods without a controller, which do not count as expected
   * - `NotDeleted`: the eviction of the Pod was allowed more than 2 minutes ago, and it is not being deleted
   */
  readonly reason: 'NoPods' | 'CalculateExpectedPodCountFailed' | 'UnmanagedPods' | 'NotDeleted';
  /** The message. As in Kubernetes, that of `NotDeleted` has the namespace of the budget in place of its name. */
  readonly message: string;
}

/** The status of a budget, and how it is computed. */
export interface PdbStatus {
  /** The status that the controller writes; undefined if the input does not show the scale of a controller. */
  readonly status: PodDisruptionBudgetStatus | undefined;
  /** The rule for the status. */
  readonly rule: PdbRule;
  /** Why the sync failed, as in the message of the condition. */
  readonly failure?: string | undefined;
  /** The Pods that the budget selects, in the order of the input. */
  readonly pods: readonly BudgetPod[];
  /** The controllers of these Pods, each once, with their scales. */
  readonly controllers: readonly BudgetController[];
  /** Pods without a controller: they count as healthy, but not as expected. */
  readonly unmanagedPods: readonly Pod[];
  /** The controllers whose scales the input does not show. */
  readonly unknownControllers: readonly Controller[];
  /** The events that the controller records when it syncs the budget. Empty if it is not known whether the sync fails. */
  readonly events: readonly PdbEvent[];
  /**
   * Uids that several of these Pods, or several controllers of the cluster, share. Controllers with the same uid count
   * once.
   */
  readonly duplicateUids: readonly DuplicateUid[];
}
