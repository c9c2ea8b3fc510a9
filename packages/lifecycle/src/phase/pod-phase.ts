import {
  type Container,
  type ContainerStateTerminated,
  type ContainerStatus,
  type PodLike,
  type PodSpec,
} from '@kubesem/core';
import { ABSENT, type Fields, isStatic, podFields } from '@kubesem/core/internal';
import { restartBySpec } from '../restart/container-restart.js';
import { hasRun, isSidecar, type Statuses, statusesByName } from './statuses.js';

/** What the kubelet knows in addition to the statuses of the containers. */
export interface PodPhaseOptions {
  /** Whether the kubelet has stopped the Pod, because it is deleted or evicted; false by default. */
  readonly isTerminal?: boolean | undefined;
  /** Whether an app container has run; by default, whether one is running or has terminated. */
  readonly hasInitialized?: boolean | undefined;
}

/** What decides the phase. */
export type PodPhaseRule =
  | 'INIT_FAILED'
  | 'INIT_PENDING'
  | 'SIDECAR_PENDING'
  | 'CONTAINER_WAITING'
  | 'CONTAINER_RUNNING'
  | 'CONTAINER_RESTARTS'
  | 'ALL_SUCCEEDED'
  | 'ONE_FAILED'
  | 'STATUS_UNKNOWN';

/** A phase, and what decides it. */
export interface PodPhase {
  /** The phase. */
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  /** The rule that decides it. */
  readonly rule: PodPhaseRule;
  /** The containers that the rule is about. */
  readonly containers: readonly string[];
}

/**
 * Computes the phase that the kubelet gives to a Pod from the statuses of its containers.
 *
 * A Pod with a crash-looping container is `Running`, because the container will restart. A Pod with an image that cannot be
 * pulled is `Pending`, even if other containers run. A field of the wrong type counts as absent.
 *
 * @param pod - the Pod with the statuses of its containers
 * @param options - what else the kubelet knows
 * @returns the phase, the rule that decides it, and the containers that it is about; `status.phase` is not read, although the kubelet
 *   never leaves `Succeeded` or `Failed`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podPhase } from '@kubesem/lifecycle';
 *
 * const spec = { containers: [{ name: 'app' }], restartPolicy: 'Never' };
 * const ended = (exitCode: number) => [{ name: 'app', state: { terminated: { exitCode } } }];
 * podPhase({ spec, status: { containerStatuses: ended(0) } }).phase // => 'Succeeded'
 * podPhase({ spec, status: { containerStatuses: ended(1) } }) // => { phase: 'Failed', rule: 'ONE_FAILED', containers: ['app'] }
 * podPhase({ spec: { ...spec, restartPolicy: 'Always' }, status: { containerStatuses: ended(1) } }).phase // => 'Running'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `getPhase`, with the default feature gates.
 */
export function podPhase(pod: PodLike, options: PodPhaseOptions = {}): PodPhase {
  const { pod: read, spec, status } = podFields(pod, ABSENT);
  const statuses = [
    ...status.objects('containerStatuses'),
    ...status.objects('initContainerStatuses'),
  ];
  const stages = stagesOf(spec, statusesByName(statuses));
  const named = (stage: Stage): string[] =>
    stages.filter((container) => container.stage === stage).map(({ name }) => name);
  const decide = (
    phase: PodPhase['phase'],
    rule: PodPhaseRule,
    containers: readonly string[],
  ): PodPhase => ({ phase, rule, containers });

  const initFailed = named('INIT_FAILED');
  if (initFailed.length > 0) {
    return decide('Failed', 'INIT_FAILED', initFailed);
  }
  const initPending = named('INIT_PENDING');
  if (initPending.length > 0) {
    return decide('Pending', 'INIT_PENDING', initPending);
  }
  const pendingSidecars = stages.filter(({ isStarted }) => !isStarted).map(({ name }) => name);
  const { hasInitialized = hasRun(spec, statuses) } = options;
  if (pendingSidecars.length > 0 && !hasInitialized) {
    return decide('Pending', 'SIDECAR_PENDING', pendingSidecars);
  }
  const waiting = named('WAITING');
  if (waiting.length > 0) {
    return decide('Pending', 'CONTAINER_WAITING', waiting);
  }
  const unknown = named('UNKNOWN');
  const running = named('RUNNING');
  const stopped = stages.filter(({ stage }) => stage.startsWith('STOPPED'));
  if (unknown.length > 0 || running.length + stopped.length === 0) {
    return decide('Pending', 'STATUS_UNKNOWN', unknown);
  }
  if (running.length > 0) {
    return decide('Running', 'CONTAINER_RUNNING', running);
  }
  const restarting = named('STOPPED_RESTARTS');
  const isTerminal = options.isTerminal === true && !isStatic(read);
  const unsuccessful = stopped.filter(({ hasSucceeded }) => !hasSucceeded);
  if (restarting.length > 0 && !isTerminal) {
    return decide('Running', 'CONTAINER_RESTARTS', restarting);
  }
  return unsuccessful.length === 0
    ? decide(
        'Succeeded',
        'ALL_SUCCEEDED',
        stopped.map(({ name }) => name),
      )
    : decide(
        'Failed',
        'ONE_FAILED',
        unsuccessful.map(({ name }) => name),
      );
}

