import { objectOf, type Probe } from '@kubesem/core';
import { countOf } from '../lenient.js';
import { applyProbeDefaults } from './defaults.js';

/** The numbers of a probe, with their defaults. */
export interface ProbeNumbers {
  readonly initialDelaySeconds: number;
  readonly periodMs: number;
  readonly failureThreshold: number;
  readonly successThreshold: number;
}

/** Reads the numbers of a probe. A negative period, which the API server rejects, counts as the default. */
export function probeNumbers(probe: Probe): ProbeNumbers {
  const { initialDelaySeconds, periodSeconds, failureThreshold, successThreshold } =
    applyProbeDefaults(objectOf(probe));
  const period = countOf(periodSeconds);
  return {
    initialDelaySeconds: countOf(initialDelaySeconds),
    periodMs: (period > 0 ? period : 10) * 1000,
    failureThreshold: countOf(failureThreshold),
    successThreshold: countOf(successThreshold),
  };
}
