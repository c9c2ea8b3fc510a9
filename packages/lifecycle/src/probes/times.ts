import { type Probe } from '@kubesem/core';
import { ABSENT, fields, readOption, TIME_OPTION } from '@kubesem/core/internal';
import { probeNumbers } from './defaults.js';

/** Times of {@link firstProbeAtMs} and {@link probeVerdictAtMs}, in milliseconds since 1970. */
export interface ProbeTimes {
  /** When the container started. */
  readonly containerStartedAtMs: number;
  /**
   * When the kubelet first synced the Pod: it counts the periods from this time. By default, when the container started.
   * The two times differ if init containers run or an image is pulled first.
   */
  readonly workerStartedAtMs?: number | undefined;
}

/**
 * Computes when a container is probed for the first time.
 *
 * The kubelet checks a container once per period, counted from the start of the Pod. It skips the probe during the initial
 * delay, which counts in whole seconds from the start of the container. So the first probe runs up to one period after the
 * delay. While a container is not ready, the kubelet also runs its readiness probe whenever it computes its status, and
 * restarts the period; the result does not include this. Liveness and readiness probes wait for the startup probe.
 *
 * @param probe - the probe; defaults are filled in
 * @param times - when the container and its Pod started
 * @returns the time, in milliseconds since 1970
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a time is not a number of milliseconds
 *
 * @example
 * ```ts
 * import { firstProbeAtMs } from '@kubesem/lifecycle';
 *
 * firstProbeAtMs({ initialDelaySeconds: 3, periodSeconds: 10 }, { containerStartedAtMs: 0 }) // => 10_000
 * firstProbeAtMs({}, { workerStartedAtMs: 0, containerStartedAtMs: 4000 }) // => 10_000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/prober` v1.37.1, `worker.doProbe`.
 */
export function firstProbeAtMs(
  probe: Probe,
  { containerStartedAtMs, workerStartedAtMs = containerStartedAtMs }: ProbeTimes,
): number {
  readOption('containerStartedAtMs', containerStartedAtMs, TIME_OPTION);
  readOption('workerStartedAtMs', workerStartedAtMs, TIME_OPTION);
  const { initialDelaySeconds, periodMs } = probeNumbers(fields<Probe>(probe, ABSENT));
  // The status has whole seconds.
  const delayEndMs = (Math.floor(containerStartedAtMs / 1000) + initialDelaySeconds) * 1000;
  const earliestMs = Math.max(containerStartedAtMs, delayEndMs);
  const periods = Math.max(0, Math.ceil((earliestMs - workerStartedAtMs) / periodMs));
  return workerStartedAtMs + periods * periodMs;
}

/**
 * Computes when the kubelet acts if a probe always returns the same result: when it restarts a container because its liveness
 * or startup probe fails, or when the container becomes ready or started.
 *
 * Probes are assumed to return immediately. A probe that times out returns later by its timeout.
 *
 * @param probe - the probe; defaults are filled in
 * @param answer - the result of every probe
 * @param times - when the container and its Pod started
 * @returns the time, in milliseconds since 1970
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a time is not a number of milliseconds
 *
 * @example
 * ```ts
 * import { probeVerdictAtMs } from '@kubesem/lifecycle';
 *
 * const startupProbe = { periodSeconds: 10, failureThreshold: 30 };
 * probeVerdictAtMs(startupProbe, 'Failure', { containerStartedAtMs: 0 }) // => 290_000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/prober` v1.37.1, `worker.doProbe`.
 */
export function probeVerdictAtMs(
  probe: Probe,
  answer: 'Success' | 'Failure',
  times: ProbeTimes,
): number {
  const { periodMs, failureThreshold, successThreshold } = probeNumbers(
    fields<Probe>(probe, ABSENT),
  );
  const threshold = answer === 'Failure' ? failureThreshold : successThreshold;
  return firstProbeAtMs(probe, times) + (Math.max(1, threshold) - 1) * periodMs;
}
