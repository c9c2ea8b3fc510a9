import {
  type Container,
  type FieldPath,
  type PodLike,
  type PodSpec,
  type Probe,
  type Problem,
} from '@kubesem/core';
import {
  ABSENT,
  everyContainer,
  type Fields,
  INT64_RANGE,
  podFields,
  problemOf,
} from '@kubesem/core/internal';
import type { LIFECYCLE_CODES } from './codes.js';
import { probeNumbers } from './probes/defaults.js';
import { probeVerdictAtMs } from './probes/times.js';
import { DEFAULT_GRACE_SECONDS } from './termination/grace-period.js';

/** Codes of the warnings about probes, hooks and grace periods that the API server accepts. */
export type PodLifecycleWarningCode = keyof typeof LIFECYCLE_CODES;

/** A probe or hook that is probably a mistake, although the API server accepts it. */
export type PodLifecycleWarning = Problem<PodLifecycleWarningCode>;

/**
 * Finds probes, hooks and grace periods of a Pod that are probably a mistake.
 *
 * Fields of the wrong type count as absent. Kubernetes has no such rules; the times are those of the kubelet.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the warnings; empty if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podLifecycleWarnings } from '@kubesem/lifecycle';
 *
 * const app = { name: 'app', livenessProbe: { periodSeconds: 5, timeoutSeconds: 10 } };
 * const [warning] = podLifecycleWarnings({ spec: { containers: [app] } });
 * warning?.code // => 'PROBE_TIMEOUT_ABOVE_PERIOD'
 * warning?.path // => 'spec.containers[0].livenessProbe.timeoutSeconds'
 * ```
 */
export function podLifecycleWarnings(podLike: PodLike): readonly PodLifecycleWarning[] {
  const { spec } = podFields(podLike, ABSENT);
  return everyContainer(spec, (container) => [
    ...hookWarnings(spec, container),
    ...orderWarnings(container),
    ...timeoutWarnings(container),
  ]).flat();
}

/** A longer sleep is invalid. */
function hookWarnings(spec: Fields<PodSpec>, container: Fields<Container>): PodLifecycleWarning[] {
  const sleep = container.at('lifecycle').at('preStop').at('sleep');
  const seconds = sleep.integer('seconds', INT64_RANGE);
  const grace = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? DEFAULT_GRACE_SECONDS;
  if (seconds === undefined || seconds !== grace || seconds === 0) {
    return [];
  }
  const message = `sleeps for the whole grace period of ${grace}s, so the container is killed 2s after its stop signal; raise terminationGracePeriodSeconds`;
  return [warning('HOOK_FILLS_GRACE_PERIOD', sleep.pathOf('seconds'), seconds, message)];
}

function orderWarnings(container: Fields<Container>): PodLifecycleWarning[] {
  const liveness = container.at('livenessProbe');
  const readiness = container.at('readinessProbe');
  if (!liveness.isPresent || !readiness.isPresent || container.has('startupProbe')) {
    return [];
  }
  const [live, ready] = [failureSeconds(liveness), failureSeconds(readiness)];
  if (live >= ready) {
    return [];
  }
  const message = `restarts a container that does not answer ${live}s after its start, before its readiness probe gives up at ${ready}s; add a startupProbe for slow starts`;
  const path = container.pathOf('livenessProbe');
  return [warning('LIVENESS_BEFORE_READINESS', path, undefined, message)];
}

/** When a probe that never succeeds fails, counted from the start of its container. */
function failureSeconds(probe: Fields<Probe>): number {
  return probeVerdictAtMs(probe.value, 'Failure', { containerStartedAtMs: 0 }) / 1000;
}

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;

function timeoutWarnings(container: Fields<Container>): PodLifecycleWarning[] {
  return PROBES.flatMap((field) => {
    const probe = container.at(field);
    const timeout = probe.integer('timeoutSeconds', INT64_RANGE) || 1;
    const period = probeNumbers(probe).periodMs / 1000;
    if (timeout <= period) {
      return [];
    }
    const message = `longer than the period of ${period}s; the kubelet probes again only after an answer or the timeout`;
    const path = probe.pathOf('timeoutSeconds');
    return [warning('PROBE_TIMEOUT_ABOVE_PERIOD', path, timeout, message)];
  });
}

function warning(
  code: PodLifecycleWarningCode,
  path: FieldPath,
  seconds: number | undefined,
  message: string,
): PodLifecycleWarning {
  const value = seconds === undefined ? undefined : String(seconds);
  return problemOf({ code, severity: 'warning', path, value, message });
}
