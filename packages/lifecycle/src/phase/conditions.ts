import { type Container, type PodLike, type PodSpec, type PodStatus } from '@kubesem/core';
import { ABSENT, type Fields, goQuote, podFields } from '@kubesem/core/internal';
import type { PodRuntime } from './runtime.js';
import {
  type ComputedCondition,
  type PodConditions,
  runtimeConditions,
} from './runtime-conditions.js';
import { closedGates, hasRun, isSidecar, type Statuses, statusesByName } from './statuses.js';

/** What the kubelet knows in addition to the stored Pod. */
export interface PodConditionsOptions {
  /** What the container runtime reports about the Pod. */
  readonly runtime?: PodRuntime | undefined;
}

/**
 * Computes the conditions `Initialized`, `Ready` and `ContainersReady` as the kubelet does, from the statuses of the
 * containers, the phase, and the conditions of other controllers. With `runtime`, it also computes the conditions that depend
 * on the container runtime: `PodReadyToStartContainers` and `AllContainersRestarting`. A field of the wrong type counts as
 * absent.
 *
 * @param pod - the Pod with its status
 * @param options - what the container runtime reports
 * @returns the conditions with the reasons and messages of the kubelet, without times
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podConditions } from '@kubesem/lifecycle';
 *
 * const containerStatuses = [{ name: 'app', ready: true }, { name: 'log', ready: false }];
 * const spec = { containers: [{ name: 'app' }, { name: 'log' }] };
 * podConditions({ spec, status: { phase: 'Running', containerStatuses } }).ready // => {
 * //   type: 'Ready',
 * //   status: 'False',
 * //   reason: 'ContainersNotReady',
 * //   message: 'containers with unready status: [log]',
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/status` v1.37.1, `GeneratePodInitializedCondition`, `GeneratePodReadyCondition`,
 * `GenerateContainersReadyCondition`, `GeneratePodReadyToStartContainersCondition` and
 * `GenerateAllContainersRestartingCondition`.
 */
export function podConditions(pod: PodLike, { runtime }: PodConditionsOptions = {}): PodConditions {
  const { spec, status } = podFields(pod, ABSENT);
  const list = [...status.objects('initContainerStatuses'), ...status.objects('containerStatuses')];
  const statuses = statusesByName(list);
  const containersReady = containersReadyCondition(spec, status, statuses);
  return {
    initialized: initializedCondition(spec, status, statuses, hasRun(spec, list)),
    ready:
      containersReady.status === 'True'
        ? gatesCondition(spec, status)
        : { ...containersReady, type: 'Ready' },
    containersReady,
    ...(runtime && runtimeConditions(spec, status, runtime)),
  };
}

function initializedCondition(
  spec: Fields<PodSpec>,
  status: Fields<PodStatus>,
  statuses: Statuses,
  hasStarted: boolean,
): ComputedCondition {
  const type = 'Initialized';
  const init = spec.objects('initContainers');
  if (statuses.size === 0 && init.length > 0) {
    return { type, status: 'False', reason: 'UnknownContainerStatuses' };
  }
  const unknown = init.filter((container) => !statuses.has(container.text('name')));
  const incomplete = init.filter((container) => {
    const found = statuses.get(container.text('name'));
    return found !== undefined && !found.flag(isSidecar(container) ? 'started' : 'ready');
  });
  if (status.text('phase') === 'Succeeded' && unknown.length === 0) {
    return { type, status: 'True', reason: 'PodCompleted' };
  }
  const wasInitialized = status
    .objects('conditions')
    .some((each) => each.text('type') === type && each.text('status') === 'True');
  const message = unreadyMessage(unknown, incomplete, 'incomplete');
  return hasStarted || wasInitialized || message === ''
    ? { type, status: 'True' }
    : { type, status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyCondition(
  spec: Fields<PodSpec>,
  status: Fields<PodStatus>,
  statuses: Statuses,
): ComputedCondition {
  const type = 'ContainersReady';
  if (statuses.size === 0) {
    return { type, status: 'False', reason: 'UnknownContainerStatuses' };
  }
  const containers = containersThatCount(spec);
  const unknown = containers.filter((container) => !statuses.has(container.text('name')));
  const phase = status.text('phase');
  if (phase === 'Failed' || (phase === 'Succeeded' && unknown.length === 0)) {
    return { type, status: 'False', reason: phase === 'Failed' ? 'PodFailed' : 'PodCompleted' };
  }
  const unready = containers.filter((container) => {
    const found = statuses.get(container.text('name'));
    return found !== undefined && !found.flag('ready');
  });
  const message = unreadyMessage(unknown, unready, 'unready');
  return message === ''
    ? { type, status: 'True' }
    : { type, status: 'False', reason: 'ContainersNotReady', message };
}

/** The containers that must be ready: sidecars and app containers. */
export function containersThatCount(spec: Fields<PodSpec>): readonly Fields<Container>[] {
  return [...spec.objects('initContainers').filter(isSidecar), ...spec.objects('containers')];
}

function gatesCondition(spec: Fields<PodSpec>, status: Fields<PodStatus>): ComputedCondition {
  const messages = closedGates(spec, status).map((gate) => {
    const quoted = goQuote(gate.conditionType);
    return gate.status === undefined
      ? `corresponding condition of pod readiness gate ${quoted} does not exist.`
      : `the status of pod readiness gate ${quoted} is not "True", but ${gate.status}`;
  });
  return messages.length === 0
    ? { type: 'Ready', status: 'True' }
    : {
        type: 'Ready',
        status: 'False',
        reason: 'ReadinessGatesNotReady',
        message: messages.join(', '),
      };
}

function unreadyMessage(
  unknown: readonly Fields<Container>[],
  unready: readonly Fields<Container>[],
  what: string,
): string {
  const names = (containers: readonly Fields<Container>[]): string =>
    `[${containers.map((container) => container.text('name')).join(' ')}]`;
  return [
    ...(unknown.length > 0 ? [`containers with unknown status: ${names(unknown)}`] : []),
    ...(unready.length > 0 ? [`containers with ${what} status: ${names(unready)}`] : []),
  ].join(', ');
}
