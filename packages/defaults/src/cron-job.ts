import type { CronJob, Named } from '@kubesem/core';
import { JOB_SPEC } from './rules/job-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';

const CRON_JOB: Rule<CronJob> = {
  parts: {
    spec: {
      empty: { concurrencyPolicy: 'Allow' },
      absent: { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
      parts: { jobTemplate: { parts: { spec: JOB_SPEC } } },
    },
  },
};

/**
 * Fills in a CronJob as the API server does.
 *
 * Its Jobs may overlap, and it keeps 3 that succeeded and one that failed. Its Jobs get their own defaults when they are created.
 *
 * @param cronJob - the CronJob; it is not changed
 * @returns a new CronJob, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyCronJobDefaults } from '@kubesem/defaults/cron-job';
 *
 * const { spec } = applyCronJobDefaults({ spec: { schedule: '@daily' } });
 * spec?.concurrencyPolicy // => 'Allow'
 * spec?.jobTemplate?.spec?.backoffLimit // => undefined
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/batch/v1` v1.37.1, `SetObjectDefaults_CronJob`.
 */
export function applyCronJobDefaults<T extends CronJob>(cronJob: Named<T>): T;
/** The same for an object literal. */
export function applyCronJobDefaults(cronJob: CronJob): CronJob;
/** The implementation. */
export function applyCronJobDefaults(cronJob: CronJob): CronJob {
  return withDefaults(cronJob, CRON_JOB);
}
