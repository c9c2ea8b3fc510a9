import {
  type Container,
  childPath,
  type FieldPath,
  type FieldProblem,
  fieldProblem,
  ignoreProblem,
  objectOf,
  type Pod,
  type PodLike,
  type Probe,
  podContainers,
  toPod,
} from '@kubesem/core';
import { secondsOf } from '../lenient.js';
import { probeNumbers } from '../probes/numbers.js';
import { verdictAt } from '../probes/times.js';
import { DEFAULT_GRACE_SECONDS } from '../termination/grace-period.js';

/**
 * Codes of the warnings about probes, hooks and grace periods that the API server accepts:
 *
 * - `HOOK_FILLS_GRACE_PERIOD`: a `preStop` hook sleeps for the whole grace period, so the container is killed 2 seconds after
 *   its stop signal
 * - `LIVENESS_BEFORE_READINESS`: the liveness probe of a container without a startup probe gives up before its readiness
 *   probe, so a slow start restarts the container
 * - `PROBE_TIMEOUT_ABOVE_PERIOD`: a probe waits longer for an answer than its period
 */
export type PodLifecycleWarningCode =
  | 'HOOK_FILLS_GRACE_PERIOD'
  | 'LIVENESS_BEFORE_READINESS'
  | 'PROBE_TIMEOUT_ABOVE_PERIOD';

/** A probe or hook that is probably a mistake, although the API server accepts it. */
export type PodLifecycleWarning = FieldProblem<PodLifecycleWarningCode>;

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
  const pod = toPod(podLike);
  return podContainers(podLike, ignoreProblem).flatMap(({ container, path }) => [
    ...hookWarnings(pod, container, path),
    ...orderWarnings(container, path),
    ...timeoutWarnings(container, path),
  ]);
}

/** A longer sleep is invalid. */
function hookWarnings(pod: Pod, container: Container, path: FieldPath): PodLifecycleWarning[] {
  if (!container.lifecycle) {
    return [];
  }
  const grace =
    secondsOf(objectOf(pod.spec).terminationGracePeriodSeconds) ?? DEFAULT_GRACE_SECONDS;
  const preStop = objectOf(objectOf(container.lifecycle).preStop);
  const seconds = secondsOf(objectOf(preStop.sleep).seconds);
  if (seconds === undefined || seconds !== grace || seconds === 0) {
    return [];
  }
  const fields = ['lifecycle', 'preStop', 'sleep', 'seconds'];
  const message = `sleeps for the whole grace period of ${grace}s, so the container is killed 2s after its stop signal; raise terminationGracePeriodSeconds`;
  return [warning('HOOK_FILLS_GRACE_PERIOD', fields.reduce(childPath, path), seconds, message)];
}

function orderWarnings(container: Container, path: FieldPath): PodLifecycleWarning[] {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  if (!livenessProbe || !readinessProbe || startupProbe) {
    return [];
  }
  const [live, ready] = [livenessProbe, readinessProbe].map(failureSeconds) as [number, number];
  if (live >= ready) {
    return [];
  }
  const message = `restarts a container that does not answer ${live}s after its start, before its readiness probe gives up at ${ready}s; add a startupProbe for slow starts`;
  const probe = childPath(path, 'livenessProbe');
  return [warning('LIVENESS_BEFORE_READINESS', probe, undefined, message)];
}

/** When a probe that never succeeds fails, counted from the start of its container. */
function failureSeconds(probe: Probe): number {
  return verdictAt(objectOf(probe), 'Failure', { containerStartedAtMs: 0 }) / 1000;
}

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;

function timeoutWarnings(container: Container, path: FieldPath): PodLifecycleWarning[] {
  return PROBES.filter((field) => container[field]).flatMap((field) => {
    const probe = objectOf(container[field]);
    const timeout = secondsOf(probe.timeoutSeconds) || 1;
    const period = probeNumbers(probe).periodMs / 1000;
    if (timeout <= period) {
      return [];
    }
    const message = `longer than the period of ${period}s; the kubelet probes again only after an answer or the timeout`;
    const place = childPath(childPath(path, field), 'timeoutSeconds');
    return [warning('PROBE_TIMEOUT_ABOVE_PERIOD', place, timeout, message)];
  });
}

function warning(
  code: PodLifecycleWarningCode,
  path: FieldPath,
  seconds: number | undefined,
  message: string,
): PodLifecycleWarning {
  const value = seconds === undefined ? undefined : String(seconds);
  return fieldProblem({ type: 'FieldValueInvalid', code, path, value, message });
}
