import type { Probe } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

/**
 * What the API server fills in where a number of a probe is absent or zero.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Probe`.
 */
export const PROBE_DEFAULTS = {
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
} as const;

/** The numbers of a probe, with their defaults. */
export interface ProbeNumbers {
  readonly initialDelaySeconds: number;
  readonly periodMs: number;
  readonly failureThreshold: number;
  readonly successThreshold: number;
}

/** Reads the numbers of a probe. A negative period, which the API server rejects, counts as the default. */
export function probeNumbers(probe: Fields<Probe>): ProbeNumbers {
  const { periodSeconds, failureThreshold, successThreshold } = PROBE_DEFAULTS;
  const period = probe.integer('periodSeconds') ?? 0;
  return {
    initialDelaySeconds: probe.integer('initialDelaySeconds') ?? 0,
    periodMs: (period > 0 ? period : periodSeconds) * 1000,
    failureThreshold: probe.integer('failureThreshold') || failureThreshold,
    successThreshold: probe.integer('successThreshold') || successThreshold,
  };
}
