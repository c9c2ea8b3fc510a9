import {
  type Job,
  type JobCondition,
  type JobSpec,
  type JobStatus,
  type ObjectMeta,
} from '@kubesem/core';
import {
  COUNT_RANGE,
  type Fields,
  fields,
  INT32_RANGE,
  readNow,
  THROW,
  timestampMs,
} from '@kubesem/core/internal';
import {
  commonCount,
  formatIndexes,
  freeIndexes,
  type IndexRange,
  indexCount,
  parseIndexes,
  withIndexes,
} from './indexes.js';
import { countJobPods } from './job-pods.js';
import type { JobProgress, JobProgressOptions, JobState } from './job-progress.js';

/**
 * Computes what a Job has left: Pods to succeed, failures and time, or how it finishes.
 *
 * The result is for the next sync of the controller, after it has counted all Pods that have ended. Pass these Pods: the status
 * does not include them yet. If `restartPolicy` is `OnFailure`, the restarts of the containers of Pods count towards
 * `backoffLimit`, and only the Pods have them. Once the Job has failed, the controller also counts the Pods that it stops as
 * failed; `failed` does not include these.
 *
 * A condition `SuccessCriteriaMet` or `FailureTarget` decides how the Job finishes, whatever other Pods do. The status includes
 * the effect of a pod failure policy; {@link podFailurePolicyMatch} explains it for a single Pod. The result
 * does not include delays between retries.
 *
 * @param job - the Job as it is stored; defaults apply, and it is not changed
 * @param options - the current time and the Pods
 * @returns what is left
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time, or a field that counts has the wrong type
 * @throws the errors of {@link @kubesem/selectors!labelSelectorRequirements | labelSelectorRequirements} if the selector is invalid
 *
 * @example
 * ```ts
 * import { jobProgress } from '@kubesem/workloads';
 *
 * const spec = { completions: 9, parallelism: 4, completionMode: 'Indexed', backoffLimit: 3 };
 * const job = { spec, status: { completedIndexes: '0-5,7', succeeded: 7, failed: 2 } };
 * const { completionsLeft, indexes, retriesLeft } = jobProgress(job, { now: '2026-01-01T00:00:00Z' });
 * completionsLeft // => 2
 * indexes // => '6,8'
 * retriesLeft // => 1
 * const failed = { ...job, status: { failed: 4 } };
 * jobProgress(failed, { now: '2026-01-01T00:00:00Z' }).reason // => 'BackoffLimitExceeded'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `syncJob`, `manageJob`, `matchSuccessPolicy`,
 * `pastBackoffLimitOnFailure` and `pastActiveDeadline`.
 */
export function jobProgress(job: Job, options: JobProgressOptions): JobProgress {
  return new Progress(job, options).result();
}

/**
 * Counts the Pods of a Job that have ended in its status, as the controller does.
 *
 * @param job - the Job as it is stored; it is not changed
 * @param options - the current time, and the Pods
 * @returns the Job with the status that follows
 * @throws the errors of {@link jobProgress}
 */
export function countedJob(job: Job, options: JobProgressOptions): Job {
  return { ...job, status: new Progress(job, options).countedStatus() };
}

interface Outcome {
  readonly state: JobState;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

class Progress {
  private readonly metadata: Fields<ObjectMeta>;
  private readonly spec: Fields<JobSpec>;
  private readonly status: Fields<JobStatus>;
  private readonly conditions: readonly JobCondition[];
  private readonly completions: number | undefined;
  private readonly parallelism: number;
  private readonly isIndexed: boolean;
  private readonly mode: string;
  private readonly isSuspended: boolean;
  private readonly hasIndexLimit: boolean;
  private readonly backoffLimit: number;
  private readonly maxFailedIndexes: number | undefined;
  private readonly completed: readonly IndexRange[];
  private readonly failedIndexes: readonly IndexRange[];
  private readonly succeeded: number;
  private readonly failed: number;
  private readonly active: number;
  /** Restarts that count; undefined if they do not, or the Pods are unknown. */
  private readonly restarts: number | undefined;
  private readonly policyFailure: string | undefined;
  private readonly secondsLeft: number | undefined;

