import type { PodTemplateSpec } from '../core/pod/pod.js';
import type { ObjectReference } from '../discovery/endpoint-slice.js';
import type { LabelSelector } from '../meta/label-selector.js';
import type { Condition, KubernetesObject, ObjectMeta, Timestamp } from '../meta/metadata.js';

/** A Job. Source of this and the following: `k8s.io/api/batch/v1` v0.37.1. */
export interface Job extends KubernetesObject<JobSpec, JobStatus> {}

/** Desired state of a Job. */
export interface JobSpec {
  /** Maximum number of Pods that run at once; absent means 1. */
  readonly parallelism?: number | null | undefined;
  /** Number of Pods that must succeed; if absent, one success completes the Job. */
  readonly completions?: number | null | undefined;
  /** Seconds after which the Job is terminated. */
  readonly activeDeadlineSeconds?: number | null | undefined;
  /** How failures of Pods are handled. */
  readonly podFailurePolicy?: PodFailurePolicy | null | undefined;
  /** When the Job succeeds before all its Pods have. */
  readonly successPolicy?: SuccessPolicy | null | undefined;
  /** Number of retries. */
  readonly backoffLimit?: number | null | undefined;
  /** Number of retries of one index. */
  readonly backoffLimitPerIndex?: number | null | undefined;
  /** Number of indexes that may fail. */
  readonly maxFailedIndexes?: number | null | undefined;
  /** Selector of its Pods. */
  readonly selector?: LabelSelector | null | undefined;
  /** Whether the user sets the selector. */
  readonly manualSelector?: boolean | null | undefined;
  /** Template of its Pods. */
  readonly template?: PodTemplateSpec | null | undefined;
  /** Seconds until a finished Job is deleted; absent means never. */
  readonly ttlSecondsAfterFinished?: number | null | undefined;
  /** `NonIndexed` or `Indexed`. */
  readonly completionMode?: string | null | undefined;
  /** Whether it creates no Pods. */
  readonly suspend?: boolean | null | undefined;
  /** When a failed Pod is replaced: `TerminatingOrFailed` or `Failed`. */
  readonly podReplacementPolicy?: string | null | undefined;
  /** The controller that manages it. */
  readonly managedBy?: string | null | undefined;
  /** How its Pods are scheduled as a group; not read. */
  readonly scheduling?: unknown;
}

/** When an Indexed Job succeeds before all its Pods have. */
export interface SuccessPolicy {
  /** The rules; one is enough. */
  readonly rules?: readonly SuccessPolicyRule[] | null | undefined;
}

/** A rule of a {@link SuccessPolicy}. */
export interface SuccessPolicyRule {
  /** The indexes that must succeed, such as `0,2-4`; absent means any. */
  readonly succeededIndexes?: string | null | undefined;
  /** How many of them must succeed; absent means all. */
  readonly succeededCount?: number | null | undefined;
}

/** How a Job handles failures of its Pods. */
export interface PodFailurePolicy {
  /** The rules; the first one that matches counts. */
  readonly rules?: readonly PodFailurePolicyRule[] | null | undefined;
}

/** A rule of a {@link PodFailurePolicy}: it has exit codes or conditions. */
export interface PodFailurePolicyRule {
  /** `FailJob`, `FailIndex`, `Ignore` or `Count`. */
  readonly action?: string | null | undefined;
  /** The exit codes that match. */
  readonly onExitCodes?: PodFailurePolicyOnExitCodes | null | undefined;
  /** The conditions that match. */
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditions[] | null | undefined;
}

/** The exit codes of a {@link PodFailurePolicyRule}. */
export interface PodFailurePolicyOnExitCodes {
  /** The container that they are about; absent means any. */
  readonly containerName?: string | null | undefined;
  /** `In` or `NotIn`. */
  readonly operator?: string | null | undefined;
  /** The exit codes that the operator compares with. */
  readonly values?: readonly number[] | null | undefined;
}

/** A condition of a {@link PodFailurePolicyRule}. */
export interface PodFailurePolicyOnPodConditions {
  /** Type of the condition. */
  readonly type?: string | null | undefined;
  /** Its status: `True`, `False` or `Unknown`. */
  readonly status?: string | null | undefined;
}

/** Observed state of a Job. */
export interface JobStatus {
  /** Its conditions. */
  readonly conditions?: readonly JobCondition[] | null | undefined;
  /** When the controller started it. */
  readonly startTime?: Timestamp | null | undefined;
  /** When it succeeded. */
  readonly completionTime?: Timestamp | null | undefined;
  /** Pods that are pending or running, and not terminating. */
  readonly active?: number | null | undefined;
  /** Pods that succeeded. */
  readonly succeeded?: number | null | undefined;
  /** Pods that failed. */
  readonly failed?: number | null | undefined;
  /** Pods that are terminating. */
  readonly terminating?: number | null | undefined;
  /** The indexes that succeeded, such as `1,3-5`. */
  readonly completedIndexes?: string | null | undefined;
  /** The indexes that failed, such as `1,3-5`. */
  readonly failedIndexes?: string | null | undefined;
  /** Finished Pods that are not in the counts yet. */
  readonly uncountedTerminatedPods?: UncountedTerminatedPods | null | undefined;
  /** Pods that are ready. */
  readonly ready?: number | null | undefined;
}

/** The uids of finished Pods of a Job that are not in its counts yet. */
export interface UncountedTerminatedPods {
  /** Pods that succeeded. */
  readonly succeeded?: readonly string[] | null | undefined;
  /** Pods that failed. */
  readonly failed?: readonly string[] | null | undefined;
}

/** A condition of a Job. */
export interface JobCondition extends Condition {
  /** When it was last checked. */
  readonly lastProbeTime?: Timestamp | null | undefined;
}

/** A CronJob. */
export interface CronJob extends KubernetesObject<CronJobSpec, CronJobStatus> {}

/** Desired state of a CronJob. */
export interface CronJobSpec {
  /** The schedule, in cron syntax. */
  readonly schedule?: string | null | undefined;
  /** The time zone of the schedule, such as `Europe/London`. */
  readonly timeZone?: string | null | undefined;
  /** Seconds that a Job may start late; absent means without limit. */
  readonly startingDeadlineSeconds?: number | null | undefined;
  /** What to do if the last Job still runs: `Allow`, `Forbid` or `Replace`. */
  readonly concurrencyPolicy?: string | null | undefined;
  /** Whether it creates no Jobs. */
  readonly suspend?: boolean | null | undefined;
  /** Template of its Jobs. */
  readonly jobTemplate?: JobTemplateSpec | null | undefined;
  /** Number of succeeded Jobs to keep. */
  readonly successfulJobsHistoryLimit?: number | null | undefined;
  /** Number of failed Jobs to keep. */
  readonly failedJobsHistoryLimit?: number | null | undefined;
}

/** Template of the Jobs of a CronJob. */
export interface JobTemplateSpec {
  /** Labels and annotations of the Jobs. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Desired state. */
  readonly spec?: JobSpec | null | undefined;
}

/** Observed state of a CronJob. */
export interface CronJobStatus {
  /** The Jobs that run. */
  readonly active?: readonly ObjectReference[] | null | undefined;
  /** When a Job was last created. */
  readonly lastScheduleTime?: Timestamp | null | undefined;
  /** When a Job last succeeded. */
  readonly lastSuccessfulTime?: Timestamp | null | undefined;
}
