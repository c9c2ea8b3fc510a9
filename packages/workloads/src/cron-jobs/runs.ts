import { type CronJob, type Timestamp } from '@kubesem/core';
import { COUNT_RANGE, fields, raise, readTime, storedTime, THROW } from '@kubesem/core/internal';
import { jobName } from '../names.js';
import {
  type CronJobFields,
  cronJobFields,
  isProblem,
  scheduleOf,
  zoneOf,
} from './cron-job-fields.js';
import { nextRun } from './next-run.js';
import type { Schedule } from './schedule.js';
import type { ScheduleField } from './schedule-field.js';
import { type TimeZone, UTC } from './time-zone.js';

/** Options of {@link cronJobRuns}. */
export interface CronJobRunsOptions {
  /** The first run is after this time. */
  readonly from: Timestamp;
  /** Number of runs; by default 10. */
  readonly count?: number | null | undefined;
  /** No run is after this time; no limit by default. */
  readonly until?: Timestamp | null | undefined;
}

/** A run of a CronJob. */
export interface CronJobRun {
  /** When it is scheduled, in UTC. */
  readonly time: string;
  /** The same time in the time zone of the CronJob, as the annotation `batch.kubernetes.io/cronjob-scheduled-timestamp` of the Job. */
  readonly localTime: string;
  /** Name of the Job. */
  readonly jobName: string;
}

/** The times of a schedule, in the fields of cron. */
export interface CronTimes {
  /** Minutes, from 0 to 59. */
  readonly minutes: readonly number[];
  /** Hours, from 0 to 23. */
  readonly hours: readonly number[];
  /** Days of the month, from 1. */
  readonly daysOfMonth: readonly number[];
  /** Months, from 1 to 12. */
  readonly months: readonly number[];
  /** Days of the week: 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /**
   * Whether the day of the month and the day of the week must both match. They do if one of the two fields has a `*` or `?`
   * without steps; otherwise, one is enough.
   */
  readonly daysMatch: 'BOTH' | 'ONE';
}

/** Why a CronJob has no runs: it is being deleted or suspended, or no time matches in this year and the next five. */
export type NoRunsReason = 'DELETED' | 'SUSPENDED' | 'NEVER';

/** The result of {@link cronJobRuns}. */
export interface CronJobRuns {
  /** The runs, in order. */
  readonly runs: readonly CronJobRun[];
  /** The times of the schedule; undefined for `@every`. */
  readonly times: CronTimes | undefined;
  /** The interval of `@every`, in seconds; undefined for times. */
  readonly everySeconds: number | undefined;
  /** Why there are no runs; undefined if there are, or if `count` and `until` leave none. */
  readonly reason: NoRunsReason | undefined;
}

/**
 * Computes the next runs of a CronJob, as its controller does.
 *
 * A schedule has five fields (minute, hour, day of the month, month, day of the week) or is `@yearly`, `@annually`, `@monthly`,
 * `@weekly`, `@daily`, `@midnight`, `@hourly` or `@every` with a duration. `TZ=` or `CRON_TZ=` before the schedule
 * overrides `spec.timeZone`. Without a time zone, the schedule is in UTC, as in a controller manager without `TZ`. If the
 * clock skips a time, its run is later or not at all. If the clock repeats a time, it can run twice.
 *
 * @param cronJob - the CronJob; it is not changed
 * @param options - the times between which the runs are, and how many there are
 * @returns the runs, in order, with the times of the schedule, and why there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_SCHEDULE` if the controller cannot read the schedule
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `UNKNOWN_TIME_ZONE` if there is no such time zone
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if an option is invalid, or a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { cronJobRuns } from '@kubesem/workloads';
 *
 * const backup = { metadata: { name: 'backup' }, spec: { schedule: '30 2 * * *', timeZone: 'Europe/Berlin' } };
 * const { runs, times } = cronJobRuns(backup, { from: '2026-03-27T12:00:00Z', count: 3 });
 * runs.map(({ localTime }) => localTime) // => [
 * //   '2026-03-28T02:30:00+01:00',
 * //   '2026-03-30T02:30:00+02:00',
 * //   '2026-03-31T02:30:00+02:00',
 * // ]
 * times?.hours // => [2]
 * cronJobRuns({ spec: { schedule: '0 0 30 feb *' } }, { from: '2026-01-01T00:00:00Z' }).reason // => 'NEVER'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `getJobFromTemplate2`; `github.com/robfig/cron/v3` v3.0.1.
 */
export function cronJobRuns(cronJob: CronJob, options: CronJobRunsOptions): CronJobRuns {
  const given = fields(options, THROW);
  const fromMs = readTime(options.from, given.pathOf('from'));
  const untilMs = readTime(options.until ?? new Date(8.64e15), given.pathOf('until'));
  const count = given.integer('count', COUNT_RANGE) ?? 10;
  const read = cronJobFields(cronJob);
  const zone = zoneOf(read);
  if (isProblem(zone)) {
    raise(zone);
  }
  const schedule = scheduleOf(read, zone);
  if (isProblem(schedule)) {
    raise(schedule);
  }
  const first = nextRun(schedule, fromMs);
  const reason = reasonOf(read, first);
  const runs: CronJobRun[] = [];
  let next = reason === undefined ? first : undefined;
  while (runs.length < count && next !== undefined && next <= untilMs) {
    runs.push(runAt(cronJob, zone ?? UTC, next));
    next = nextRun(schedule, next);
  }
  return { runs, ...timesOf(schedule), reason };
}

function reasonOf(
  { isDeleted, isSuspended }: CronJobFields,
  first: number | undefined,
): NoRunsReason | undefined {
  if (isDeleted) {
    return 'DELETED';
  }
  return isSuspended ? 'SUSPENDED' : first === undefined ? 'NEVER' : undefined;
}

/** The run at a time. */
export function runAt(cronJob: CronJob, zone: TimeZone, ms: number): CronJobRun {
  const time = storedTime(ms);
  return { time, localTime: localTime(zone, ms), jobName: jobName(cronJob, time) };
}

/** Source: Go 1.26 `time.RFC3339`, which writes an offset in minutes. */
function localTime(zone: TimeZone, ms: number): string {
  const wall = zone.wall(ms);
  const minutes = Math.trunc((wall.getTime() - ms) / 60_000);
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
  return storedTime(wall.getTime()).replace('Z', wall.getTime() === ms ? 'Z' : offset);
}

function timesOf(schedule: Schedule): Pick<CronJobRuns, 'times' | 'everySeconds'> {
  if ('intervalMs' in schedule) {
    return { times: undefined, everySeconds: schedule.intervalMs / 1000 };
  }
  const { minute, hour, dayOfMonth, month, dayOfWeek } = schedule;
  const values = (field: ScheduleField) => [...field.values].sort((a, b) => a - b);
  const times: CronTimes = {
    minutes: values(minute),
    hours: values(hour),
    daysOfMonth: values(dayOfMonth),
    months: values(month),
    daysOfWeek: values(dayOfWeek),
    daysMatch: dayOfMonth.isAny || dayOfWeek.isAny ? 'BOTH' : 'ONE',
  };
  return { times, everySeconds: undefined };
}
