import type { JobSpec } from '@kubesem/core';
import { POD_TEMPLATE_SPEC } from './pod-spec.js';
import type { Rule } from './rule.js';

/** The spec of a Job, also in a CronJob. */
export const JOB_SPEC: Rule<JobSpec> = {
  parts: { template: POD_TEMPLATE_SPEC },
  within: {
    podFailurePolicy: {
      items: { rules: { items: { onPodConditions: { empty: { status: 'True' } } } } },
    },
  },
};
