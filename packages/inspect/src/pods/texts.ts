import type { PodPhaseRule, PodStatusRule, ReadinessBlocker } from '@kubesem/lifecycle';

/** What sets the status of a Pod, in a few words. */
export const POD_STATUS_TEXTS: { readonly [rule in PodStatusRule]: string } = {
  PHASE: 'its phase',
  REASON: 'the reason in its status',
  SCHEDULING_GATED: 'a scheduling gate keeps it from being scheduled',
  INIT_TERMINATED: 'an init container ended, and the next one has not started',
  INIT_WAITING: 'an init container waits',
  INIT_PENDING: 'its init containers have not all succeeded',
  CONTAINER_WAITING: 'a container waits',
  CONTAINER_TERMINATED: 'a container ended',
  STILL_RUNNING: 'a container ended, but another one runs',
  ANOTHER_FAILED: 'a container ended, and another one failed',
  NOT_READY: 'a container ended, another one runs, and the Pod is not ready',
  NODE_LOST: 'its node is lost while it is being deleted',
  DELETED: 'it is being deleted',
};

/** What decides the phase of a Pod, in a few words. */
export const POD_PHASE_TEXTS: { readonly [rule in PodPhaseRule]: string } = {
  INIT_FAILED: 'an init container failed and does not restart',
  INIT_PENDING: 'an init container has not succeeded',
  SIDECAR_PENDING: 'a sidecar has not started',
  CONTAINER_WAITING: 'a container has not run yet',
  CONTAINER_RUNNING: 'a container runs',
  CONTAINER_RESTARTS: 'a container that ended will restart',
  ALL_SUCCEEDED: 'all containers succeeded',
  ONE_FAILED: 'a container failed and does not restart',
  STATUS_UNKNOWN: 'the state of a container is not known',
};

/**
 * Describes what keeps a Pod from being ready.
 *
 * @param blocker - a result of {@link @kubesem/lifecycle!podReadiness | podReadiness}
 * @returns the reason, with the name of the container or of the readiness gate
 *
 * @example
 * ```ts
 * import { readinessBlockerText } from '@kubesem/inspect';
 *
 * readinessBlockerText({ code: 'WAITING', container: 'app', reason: 'ErrImagePull' }) // => 'container app waits (ErrImagePull)'
 * readinessBlockerText({ code: 'GATE', conditionType: 'example.com/traffic' }) // => 'the readiness gate example.com/traffic is not true'
 * ```
 */
export function readinessBlockerText(blocker: ReadinessBlocker): string {
  const { code, container = '', reason = '', exitCode, conditionType, phase } = blocker;
  const because = reason === '' ? '' : ` (${reason})`;
  switch (code) {
    case 'PHASE':
      return `the Pod has ended (${phase})`;
    case 'NO_STATUS':
      return `the kubelet has not reported ${container === '' ? 'any container' : `container ${container}`}`;
    case 'WAITING':
      return `container ${container} waits${because}`;
    case 'TERMINATED':
      return `container ${container} has ended with exit code ${exitCode}`;
    case 'STARTUP':
      return `container ${container} has not started`;
    case 'READINESS':
      return `the readiness probe of container ${container} does not succeed`;
    case 'GATE':
      return `the readiness gate ${conditionType} is not true`;
  }
}

const BROKEN = /Err|BackOff|Fail|Kill|Invalid|Unknown|Signal:|ExitCode:|Evicted|Lost|CannotRun/;

/**
 * Returns whether the status of a Pod means that something is wrong, so a user interface can show it in red.
 *
 * @param status - the status as `kubectl get pods` prints it
 * @returns whether it is that of a failure, such as `CrashLoopBackOff` or `ErrImagePull`
 *
 * @example
 * ```ts
 * import { isFailureStatus } from '@kubesem/inspect';
 *
 * isFailureStatus('Init:CrashLoopBackOff') // => true
 * isFailureStatus('ContainerCreating') // => false
 * ```
 */
export function isFailureStatus(status: string): boolean {
  return BROKEN.test(status);
}
