import { type CronJob, fields, readTime, THROW, type Timestamp } from '@kubesem/core';

/**
 * Computes the name of the Job that a CronJob creates for a run: the name of the CronJob, and the time in minutes since 1970.
 *
 * @param cronJob - the CronJob; it is not changed
 * @param time - the time for which the run is scheduled
 * @returns the name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `time` is not a time, or the metadata or the name has the wrong type
 *
 * @example
 * ```ts
 * import { jobName } from '@kubesem/workloads';
 *
 * jobName({ metadata: { name: 'backup' } }, '2026-01-01T03:00:00Z') // => 'backup-29453940'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `getJobName` and `getTimeHashInMinutes`.
 */
export function jobName(cronJob: CronJob, time: Timestamp): string {
  const name = fields(cronJob, THROW).at('metadata').text('name');
  const ms = readTime(time, fields({ time }, THROW).pathOf('time'));
  return `${name}-${Math.trunc(Math.floor(ms / 1000) / 60)}`;
}
