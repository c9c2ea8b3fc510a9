import { type CronJob, type Timestamp } from '@kubesem/core';
import { goQuote, INT64_RANGE, readNow, timestampMs } from '@kubesem/core/internal';
import {
  type CronJobFields,
  cronJobFields,
  isProblem,
  scheduleOf,
  zoneOf,
} from './cron-job-fields.js';
import { latestRun, nextRun } from './next-run.js';
import { type CronJobRun, runAt } from './runs.js';
import type { Schedule } from './schedule.js';
import { UTC } from './time-zone.js';

/** Options of {@link cronJobDecision}. */
export interface CronJobDecisionOptions {
  /** The current time. */
  readonly now: Timestamp;
}

/**
 * Why the controller starts a Job or does not.
 *
 * - `DUE`: it starts one
 * - `DELETED`, `SUSPENDED`: the CronJob is being deleted or suspended
 * - `UNKNOWN_TIME_ZONE`, `INVALID_SCHEDULE`, `NEVER`: the time zone or schedule is invalid, or the schedule never matches
 * - `NOT_DUE`: no run is due since the last one
 * - `TOO_LATE`: the deadline for starting the latest run has passed
 * - `ALREADY_STARTED`: the Job of the latest run exists
 * - `STILL_RUNNING`: another Job runs, and the policy is `Forbid`
 */
export type CronJobDecisionReason =
  | 'DUE'
  | 'DELETED'
  | 'SUSPENDED'
  | 'UNKNOWN_TIME_ZONE'
  | 'INVALID_SCHEDULE'
  | 'NEVER'
  | 'NOT_DUE'
  | 'TOO_LATE'
  | 'ALREADY_STARTED'
  | 'STILL_RUNNING';

/** An event that the controller writes. */
export interface CronJobEvent {
  /** `Normal` or `Warning`. */
  readonly type: 'Normal' | 'Warning';
  /** One-word reason. */
  readonly reason: string;
  /** Message of the controller. */
  readonly message: string;
}

/** The result of {@link cronJobDecision}. */
export interface CronJobDecision {
  /** Why a Job starts or does not. */
  readonly reason: CronJobDecisionReason;
  /** The latest run that is due, whether it starts or not; undefined if none is. */
  readonly run: CronJobRun | undefined;
  /** About how many runs are due: one or more are `FEW`, and over 100 are `MANY`. Only the latest one can start. */
  readonly missed: 'NONE' | 'FEW' | 'MANY';
  /** Names of the Jobs that the policy `Replace` deletes. */
  readonly deletes: readonly string[];
  /** The events, in order. */
  readonly events: readonly CronJobEvent[];
  /** Milliseconds until the controller checks again; undefined if it waits for a change. */
  readonly requeueAfterMs: number | undefined;
}

/** The controller adds this to the time of the next run. */
const REQUEUE_DELAY_MS = 100;

/**
 * Computes what the CronJob controller does at a time: which Job it starts, or why it starts none.
 *
 * Runs since `status.lastScheduleTime`, or since the creation of the CronJob, are due, and only the latest one starts. A
 * CronJob without either counts as created now. The function assumes that the Jobs in `status.active` exist and run.
 *
 * @param cronJob - the CronJob; it is not changed
 * @param options - the current time
 * @returns the decision, with its reason and the events
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `now` is not a time, or a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { cronJobDecision } from '@kubesem/workloads';
 *
 * const spec = { schedule: '0 * * * *', startingDeadlineSeconds: 60 };
 * const status = { lastScheduleTime: '2026-01-01T00:00:00Z' };
 * const report = { metadata: { name: 'report' }, spec, status };
 * cronJobDecision(report, { now: '2026-01-01T01:00:30Z' }).reason // => 'DUE'
 * cronJobDecision(report, { now: '2026-01-01T01:30:00Z' }).reason // => 'NOT_DUE'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `syncCronJob` and `nextScheduleTimeDuration`.
 */
export function cronJobDecision(
  cronJob: CronJob,
  options: CronJobDecisionOptions,
): CronJobDecision {
  const decision = new Decision(cronJob, readNow(options.now));
  const reason = decision.decide();
  const { run, missed, deletes, events, requeueAfterMs } = decision;
  return { reason, run, missed, deletes, events, requeueAfterMs };
}

class Decision {
  run: CronJobRun | undefined;
  missed: CronJobDecision['missed'] = 'NONE';
  requeueAfterMs: number | undefined;
  readonly deletes: string[] = [];
  readonly events: CronJobEvent[] = [];
  private readonly fields: CronJobFields;
  private readonly deadlineMs: number;
  private readonly sinceMs: number;
  private readonly active: readonly { readonly name: string; readonly namespace: string }[];
  private readonly isForbidden: boolean;
  private readonly isReplaced: boolean;

