import type { Container } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import type { RuntimeContainer } from '../phase/runtime.js';
import { isSidecar } from '../phase/statuses.js';
import { shouldRestart } from './app-actions.js';
import {
  type ActionContext,
  isChanged,
  outcomeOf,
  type Plan,
  type PodActionRule,
  restartsAfterKill,
} from './plan.js';

/** What follows from one init container. */
type Progress =
  /** The Pod fails. */
  | 'FAILED'
  /** It is done, or its sidecar has started: the next one can start. */
  | 'DONE'
  /** The others wait for it. */
  | 'WAITING';

/**
 * Decides about the init containers, from the last to the first: the last one that the runtime knows is the point that the
 * Pod has reached. Of those before it only sidecars are kept running.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `computeInitContainerActions`.
 *
 * @returns whether app containers can start
 */
export function planInitContainers(context: ActionContext, plan: Plan): boolean {
  const { spec, known } = context;
  const containers = spec.objects('initContainers');
  if (containers.length === 0) {
    return true;
  }
  const apps = spec.objects('containers');
  let isInitialized = apps.some((app) => known.activeByName.has(app.text('name')));
  let isReached = isInitialized;
  for (let index = containers.length - 1; index >= 0; index--) {
    const container = containers[index] as Fields<Container>;
    const found = known.activeByName.get(container.text('name'));
    const staysRunning = isSidecar(container);
    if (found === undefined) {
      if (isReached && staysRunning) {
        start(plan, container, 'NOT_CREATED');
      }
      continue;
    }
    if (isReached && !staysRunning) {
      continue;
    }
    const progress = staysRunning
      ? planSidecar(context, plan, container, found, containers[isReached ? -1 : index + 1])
      : planInit(context, plan, container, found, containers[index + 1]);
    if (progress === 'FAILED') {
      plan.killPod = true;
      plan.startInit = [];
      return false;
    }
    isInitialized ||= progress === 'DONE' && index === containers.length - 1;
    isReached = true;
  }
  if (!isReached) {
    start(plan, containers[0] as Fields<Container>, 'NEXT');
  }
  plan.startInit.reverse();
  return isInitialized;
}

function start(plan: Plan, container: Fields<Container>, rule: PodActionRule): void {
  plan.note(container, rule);
  plan.startInit.push(container.text('name'));
}

/** Kills a container that may still run, and starts it again. */
function startUnknown(
  plan: Plan,
  container: Fields<Container>,
  found: Fields<RuntimeContainer>,
): void {
  const state = found.text('state');
  plan.kill(
    found,
    container,
    `Init container is in "${state}" state, try killing it before restart`,
    'Unknown',
  );
  start(plan, container, 'STATE_UNKNOWN');
}

function planInit(
  context: ActionContext,
  plan: Plan,
  container: Fields<Container>,
  found: Fields<RuntimeContainer>,
  next: Fields<Container> | undefined,
): Progress {
  switch (found.text('state')) {
    case 'created':
      start(plan, container, 'CREATED');
      return 'WAITING';
    case 'running':
      plan.note(container, 'RUNNING');
      return 'WAITING';
    case 'exited':
      return planEnded(context, plan, container, found, next);
    default:
      if (!restartsAfterKill(context.spec, container)) {
        plan.note(container, 'INIT_FAILED');
        return 'FAILED';
      }
      startUnknown(plan, container, found);
      return 'WAITING';
  }
}

/** An init container that ran out of memory has failed, even if it ended with 0. */
function planEnded(
  context: ActionContext,
  plan: Plan,
  container: Fields<Container>,
  found: Fields<RuntimeContainer>,
  next: Fields<Container> | undefined,
): Progress {
  if (found.text('reason') !== 'OOMKilled' && !found.integer('exitCode')) {
    plan.note(container, 'INITIALIZED');
    if (next !== undefined) {
      start(plan, next, 'NEXT');
    }
    return 'DONE';
  }
  if (!shouldRestart(context, container)) {
    plan.note(container, 'INIT_FAILED');
    return 'FAILED';
  }
  start(plan, container, 'RESTARTS');
  return 'WAITING';
}

/** The next init container starts when the startup probe of a sidecar has succeeded; its readiness does not matter. */
function planSidecar(
  context: ActionContext,
  plan: Plan,
  container: Fields<Container>,
  found: Fields<RuntimeContainer>,
  next: Fields<Container> | undefined,
): Progress {
  const { options } = context;
  const state = found.text('state');
  if (state === 'created' || state === 'exited') {
    start(plan, container, state === 'created' ? 'CREATED' : 'RESTARTS');
    return 'WAITING';
  }
  if (state !== 'running') {
    startUnknown(plan, container, found);
    return 'WAITING';
  }
  const name = container.text('name');
  const restart = (
    what: string,
    rule: PodActionRule,
    reason: 'LivenessProbe' | 'StartupProbe' | '',
  ): void => {
    plan.kill(found, container, `Init container ${name} ${what}`, reason);
    start(plan, container, rule);
  };
  const startup = container.has('startupProbe') ? outcomeOf(options.startup, found) : 'Success';
  if (startup === 'Failure') {
    restart('failed startup probe', 'STARTUP', 'StartupProbe');
    return 'WAITING';
  }
  if (startup !== 'Success') {
    plan.note(container, 'STARTING');
    return 'WAITING';
  }
  if (next !== undefined) {
    start(plan, next, 'NEXT');
  }
  if (isChanged(container, found)) {
    restart('definition changed', 'CHANGED', '');
  } else if (container.has('livenessProbe') && outcomeOf(options.liveness, found) === 'Failure') {
    restart('failed liveness probe', 'LIVENESS', 'LivenessProbe');
  } else {
    plan.note(container, 'RUNNING');
  }
  return 'DONE';
}
