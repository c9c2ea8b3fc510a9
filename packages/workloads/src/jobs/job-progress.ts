import type { Pod, Timestamp } from '@kubesem/core';

/** Options of {@link jobProgress}. */
export interface JobProgressOptions {
  /** The current time. */
  readonly now: Timestamp;
  /** The Pods of the Job; others are skipped. Without them, the counts are those of the status. */
  readonly pods?: readonly Pod[] | undefined;
}

/**
 * State of a Job.
 *
 * - `RUNNING`: it needs more Pods, or waits for those that run
 * - `SUSPENDED`, `DELETED`: it is suspended or being deleted, so it starts no Pods
 * - `COMPLETE`, `FAILED`: it has finished, or finishes when its Pods are gone
 * - `SKIPPED`: another controller manages it, or its completion mode is unknown
 */
export type JobState = 'RUNNING' | 'SUSPENDED' | 'DELETED' | 'COMPLETE' | 'FAILED' | 'SKIPPED';

/** The result of {@link jobProgress}. */
export interface JobProgress {
  /** State of the Job. */
  readonly state: JobState;
  /** Reason of the condition with which it finishes, such as `BackoffLimitExceeded`; undefined while it has not. */
  readonly reason: string | undefined;
  /** Message of this condition; undefined while the Job has not finished. */
  readonly message: string | undefined;
  /** Number of Pods, or indexes, that have succeeded. */
  readonly succeeded: number;
  /** Number of failed Pods that count. */
  readonly failed: number;
  /** Number of Pods that have yet to succeed; undefined if one success completes the Job. */
  readonly completionsLeft: number | undefined;
  /** Number of Pods that the Job runs now. */
  readonly pods: number;
  /** The indexes of these Pods if none runs yet, such as `1,3-5`; empty if the Job is not Indexed. */
  readonly indexes: string;
  /**
   * Number of Pods that can still fail before the Job fails; undefined if each index has a limit of its own. With
   * `restartPolicy: OnFailure` it is the number of restarts of containers as well, if the Pods are known.
   */
  readonly retriesLeft: number | undefined;
  /** Number of indexes that can still fail before the Job fails; undefined without such a limit. */
  readonly failedIndexesLeft: number | undefined;
  /** Seconds until `activeDeadlineSeconds` are over; undefined without a deadline, or while the Job is suspended. */
  readonly secondsLeft: number | undefined;
}