  constructor(job: Job, { now, pods }: JobProgressOptions) {
    const nowMs = readNow(now);
    const object = fields(job, THROW);
    this.metadata = object.at('metadata');
    this.spec = object.at('spec');
    this.status = object.at('status');
    this.conditions = this.status.each('conditions', ({ value }) => value);
    const parallelism = this.count('parallelism');
    this.completions = this.count('completions') ?? (parallelism === undefined ? 1 : undefined);
    this.parallelism = parallelism ?? 1;
    // An empty mode is unknown.
    this.mode = this.spec.optionalText('completionMode') ?? 'NonIndexed';
    this.isIndexed = this.mode === 'Indexed';
    this.isSuspended = this.spec.flag('suspend') ?? false;
    const limitPerIndex = this.count('backoffLimitPerIndex');
    this.hasIndexLimit = limitPerIndex !== undefined;
    this.backoffLimit = this.count('backoffLimit') ?? (this.hasIndexLimit ? INT32_RANGE.max : 6);
    this.maxFailedIndexes = this.count('maxFailedIndexes');
    const uncounted = this.uncounted();
    const options = {
      indexes: this.isIndexed ? (this.completions ?? 0) : undefined,
      backoffLimitPerIndex: limitPerIndex,
      uncounted,
    };
    const more = pods && countJobPods(job, pods, options);
    this.completed = this.indexes('completedIndexes', more?.succeededIndexes);
    this.failedIndexes = this.hasIndexLimit
      ? this.indexes('failedIndexes', more?.failedIndexes)
      : [];
    const count = (field: 'succeeded' | 'failed' | 'active') =>
      this.status.integer(field, COUNT_RANGE) ?? 0;
    this.succeeded = this.isIndexed
      ? indexCount(this.completed)
      : count('succeeded') + uncounted.succeeded.size + (more?.succeeded ?? 0);
    this.failed = count('failed') + uncounted.failed.size + (more?.failed ?? 0);
    this.active = more?.active ?? count('active');
    this.restarts = this.restartsOnFailure() ? more?.restarts : undefined;
    this.policyFailure = more?.failure;
    this.secondsLeft = this.deadline(nowMs);
  }

  result(): JobProgress {
    const { succeeded, failed, hasIndexLimit, maxFailedIndexes, completions } = this;
    const { state, reason, message } = this.outcome();
    const left = completions === undefined ? undefined : Math.max(completions - succeeded, 0);
    const wanted = state === 'RUNNING' ? this.wanted(left) : 0;
    const free = this.isIndexed
      ? freeIndexes([this.completed, this.failedIndexes], wanted, completions ?? 0)
      : undefined;
    const failedIndexes = indexCount(this.failedIndexes);
    return {
      ...{ state, reason, message, succeeded, failed, completionsLeft: left },
      pods: free === undefined ? wanted : indexCount(free),
      indexes: formatIndexes(free ?? []),
      retriesLeft: hasIndexLimit ? undefined : Math.max(this.retriesLeft(), 0),
      failedIndexesLeft:
        hasIndexLimit && maxFailedIndexes !== undefined
          ? Math.max(maxFailedIndexes - failedIndexes, 0)
          : undefined,
      secondsLeft: this.secondsLeft,
    };
  }

  countedStatus(): JobStatus {
    const { status, succeeded, failed, active } = this;
    return {
      ...{ ...status.value, succeeded, failed, active, uncountedTerminatedPods: undefined },
      ...(this.isIndexed && { completedIndexes: formatIndexes(this.completed) }),
      ...(this.hasIndexLimit && { failedIndexes: formatIndexes(this.failedIndexes) }),
    };
  }

  /** The number of Pods that run at once. A work queue starts no more after the first success. */
  private wanted(left: number | undefined): number {
    const most = left ?? (this.succeeded > 0 ? this.active : this.parallelism);
    return Math.min(this.parallelism, most);
  }

  private outcome(): Outcome {
    const ended = this.conditions.find(
      ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
    );
    if (ended !== undefined) {
      return finished(ended, ended.type === 'Complete' ? 'COMPLETE' : 'FAILED');
    }
    const isForeign = (this.spec.raw('managedBy') ?? JOB_CONTROLLER) !== JOB_CONTROLLER;
    if (isForeign || !MODES.includes(this.mode)) {
      return { state: 'SKIPPED' };
    }
    return this.decided() ?? this.failure() ?? this.success() ?? this.unfinished();
  }

  /** What an earlier sync has decided. */
  private decided(): Outcome | undefined {
    const isTrue = (type: string) => {
      const found = this.conditions.find((condition) => condition.type === type);
      return found?.status === 'True' ? found : undefined;
    };
    const [met, target] = [isTrue('SuccessCriteriaMet'), isTrue('FailureTarget')];
    return met ? finished(met, 'COMPLETE') : target && finished(target, 'FAILED');
  }

  /** How many failures the Job survives. It fails with the failed Pod after the last retry, but with the restart that is the last. */
  private retriesLeft(): number {
    const { backoffLimit, failed, restarts } = this;
    const left = backoffLimit - failed;
    return restarts === undefined ? left : Math.min(left, Math.max(backoffLimit, 1) - 1 - restarts);
  }

