import type { ReplicaSet, Timestamp } from '@kubesem/core';
import type { RolloutScaling } from './scaling-plan.js';

/** Options of {@link simulateRollout}. */
export interface SimulateRolloutOptions {
  /** The ReplicaSets of the Deployment. All their Pods are available at the start. */
  readonly replicaSets: readonly ReplicaSet[];
  /** When the rollout starts. */
  readonly now: Timestamp;
  /** Seconds until a new Pod is ready; `null` if it never is. By default 10. */
  readonly readySeconds?: number | null | undefined;
  /** Seconds until a deleted Pod is gone. By default 30. */
  readonly terminationSeconds?: number | undefined;
  /**
   * Number of Pods of the Deployment that a ResourceQuota admits at once, including terminating ones; no limit by
   * default.
   */
  readonly podLimit?: number | null | undefined;
  /** Returns how many new Pods the API server admits; all by default. */
  readonly admit?: AdmitPods | undefined;
}

/**
 * Decides how many new Pods of a ReplicaSet the API server admits.
 *
 * @param replicaSet - the ReplicaSet
 * @param count - how many Pods it creates; 0 asks whether a new ReplicaSet itself is created: a message says why not
 * @param existing - all ReplicaSets of the Deployment that have Pods, with the number of their Pods, including terminating
 *   ones
 * @returns how many Pods are admitted, and why not all of them
 */
export type AdmitPods = (
  replicaSet: ReplicaSet,
  count: number,
  existing: readonly ReplicaSetPods[],
) => PodAdmission;

/** The Pods of a ReplicaSet. */
export interface ReplicaSetPods {
  /** The ReplicaSet. */
  readonly replicaSet: ReplicaSet;
  /** How many Pods it has. */
  readonly count: number;
}

/** How many Pods the API server admits. */
export interface PodAdmission {
  /** How many. */
  readonly admitted: number;
  /** Why the others are rejected. */
  readonly message?: string | undefined;
}

/**
 * New Pods, or a new ReplicaSet, that the API server rejects. The ReplicaSet records an event `FailedCreate`, and the Deployment
 * an event `ReplicaSetCreateError`; they try again.
 */
export interface RolloutRejection {
  /** Seconds since the start. */
  readonly seconds: number;
  /** Name of the ReplicaSet. */
  readonly replicaSet: string;
  /** How many Pods were rejected; 0 if the ReplicaSet itself was. */
  readonly missing: number;
  /** The message of the API server. */
  readonly message: string;
}

/** A scaling at a time of the simulation. */
export interface SimulatedScaling extends RolloutScaling {
  /** Seconds since the start. */
  readonly seconds: number;
}

/** A Pod of the simulation. Times are seconds since the start; a Pod that existed before has negative ones. */
export interface RolloutPod {
  /** Name of its ReplicaSet. */
  readonly replicaSet: string;
  /** When it is created. */
  readonly createdSeconds: number;
  /** When it is ready; undefined if it never is. */
  readonly readySeconds: number | undefined;
  /** When it is deleted; undefined if it is not. */
  readonly deletedSeconds: number | undefined;
  /** When it is gone; undefined if it is not deleted. */
  readonly goneSeconds: number | undefined;
}

/**
 * Why a rollout does not finish.
 *
 * - `PAUSED`, `DELETED`: the Deployment is paused or being deleted
 * - `QUOTA`: a quota or a LimitRange admits no more Pods, and the controller removes no Pod before another one is available;
 *   or a quota rejects the new ReplicaSet, and the controller stops before it scales
 * - `PODS_NOT_READY`: the new Pods do not become ready
 * - `ENDLESS`: the controllers never stop changing the ReplicaSets, for example if the selector does not match the labels
 *   of the template
 */
export type RolloutStuckReason = 'PAUSED' | 'DELETED' | 'QUOTA' | 'PODS_NOT_READY' | 'ENDLESS';

/** The result of {@link simulateRollout}. */
export interface RolloutSimulation {
  /** What the controller scales, in order. */
  readonly scalings: readonly SimulatedScaling[];
  /** All Pods, in the order in which they are created. */
  readonly pods: readonly RolloutPod[];
  /** The first rejection with each message of the API server, by time; empty without `admit`. */
  readonly rejections: readonly RolloutRejection[];
  /** Seconds until the rollout has finished, or makes no more progress. */
  readonly seconds: number;
  /** Whether the rollout has finished. */
  readonly complete: boolean;
  /** Why the rollout has not finished; undefined if it has. */
  readonly stuck: RolloutStuckReason | undefined;
  /** What `kubectl rollout status` prints at the end: a line or an error. */
  readonly text: string;
}
