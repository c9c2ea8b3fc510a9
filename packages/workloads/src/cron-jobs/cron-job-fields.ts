import {
  type CronJob,
  type CronJobSpec,
  type CronJobStatus,
  type FieldPath,
  type FieldProblem,
  type ObjectMeta,
} from '@kubesem/core';
import { type Fields, fieldProblem, fields, THROW } from '@kubesem/core/internal';
import { parseSchedule, type Schedule } from './schedule.js';
import { findTimeZone, type TimeZone, timeZoneError } from './time-zone.js';

/** The broken rule of a schedule. */
export type CronJobProblemCode = 'INVALID_SCHEDULE' | 'UNKNOWN_TIME_ZONE';

/** The fields of a CronJob that count. */
export interface CronJobFields {
  readonly metadata: Fields<ObjectMeta>;
  readonly spec: Fields<CronJobSpec>;
  readonly status: Fields<CronJobStatus>;
  readonly schedule: string;
  /** Absent if the CronJob names none. */
  readonly timeZone: string | undefined;
  readonly isDeleted: boolean;
  readonly isSuspended: boolean;
}

/** Reads a CronJob. Throws if a field has the wrong type. */
export function cronJobFields(cronJob: CronJob): CronJobFields {
  const object = fields(cronJob, THROW);
  const metadata = object.at('metadata');
  const spec = object.at('spec');
  const timeZone = spec.optionalText('timeZone');
  return {
    metadata,
    spec,
    status: object.at('status'),
    schedule: spec.text('schedule'),
    timeZone,
    isDeleted: Boolean(metadata.raw('deletionTimestamp')),
    isSuspended: spec.flag('suspend') ?? false,
  };
}

/** The time zone that the CronJob names; undefined if it names none. */
export function zoneOf({
  spec,
  timeZone,
}: CronJobFields): TimeZone | undefined | FieldProblem<CronJobProblemCode> {
  return timeZone === undefined
    ? undefined
    : (findTimeZone(timeZone) ??
        problem('UNKNOWN_TIME_ZONE', spec.pathOf('timeZone'), timeZone, timeZoneError(timeZone)));
}

/**
 * The schedule of a CronJob. One that has a time zone of its own keeps it.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `formatSchedule`.
 */
export function scheduleOf(
  { spec, schedule }: CronJobFields,
  zone: TimeZone | undefined,
): Schedule | FieldProblem<CronJobProblemCode> {
  const parsed = parseSchedule(schedule, schedule.includes('TZ') ? undefined : zone);
  return typeof parsed === 'string'
    ? problem('INVALID_SCHEDULE', spec.pathOf('schedule'), schedule, parsed)
    : parsed;
}

/** Whether a schedule or time zone cannot be read. */
export function isProblem<T extends object>(
  value: T | undefined | FieldProblem<CronJobProblemCode>,
): value is FieldProblem<CronJobProblemCode> {
  return value !== undefined && 'segments' in value;
}

function problem(
  code: CronJobProblemCode,
  path: FieldPath,
  value: string,
  message: string,
): FieldProblem<CronJobProblemCode> {
  return fieldProblem({ type: 'INVALID', code, path, value, message });
}
