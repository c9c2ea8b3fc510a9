import type { Fields, Probe } from '@kubesem/core';

/** The numbers of a probe, with their defaults. */
export interface ProbeNumbers {
  readonly initialDelaySeconds: number;
  readonly periodMs: number;
  readonly failureThreshold: number;
  readonly successThreshold: number;
}

/** Reads the numbers of a probe. A negative period, which the API server rejects, counts as the default. */
export function probeNumbers(probe: Fields<Probe>): ProbeNumbers {
  const period = probe.integer('periodSeconds') ?? 0;
  return {
    initialDelaySeconds: probe.integer('initialDelaySeconds') ?? 0,
    periodMs: (period > 0 ? period : 10) * 1000,
    failureThreshold: probe.integer('failureThreshold') || 3,
    successThreshold: probe.integer('successThreshold') || 1,
  };
}
