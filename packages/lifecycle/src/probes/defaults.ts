import { ABSENT, type Fields, fields, type Probe } from '@kubesem/core';

/**
 * Fills in the fields of a probe as the API server does. Zero and empty count as absent.
 *
 * @param probe - a probe; it is not changed
 * @returns a new probe
 *
 * @example
 * ```ts
 * import { applyProbeDefaults } from '@kubesem/lifecycle';
 *
 * applyProbeDefaults({ httpGet: { port: 8080 }, periodSeconds: 0 }) // => {
 * //   httpGet: { port: 8080, path: '/', scheme: 'HTTP' },
 * //   timeoutSeconds: 1,
 * //   periodSeconds: 10,
 * //   successThreshold: 1,
 * //   failureThreshold: 3,
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Probe` and `SetDefaults_HTTPGetAction`.
 */
export function applyProbeDefaults<T extends Probe>(probe: T): T;
/** The same for an object literal. */
export function applyProbeDefaults(probe: Probe): Probe;
/** The implementation. */
export function applyProbeDefaults(probe: Probe): Probe {
  const cursor = fields<Probe>(probe, ABSENT);
  const given = cursor.value;
  const httpGet = cursor.at('httpGet');
  const grpc = cursor.at('grpc');
  const { path, scheme } = httpGet.value;
  return {
    ...given,
    ...(httpGet.isPresent && {
      httpGet: { ...httpGet.value, path: path || '/', scheme: scheme || 'HTTP' },
    }),
    ...(grpc.isPresent && { grpc: { ...grpc.value, service: grpc.value.service ?? '' } }),
    timeoutSeconds: given.timeoutSeconds || 1,
    periodSeconds: given.periodSeconds || 10,
    successThreshold: given.successThreshold || 1,
    failureThreshold: given.failureThreshold || 3,
  };
}

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
