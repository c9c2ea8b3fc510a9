import type { Pod } from '@kubesem/core';
import { DEFAULT_GRACE_SECONDS } from '../termination/grace-period.js';

/** The spec with what the API server and the scheduler fill in, as far as the simulation reads it. */
export function withDefaults(spec: NonNullable<Pod['spec']>): NonNullable<Pod['spec']> {
  return {
    ...spec,
    restartPolicy: spec.restartPolicy || 'Always',
    nodeName: spec.nodeName || 'node',
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS,
  };
}
