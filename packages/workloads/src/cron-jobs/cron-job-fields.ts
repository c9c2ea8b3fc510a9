import {
  type CronJob,
  type CronJobSpec,
  type CronJobStatus,
  childPath,
  type FieldProblem,
  FieldReader,
  fieldProblem,
  type ObjectMeta,
} from '@kubesem/core';
import { parseSchedule, type Schedule } from './schedule.js';
import { findTimeZone, type TimeZone, timeZoneError } from './time-zone.js';

/** The broken rule of a schedule. */
export type CronJobProblemCode = 'INVALID_SCHEDULE' | 'UNKNOWN_TIME_ZONE';

/** The fields of a CronJob that count. */
export interface CronJobFields {
  readonly metadata: ObjectMeta;
  readonly spec: CronJobSpec;
  readonly status: CronJobStatus;
  readonly schedule: string;
  /** Absent if the CronJob names none. */
  readonly timeZone: string | undefined;
  readonly isDeleted: boolean;
  readonly isSuspended: boolean;
}

const SPEC_PATH = /* @__PURE__ */ childPath(undefined, 'spec');

/** Reads a CronJob. Throws if a field has the wrong type. */
export function cronJobFields(cronJob: CronJob): CronJobFields {
  const reader = new FieldReader();
  const metadata = reader.object<ObjectMeta>(cronJob, 'metadata', undefined) ?? {};
  const spec = reader.object<CronJobSpec>(cronJob, 'spec', undefined) ?? {};
  const timeZone = reader.text(spec, 'timeZone', SPEC_PATH);
  return {
    metadata,
    spec,
    status: reader.object<CronJobStatus>(cronJob, 'status', undefined) ?? {},
    schedule: reader.text(spec, 'schedule', SPEC_PATH),
    timeZone: spec.timeZone === undefined || spec.timeZone === null ? undefined : timeZone,
    isDeleted: Boolean(metadata.deletionTimestamp),
    isSuspended: reader.flag(spec, 'suspend', SPEC_PATH) ?? false,
  };
}

/** The time zone that the CronJob names; undefined if it names none. */
export function zoneOf({
  timeZone,
}: CronJobFields): TimeZone | undefined | FieldProblem<CronJobProblemCode> {
  return timeZone === undefined
    ? undefined
    : (findTimeZone(timeZone) ??
        problem('UNKNOWN_TIME_ZONE', 'timeZone', timeZone, timeZoneError(timeZone)));
}

/**
 * The schedule of a CronJob. One that has a time zone of its own keeps it.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `formatSchedule`.
 */
export function scheduleOf(
  { schedule }: CronJobFields,
  zone: TimeZone | undefined,
): Schedule | FieldProblem<CronJobProblemCode> {
  const parsed = parseSchedule(schedule, schedule.includes('TZ') ? undefined : zone);
  return typeof parsed === 'string'
    ? problem('INVALID_SCHEDULE', 'schedule', schedule, parsed)
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
  field: string,
  value: string,
  message: string,
): FieldProblem<CronJobProblemCode> {
  const path = childPath(SPEC_PATH, field);
  return fieldProblem({ type: 'FieldValueInvalid', code, path, value, message });
}
