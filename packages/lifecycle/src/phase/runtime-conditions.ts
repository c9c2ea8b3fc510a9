import {
  type Container,
  type ContainerStatus,
  type PodCondition,
  type PodSpec,
  type PodStatus,
} from '@kubesem/core';
import { type Fields, hasEnded } from '@kubesem/core/internal';
import { matchingRule } from '../restart/container-restart.js';
import { type KnownContainers, knownContainers, type PodRuntime, sandboxState } from './runtime.js';

/** A condition that the kubelet computes, without times. */
export type ComputedCondition = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;

/** The conditions that the kubelet computes from the statuses of the containers. */
export interface PodConditions {
  /** Whether the init containers have succeeded and the sidecars have started. */
  readonly initialized: ComputedCondition;
  /** Whether the Pod is ready, so Services send traffic to it. */
  readonly ready: ComputedCondition;
  /** Whether all containers are ready. */
  readonly containersReady: ComputedCondition;
  /** Whether the sandbox and its network are ready; only with `runtime`. */
  readonly readyToStartContainers?: ComputedCondition | undefined;
  /** Whether all containers restart; only with `runtime`, and if a restart rule of the Pod can cause it. */
  readonly allContainersRestarting?: ComputedCondition | undefined;
}

/** The conditions that depend on what the container runtime knows. */
export function runtimeConditions(
  spec: Fields<PodSpec>,
  status: Fields<PodStatus>,
  runtime: PodRuntime,
): Pick<PodConditions, 'readyToStartContainers' | 'allContainersRestarting'> {
  const { changed, reason: message } = sandboxState(spec, runtime);
  const type = 'PodReadyToStartContainers';
  const readyToStartContainers: ComputedCondition = changed
    ? { type, status: 'False', reason: 'PodSandboxNotReady', message }
    : { type, status: 'True' };
  return canRestartAll(spec)
    ? {
        readyToStartContainers,
        allContainersRestarting: restartingCondition(spec, status, knownContainers(runtime)),
      }
    : { readyToStartContainers };
}

function containersOf(spec: Fields<PodSpec>): Fields<Container>[] {
  return [...spec.objects('initContainers'), ...spec.objects('containers')];
}

/** Only then the kubelet reports the condition. */
export function canRestartAll(spec: Fields<PodSpec>): boolean {
  return containersOf(spec).some((container) =>
    container
      .objects('restartPolicyRules')
      .some((rule) => rule.text('action') === 'RestartAllContainers'),
  );
}

function restartingCondition(
  spec: Fields<PodSpec>,
  status: Fields<PodStatus>,
  known: KnownContainers,
): ComputedCondition {
  const type = 'AllContainersRestarting';
  if (hasEnded(status)) {
    const reason = status.text('phase') === 'Failed' ? 'PodFailed' : 'PodCompleted';
    return { type, status: 'False', reason };
  }
  const isThere = containersOf(spec).some((each) => known.byName.has(each.text('name')));
  return isThere && shouldRestartAll(spec, status, known)
    ? {
        type,
        status: 'True',
        reason: 'RestartAllContainersStarted',
        message: 'container exited with restart policy rule',
      }
    : { type, status: 'False' };
}

/**
 * Whether the end of a container makes all containers restart: until the runtime has removed all of them. Without a runtime,
 * the status alone decides.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `ShouldAllContainersRestart`.
 */
export function shouldRestartAll(
  spec: Fields<PodSpec>,
  status: Fields<PodStatus>,
  known?: KnownContainers,
): boolean {
  const isRestarting = status
    .objects('conditions')
    .some(
      (each) => each.text('type') === 'AllContainersRestarting' && each.text('status') === 'True',
    );
  const reported = new Map<string, Fields<ContainerStatus>>();
  for (const list of ['initContainerStatuses', 'containerStatuses'] as const) {
    status.each(list, (container) => reported.set(container.text('name'), container));
  }
  const triggers = (
    container: Fields<Container>,
    ended: Fields<{ readonly exitCode?: number | null | undefined }> | undefined,
  ): boolean =>
    ended?.isPresent === true &&
    matchingRule(container, ended.integer('exitCode') ?? 0)?.action === 'RestartAllContainers';
  return (
    isRestarting ||
    containersOf(spec).some((container) => {
      const name = container.text('name');
      const found = known?.byName.get(name);
      const mayTrigger = known === undefined || found?.text('state') === 'exited';
      const terminated = reported.get(name)?.at('state').at('terminated');
      return mayTrigger && (triggers(container, found) || triggers(container, terminated));
    })
  );
}