  /** Whether restarts of containers count. */
  private restartsOnFailure(): boolean {
    return this.spec.at('template').at('spec').raw('restartPolicy') === 'OnFailure';
  }

  private failure(): Outcome | undefined {
    const failed = (reason: string, message: string) => ({
      ...{ state: 'FAILED' as const, reason, message },
    });
    if (this.policyFailure !== undefined) {
      return failed('PodFailurePolicy', this.policyFailure);
    }
    const { restarts = -1 } = this;
    if (this.failed > this.backoffLimit || restarts >= Math.max(this.backoffLimit, 1)) {
      return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
    }
    if (this.secondsLeft === 0) {
      return failed('DeadlineExceeded', 'Job was active longer than specified deadline');
    }
    const count = indexCount(this.failedIndexes);
    if (!this.isIndexed || count === 0) {
      return undefined;
    }
    if (count > (this.maxFailedIndexes ?? Infinity)) {
      const message = 'Job has exceeded the specified maximal number of failed indexes';
      return failed('MaxFailedIndexesExceeded', message);
    }
    return count + this.succeeded >= (this.completions ?? 0)
      ? failed('FailedIndexes', 'Job has failed indexes')
      : undefined;
  }

  private success(): Outcome | undefined {
    const rule = this.isIndexed && this.succeeded > 0 ? this.matchingRule() : -1;
    if (rule >= 0) {
      const message = `Matched rules at index ${rule}`;
      return { state: 'COMPLETE', reason: 'SuccessPolicy', message };
    }
    // A suspended Job stops its Pods first, and so does one with more Pods than it needs. One that is deleted does not.
    const isQueue = this.completions === undefined;
    const stopsPods = !this.isDeleted() && (this.isSuspended || !isQueue);
    const isReached = this.succeeded >= (this.completions ?? 1) && (this.active === 0 || stopsPods);
    const message = 'Reached expected number of succeeded pods';
    return isReached ? { state: 'COMPLETE', reason: 'CompletionsReached', message } : undefined;
  }

  /** The index of the first rule of the success policy that matches; -1 if none does. */
  private matchingRule(): number {
    const { completed, completions = 0 } = this;
    const rules = this.spec.at('successPolicy').objects('rules');
    return rules.findIndex((rule) => {
      const wanted = rule.integer('succeededCount') ?? Infinity;
      const text = rule.optionalText('succeededIndexes');
      if (text === undefined) {
        return this.succeeded >= wanted;
      }
      const indexes = parseIndexes(text, completions);
      const found = commonCount(indexes, completed);
      return indexes.length > 0 && (found === indexCount(indexes) || found >= wanted);
    });
  }

  private unfinished(): Outcome {
    if (this.isDeleted()) {
      return { state: 'DELETED' };
    }
    return { state: this.isSuspended ? 'SUSPENDED' : 'RUNNING' };
  }

  /** The controller then neither starts nor stops Pods. */
  private isDeleted(): boolean {
    return Boolean(this.metadata.raw('deletionTimestamp'));
  }

  private deadline(nowMs: number): number | undefined {
    const seconds = this.spec.integer('activeDeadlineSeconds', {
      min: Number.MIN_SAFE_INTEGER,
      max: Number.MAX_SAFE_INTEGER,
    });
    if (seconds === undefined || this.isSuspended) {
      return undefined;
    }
    const startMs = timestampMs(this.status.raw('startTime'));
    const usedMs = Number.isNaN(startMs) ? 0 : nowMs - startMs;
    return Math.max(seconds - usedMs / 1000, 0);
  }

  private count(
    field:
      | 'parallelism'
      | 'completions'
      | 'backoffLimit'
      | 'backoffLimitPerIndex'
      | 'maxFailedIndexes',
  ): number | undefined {
    return this.spec.integer(field, COUNT_RANGE);
  }

  private indexes(
    field: 'completedIndexes' | 'failedIndexes',
    more: readonly number[] = [],
  ): readonly IndexRange[] {
    const text = this.status.text(field);
    return this.isIndexed ? withIndexes(parseIndexes(text, this.completions ?? 0), more) : [];
  }

  /** UIDs of finished Pods that the counts of the status do not include. */
  private uncounted(): Record<'succeeded' | 'failed', ReadonlySet<string>> {
    const uncounted = this.status.at('uncountedTerminatedPods');
    return {
      succeeded: new Set(uncounted.list('succeeded')),
      failed: new Set(uncounted.list('failed')),
    };
  }
}

const JOB_CONTROLLER = 'kubernetes.io/job-controller';
const MODES: readonly string[] = ['NonIndexed', 'Indexed'];

function finished({ reason, message }: JobCondition, state: 'COMPLETE' | 'FAILED'): Outcome {
  return { state, reason: reason ?? '', message: message ?? '' };
}
