import type { PodTemplateSpec } from '../core/pod/pod.js';
import type { Condition, KubernetesObject, ObjectMeta, Timestamp } from '../meta/metadata.js';

/** A Job. Source of this and the following: `k8s.io/api/batch/v1` v0.37.1. */
export interface Job extends KubernetesObject<JobSpec, JobStatus> {}

/** A Job as it is wished for. */
export interface JobSpec {
  /** How many Pods may run at once; absent means 1. */
  readonly parallelism?: number | null | undefined;
  /** How many Pods must succeed; absent means that any one of them decides. */
  readonly completions?: number | null | undefined;
  /** Seconds after which the Job is ended. */
  readonly activeDeadlineSeconds?: number | null | undefined;
  /** What the failure of a Pod leads to; not read. */
  readonly podFailurePolicy?: unknown;
  /** When the Job counts as done before all have succeeded; not read. */
  readonly successPolicy?: unknown;
  /** How many failures are made up for. */
  readonly backoffLimit?: number | null | undefined;
  /** How many failures of one index are made up for. */
  readonly backoffLimitPerIndex?: number | null | undefined;
  /** How many indexes may fail. */
  readonly maxFailedIndexes?: number | null | undefined;
  /** Which Pods belong to it; not read. */
  readonly selector?: unknown;
  /** Whether the selector is the user's own. */
  readonly manualSelector?: boolean | null | undefined;
  /** What its Pods are made from. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** Seconds that it is kept once it has ended; absent means for ever. */
  readonly ttlSecondsAfterFinished?: number | null | undefined;
  /** `NonIndexed` or `Indexed`. */
  readonly completionMode?: string | null | undefined;
  /** Whether no Pods are made. */
  readonly suspend?: boolean | null | undefined;
  /** When a failed Pod is replaced: `TerminatingOrFailed` or `Failed`. */
  readonly podReplacementPolicy?: string | null | undefined;
  /** The controller that looks after it. */
  readonly managedBy?: string | null | undefined;
  /** How its Pods are scheduled together; not read. */
  readonly scheduling?: unknown;
}

/** What is known of a Job. */
export interface JobStatus {
  /** The aspects of its state. */
  readonly conditions?: readonly JobCondition[] | null | undefined;
  /** When it was taken up. */
  readonly startTime?: Timestamp | null | undefined;
  /** When it succeeded. */
  readonly completionTime?: Timestamp | null | undefined;
  /** Pods that are pending or running and not ending. */
  readonly active?: number | null | undefined;
  /** Pods that succeeded. */
  readonly succeeded?: number | null | undefined;
  /** Pods that failed. */
  readonly failed?: number | null | undefined;
  /** Pods that are ending. */
  readonly terminating?: number | null | undefined;
  /** The indexes that succeeded, such as `1,3-5`. */
  readonly completedIndexes?: string | null | undefined;
  /** The indexes that failed, such as `1,3-5`. */
  readonly failedIndexes?: string | null | undefined;
  /** Ended Pods that are not in the counts yet; not read. */
  readonly uncountedTerminatedPods?: unknown;
  /** Pods that are ready. */
  readonly ready?: number | null | undefined;
}

/** One aspect of a Job's state. */
export interface JobCondition extends Condition {
  /** When it was looked at last. */
  readonly lastProbeTime?: Timestamp | null | undefined;
}

/** A CronJob. */
export interface CronJob extends KubernetesObject<CronJobSpec, CronJobStatus> {}

/** A CronJob as it is wished for. */
export interface CronJobSpec {
  /** When Jobs are made, in the syntax of cron. */
  readonly schedule?: string | null | undefined;
  /** The time zone of the schedule, such as `Europe/London`. */
  readonly timeZone?: string | null | undefined;
  /** Seconds that a Job may be late; absent means any number. */
  readonly startingDeadlineSeconds?: number | null | undefined;
  /** What happens while the last Job still runs: `Allow`, `Forbid` or `Replace`. */
  readonly concurrencyPolicy?: string | null | undefined;
  /** Whether no Jobs are made. */
  readonly suspend?: boolean | null | undefined;
  /** What its Jobs are made from. */
  readonly jobTemplate?: JobTemplateSpec | null | undefined;
  /** How many Jobs that succeeded are kept. */
  readonly successfulJobsHistoryLimit?: number | null | undefined;
  /** How many Jobs that failed are kept. */
  readonly failedJobsHistoryLimit?: number | null | undefined;
}

/** What a CronJob makes its Jobs from. */
export interface JobTemplateSpec {
  /** Labels and annotations of the Jobs. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** What is wished for. */
  readonly spec?: JobSpec | null | undefined;
}

/** What is known of a CronJob. */
export interface CronJobStatus {
  /** The Jobs that run; not read. */
  readonly active?: unknown;
  /** When a Job was made last. */
  readonly lastScheduleTime?: Timestamp | null | undefined;
  /** When a Job succeeded last. */
  readonly lastSuccessfulTime?: Timestamp | null | undefined;
}