type Stage =
  | 'INIT_THROUGH'
  | 'INIT_PENDING'
  | 'INIT_FAILED'
  | 'WAITING'
  | 'RUNNING'
  | 'STOPPED_RESTARTS'
  | 'STOPPED'
  /** A sidecar that does not count. */
  | 'ENDED_SIDECAR'
  | 'UNKNOWN';

/** The stage of a container. */
interface ContainerStage {
  readonly name: string;
  readonly stage: Stage;
  /** For a sidecar: whether it has started, or need not start. */
  readonly isStarted: boolean;
  /** For an app container: whether it has terminated with 0, and is not waiting to restart. */
  readonly hasSucceeded: boolean;
}

function stagesOf(spec: Fields<PodSpec>, statuses: Statuses): ContainerStage[] {
  const init = spec.each('initContainers', (container) => {
    const status = statuses.get(container.text('name'));
    return isSidecar(container)
      ? sidecarStage(container, status)
      : stageOf(container, initStage(spec, container, status));
  });
  const apps = spec.each('containers', (container) => {
    const status = statuses.get(container.text('name'));
    const state = status?.at('state');
    const ended = state?.at('running').isPresent ? undefined : state?.at('terminated');
    const hasSucceeded = ended?.isPresent === true && !ended.integer('exitCode');
    return { ...stageOf(container, appStage(spec, container, status)), hasSucceeded };
  });
  return [...init, ...apps];
}

function stageOf(container: Fields<Container>, stage: Stage): ContainerStage {
  return { name: container.text('name'), stage, isStarted: true, hasSucceeded: false };
}

function initStage(
  spec: Fields<PodSpec>,
  container: Fields<Container>,
  status: Fields<ContainerStatus> | undefined,
): Stage {
  const ended = lastEnd(status);
  if (ended === undefined) {
    return 'INIT_PENDING';
  }
  return !ended.integer('exitCode') || willRestart(spec, container, ended)
    ? 'INIT_THROUGH'
    : 'INIT_FAILED';
}

function appStage(
  spec: Fields<PodSpec>,
  container: Fields<Container>,
  status: Fields<ContainerStatus> | undefined,
): Stage {
  const state = status?.at('state');
  if (state?.at('running').isPresent) {
    return 'RUNNING';
  }
  const ended = lastEnd(status);
  if (ended === undefined) {
    return state?.at('waiting').isPresent ? 'WAITING' : 'UNKNOWN';
  }
  return willRestart(spec, container, ended) ? 'STOPPED_RESTARTS' : 'STOPPED';
}

/** A sidecar counts only while it runs, waits without having run, or is unknown. */
function sidecarStage(
  container: Fields<Container>,
  status: Fields<ContainerStatus> | undefined,
): ContainerStage {
  const state = status?.at('state');
  const at = (stage: Stage, isStarted: boolean): ContainerStage => ({
    ...stageOf(container, stage),
    isStarted,
  });
  if (state?.at('running').isPresent) {
    return at('RUNNING', status?.flag('started') === true);
  }
  if (lastEnd(status) !== undefined) {
    return at('ENDED_SIDECAR', true);
  }
  return state?.at('waiting').isPresent
    ? at('WAITING', false)
    : at('UNKNOWN', status === undefined);
}

/** The latest end of a container that is not running; undefined if it runs or has never run. */
function lastEnd(
  status: Fields<ContainerStatus> | undefined,
): Fields<ContainerStateTerminated> | undefined {
  const state = status?.at('state');
  if (status === undefined || state?.at('running').isPresent) {
    return undefined;
  }
  const ends = [
    state?.at('terminated'),
    state?.at('waiting').isPresent ? status.at('lastState').at('terminated') : undefined,
  ];
  return ends.find((end) => end?.isPresent);
}

function willRestart(
  spec: Fields<PodSpec>,
  container: Fields<Container>,
  ended: Fields<ContainerStateTerminated>,
): boolean {
  return (
    ended.text('reason') === 'RestartingAllContainers' ||
    restartBySpec(spec, container, ended.integer('exitCode') ?? 0).restarts
  );
}
