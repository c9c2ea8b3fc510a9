import {
  type Container,
  type ContainerRestartRule,
  type ContainerStatus,
  objectOf,
  objectsOf,
  type PodSpec,
  type PodStatus,
  textOf,
} from '@kubesem/core';
import {
  type KnownContainers,
  knownContainers,
  type PodRuntime,
  sandboxState,
} from '../actions/runtime.js';
import { countOf } from '../lenient.js';
import { matchingRule } from '../restart/container-restart.js';
import type { ComputedCondition, PodConditions } from './computed-condition.js';

/** The conditions that depend on what the container runtime knows. */
export function runtimeConditions(
  spec: Partial<PodSpec>,
  status: Partial<PodStatus>,
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

function containersOf({ initContainers, containers }: Partial<PodSpec>): Partial<Container>[] {
  return [...objectsOf<Container>(initContainers), ...objectsOf<Container>(containers)];
}

/** Only then the kubelet reports the condition. */
export function canRestartAll(spec: Partial<PodSpec>): boolean {
  return containersOf(spec).some(({ restartPolicyRules }) =>
    objectsOf<ContainerRestartRule>(restartPolicyRules).some(
      ({ action }) => action === 'RestartAllContainers',
    ),
  );
}

function restartingCondition(
  spec: Partial<PodSpec>,
  status: Partial<PodStatus>,
  known: KnownContainers,
): ComputedCondition {
  const type = 'AllContainersRestarting';
  if (status.phase === 'Succeeded' || status.phase === 'Failed') {
    const reason = status.phase === 'Failed' ? 'PodFailed' : 'PodCompleted';
    return { type, status: 'False', reason };
  }
  const isThere = containersOf(spec).some(({ name }) => known.byName.has(textOf(name)));
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
  spec: Partial<PodSpec>,
  status: Partial<PodStatus>,
  known?: KnownContainers,
): boolean {
  const isRestarting = objectsOf(status.conditions).some(
    (condition) => condition.type === 'AllContainersRestarting' && condition.status === 'True',
  );
  const reported = new Map<string, Partial<ContainerStatus>>();
  for (const list of [status.initContainerStatuses, status.containerStatuses]) {
    for (const container of objectsOf<ContainerStatus>(list)) {
      reported.set(textOf(container.name), container);
    }
  }
  const triggers = (container: Partial<Container>, exitCode: unknown): boolean =>
    matchingRule(container, countOf(exitCode))?.action === 'RestartAllContainers';
  return (
    isRestarting ||
    containersOf(spec).some((container) => {
      const name = textOf(container.name);
      const found = known?.byName.get(name);
      const { terminated } = objectOf(reported.get(name)?.state);
      return (
        (known === undefined || found?.state === 'exited') &&
        ((!!found && triggers(container, found.exitCode)) ||
          (!!terminated && triggers(container, objectOf(terminated).exitCode)))
      );
    })
  );
}
