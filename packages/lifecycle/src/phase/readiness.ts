import { type ContainerStatus, type PodLike, type PodSpec, type PodStatus } from '@kubesem/core';
import { ABSENT, type Fields, podFields } from '@kubesem/core/internal';
import { containersThatCount, podConditions } from './conditions.js';
import { closedGates, statusesByName } from './statuses.js';

/**
 * What keeps a Pod from being ready:
 *
 * - `PHASE`: it has succeeded or failed
 * - `NO_STATUS`: the kubelet has not reported a container, or any container
 * - `WAITING`, `TERMINATED`: a container does not run
 * - `STARTUP`: its startup probe or its `postStart` hook has not succeeded
 * - `READINESS`: its readiness probe does not succeed
 * - `GATE`: the condition of a readiness gate is not true
 */
export type ReadinessBlockerCode =
  | 'PHASE'
  | 'NO_STATUS'
  | 'WAITING'
  | 'TERMINATED'
  | 'STARTUP'
  | 'READINESS'
  | 'GATE';

/** One reason why a Pod is not ready. */
export interface ReadinessBlocker {
  /** The kind of reason. */
  readonly code: ReadinessBlockerCode;
  /** Name of the container that is not ready. */
  readonly container?: string | undefined;
  /** Reason of its state, such as `ErrImagePull`, for `WAITING` and `TERMINATED`. */
  readonly reason?: string | undefined;
  /** Message of its state, for `WAITING`. */
  readonly message?: string | undefined;
  /** Its exit code, for `TERMINATED`. */
  readonly exitCode?: number | undefined;
  /** Phase of the Pod, for `PHASE`. */
  readonly phase?: string | undefined;
  /** Type of the condition, for `GATE`. */
  readonly conditionType?: string | undefined;
  /** Status of the condition, for `GATE`; undefined if no controller has set it. */
  readonly status?: string | undefined;
}

/** Whether a Pod is ready, and why not. */
export interface PodReadiness {
  /** Whether the kubelet would set the condition `Ready` to `True`. */
  readonly ready: boolean;
  /** Everything that must change first; empty if it is ready. */
  readonly blockers: readonly ReadinessBlocker[];
}

/**
 * Finds out why a Pod is not ready. A field of the wrong type counts as absent.
 *
 * @param pod - the Pod with its status
 * @returns whether it is ready, and all reasons why it is not
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podReadiness } from '@kubesem/lifecycle';
 *
 * const containerStatuses = [
 *   { name: 'app', ready: false, started: true, state: { running: {} } },
 *   { name: 'log', state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "log"' } } },
 * ];
 * const spec = { containers: [{ name: 'app' }, { name: 'log' }] };
 * podReadiness({ spec, status: { containerStatuses } }).blockers // => [
 * //   { code: 'READINESS', container: 'app' },
 * //   { code: 'WAITING', container: 'log', reason: 'ImagePullBackOff', message: 'Back-off pulling image "log"' },
 * // ]
 * ```
 */
export function podReadiness(pod: PodLike): PodReadiness {
  const { ready, containersReady } = podConditions(pod);
  const { spec, status } = podFields(pod, ABSENT);
  if (ready.status === 'True') {
    return { ready: true, blockers: [] };
  }
  const hasEnded = ['PodFailed', 'PodCompleted'].includes(containersReady.reason ?? '');
  const blockers: readonly ReadinessBlocker[] = hasEnded
    ? [{ code: 'PHASE', phase: status.text('phase') }]
    : [...containerBlockers(spec, status), ...gateBlockers(spec, status)];
  return {
    ready: false,
    blockers: blockers.length > 0 ? blockers : [{ code: 'NO_STATUS', container: undefined }],
  };
}

function containerBlockers(spec: Fields<PodSpec>, status: Fields<PodStatus>): ReadinessBlocker[] {
  const statuses = statusesByName([
    ...status.objects('initContainerStatuses'),
    ...status.objects('containerStatuses'),
  ]);
  return containersThatCount(spec).flatMap((container) => {
    const name = container.text('name');
    const found = statuses.get(name);
    return found?.flag('ready') ? [] : [containerBlocker(name, found)];
  });
}

function containerBlocker(
  container: string,
  status: Fields<ContainerStatus> | undefined,
): ReadinessBlocker {
  if (status === undefined) {
    return { code: 'NO_STATUS', container };
  }
  const state = status.at('state');
  if (state.at('running').isPresent) {
    return { code: status.flag('started') ? 'READINESS' : 'STARTUP', container };
  }
  const terminated = state.at('terminated');
  if (terminated.isPresent) {
    const exitCode = terminated.integer('exitCode') ?? 0;
    return { code: 'TERMINATED', container, reason: terminated.text('reason'), exitCode };
  }
  const waiting = state.at('waiting');
  return {
    code: 'WAITING',
    container,
    reason: waiting.text('reason'),
    message: waiting.text('message'),
  };
}

function gateBlockers(spec: Fields<PodSpec>, status: Fields<PodStatus>): ReadinessBlocker[] {
  return closedGates(spec, status).map((gate) => ({ code: 'GATE', ...gate }));
}