  constructor(
    private readonly cronJob: CronJob,
    private readonly nowMs: number,
  ) {
    this.fields = cronJobFields(cronJob);
    const { metadata, spec, status } = this.fields;
    const deadline = spec.integer('startingDeadlineSeconds', INT64_RANGE);
    this.deadlineMs = (deadline ?? Infinity) * 1000;
    const lastMs = timestampMs(status.raw('lastScheduleTime'));
    const createdMs = timestampMs(metadata.raw('creationTimestamp'));
    this.sinceMs = [lastMs, createdMs, nowMs].find((ms) => !Number.isNaN(ms)) as number;
    this.active = status.each('active', (job) => ({
      name: job.text('name'),
      namespace: job.text('namespace'),
    }));
    const policy = spec.text('concurrencyPolicy');
    this.isForbidden = policy === 'Forbid' && this.active.length > 0;
    this.isReplaced = policy === 'Replace';
  }

  decide(): CronJobDecisionReason {
    const { schedule: text, isDeleted, isSuspended, timeZone = '' } = this.fields;
    if (isDeleted) {
      return 'DELETED';
    }
    const zone = zoneOf(this.fields);
    if (isProblem(zone)) {
      return this.warn(
        'UnknownTimeZone',
        `invalid timeZone: ${goQuote(timeZone)}: ${zone.message}`,
        zone.code,
      );
    }
    if (isSuspended) {
      return 'SUSPENDED';
    }
    if (text.includes('TZ')) {
      const message = `CRON_TZ or TZ used in schedule ${goQuote(text)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`;
      this.warn('UnsupportedSchedule', message, 'DUE');
    }
    const schedule = scheduleOf(this.fields, zone);
    if (isProblem(schedule)) {
      const message = `unparseable schedule: ${goQuote(text)} : ${schedule.message}`;
      return this.warn('UnparseableSchedule', message, schedule.code);
    }
    const startMs = Math.max(this.sinceMs, this.nowMs - this.deadlineMs);
    const latest = latestRun(schedule, startMs, this.nowMs);
    if (latest === undefined) {
      const reason = 'time difference between two schedules is less than 1 second';
      return this.warn('InvalidSchedule', `invalid schedule: ${text} : ${reason}`, 'NEVER');
    }
    this.missed = latest.missed;
    const { ms } = latest;
    if (ms === undefined) {
      this.requeue(schedule, this.sinceMs);
      return 'NOT_DUE';
    }
    this.run = runAt(this.cronJob, zone ?? UTC, ms);
    const reason = this.decideDue(ms);
    this.requeue(schedule, reason === 'DUE' ? ms : this.sinceMs);
    return reason;
  }

  private decideDue(ms: number): CronJobDecisionReason {
    if (this.missed === 'MANY') {
      const hint = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.warn('TooManyMissedTimes', `too many missed start times. ${hint}`, 'DUE');
    }
    if (ms + this.deadlineMs < this.nowMs) {
      const time = new Date(ms).toUTCString().replace('GMT', '+0000');
      return this.warn('MissSchedule', `Missed scheduled time to start a job: ${time}`, 'TOO_LATE');
    }
    const { metadata, status } = this.fields;
    const jobName = this.run?.jobName ?? '';
    const isActive = this.active.some(
      ({ name, namespace }) => name === jobName && namespace === metadata.text('namespace'),
    );
    if (isActive || timestampMs(status.raw('lastScheduleTime')) === ms) {
      return 'ALREADY_STARTED';
    }
    if (this.isForbidden) {
      const message =
        'Not starting job because prior execution is running and concurrency policy is Forbid';
      this.add('JobAlreadyActive', message);
      return 'STILL_RUNNING';
    }
    for (const { name } of this.isReplaced ? this.active : []) {
      this.deletes.push(name);
      this.add('SuccessfulDelete', `Deleted job ${name}`);
    }
    this.add('SuccessfulCreate', `Created job ${jobName}`);
    return 'DUE';
  }

  /** The controller looks again at the next run. The deadline for starting does not count here. */
  private requeue(schedule: Schedule, sinceMs: number): void {
    const latest = latestRun(schedule, sinceMs, this.nowMs);
    const isNone = latest?.missed === 'NONE' && latest.ms === undefined;
    const next = nextRun(schedule, latest?.ms ?? (isNone ? sinceMs : this.nowMs));
    this.requeueAfterMs = next && next + REQUEUE_DELAY_MS - this.nowMs;
  }

  private warn<T extends CronJobDecisionReason>(reason: string, message: string, result: T): T {
    this.events.push({ type: 'Warning', reason, message });
    return result;
  }

  private add(reason: string, message: string): void {
    this.events.push({ type: 'Normal', reason, message });
  }
}
