import type { Job, Named } from '@kubesem/core';
import { JOB_SPEC } from './rules/job-spec.js';
import { labelsOfTemplate } from './rules/labels.js';
import { type Rule, withDefaults } from './rules/rule.js';

const MAX_INT32 = 2_147_483_647;

const JOB: Rule<Job> = {
  set: labelsOfTemplate,
  parts: {
    spec: {
      ...JOB_SPEC,
      set(spec) {
        const isParallel = spec.has('completions') || spec.has('parallelism');
        const backoffLimit = spec.has('backoffLimitPerIndex') ? MAX_INT32 : 6;
        const podReplacementPolicy = spec.has('podFailurePolicy')
          ? 'Failed'
          : 'TerminatingOrFailed';
        return {
          ...(!isParallel && { completions: 1 }),
          backoffLimit: spec.raw('backoffLimit') ?? backoffLimit,
          podReplacementPolicy: spec.raw('podReplacementPolicy') ?? podReplacementPolicy,
        };
      },
      absent: {
        parallelism: 1,
        completionMode: 'NonIndexed',
        suspend: false,
        manualSelector: false,
      },
    },
  },
};

/**
 * Fills in a Job as the API server does.
 *
 * It runs one Pod to its end, with 6 retries, or any number of them if they are limited by index. Without labels of its own it gets
 * those of its template, whose Pods get the defaults of a Pod spec.
 *
 * @param job - the Job; it is not changed
 * @returns a new Job, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyJobDefaults } from '@kubesem/defaults/job';
 *
 * const { spec } = applyJobDefaults({ spec: { backoffLimitPerIndex: 1 } });
 * spec?.completions // => 1
 * spec?.backoffLimit // => 2147483647
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/batch/v1` v1.37.1, `SetObjectDefaults_Job`.
 */
export function applyJobDefaults<T extends Job>(job: Named<T>): T;
/** The same for an object literal. */
export function applyJobDefaults(job: Job): Job;
/** The implementation. */
export function applyJobDefaults(job: Job): Job {
  return withDefaults(job, JOB);
}
