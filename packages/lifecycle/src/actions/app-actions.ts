import { appendAll, type Container, objectsOf, textOf } from '@kubesem/core';
import { countOf } from '../lenient.js';
import { matchingRule, restartBySpec } from '../restart/container-restart.js';
import {
  type ActionContext,
  type ContainerReset,
  isChanged,
  outcomeOf,
  type Plan,
  type PodActionRule,
  restartsAfterKill,
} from './plan.js';
import type { RuntimeContainer } from './runtime.js';

/**
 * Decides whether a container that does not run has to start.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `ShouldContainerBeRestarted`.
 */
export function shouldRestart(context: ActionContext, container: Partial<Container>): boolean {
  return ['NOT_CREATED', 'STATE_UNKNOWN', 'CREATED', 'RESTARTS'].includes(
    restartRule(context, container),
  );
}

function restartRule(
  { spec, isDeleted, known }: ActionContext,
  container: Partial<Container>,
): PodActionRule {
  if (isDeleted) {
    return 'DELETED';
  }
  const found = known.byName.get(textOf(container.name));
  switch (found?.state) {
    case undefined:
      return found === undefined ? 'NOT_CREATED' : 'STATE_UNKNOWN';
    case 'running':
      return 'RUNNING';
    case 'exited':
      return restartBySpec(spec, container, countOf(found?.exitCode)).restarts
        ? 'RESTARTS'
        : 'ENDED';
    case 'created':
      return 'CREATED';
    default:
      return 'STATE_UNKNOWN';
  }
}

/** Decides about the app containers. If none is kept or starts, the Pod ends with its sidecars. */
export function planAppContainers(context: ActionContext, plan: Plan): void {
  let kept = 0;
  for (const container of objectsOf<Container>(context.spec.containers)) {
    const found = context.known.byName.get(textOf(container.name));
    if (found?.state === 'running') {
      kept += planRunning(context, plan, container, found) ? 1 : 0;
      continue;
    }
    plan.note(container, restartRule(context, container));
    if (shouldRestart(context, container)) {
      plan.start.push(textOf(container.name));
      if (found?.state === 'unknown') {
        const message = 'Container is in "unknown" state, try killing it before restart';
        plan.kill(found, container, message, 'Unknown');
      }
    }
  }
  if (kept === 0 && plan.start.length === 0) {
    plan.killPod = true;
    plan.startInit = [];
  }
}

/** Returns whether the container is kept. A changed one restarts whatever its policy is. */
function planRunning(
  { spec, options }: ActionContext,
  plan: Plan,
  container: Partial<Container>,
  found: Partial<RuntimeContainer>,
): boolean {
  const name = textOf(container.name);
  const kill = (
    what: string,
    rule: PodActionRule,
    reason: 'LivenessProbe' | 'StartupProbe' | '',
    restarts: boolean,
  ): boolean => {
    plan.note(container, rule);
    plan.kill(
      found,
      container,
      `Container ${name} ${what}${restarts ? ', will be restarted' : ''}`,
      reason,
    );
    if (restarts) {
      plan.start.push(name);
    }
    return false;
  };
  if (isChanged(container, found)) {
    return kill('definition changed', 'CHANGED', '', true);
  }
  const restarts = restartsAfterKill(spec, container);
  if (outcomeOf(options.liveness, found) === 'Failure') {
    return kill('failed liveness probe', 'LIVENESS', 'LivenessProbe', restarts);
  }
  if (outcomeOf(options.startup, found) === 'Failure') {
    return kill('failed startup probe', 'STARTUP', 'StartupProbe', restarts);
  }
  plan.note(container, 'RUNNING');
  return true;
}

/**
 * Removes all containers, also dead ones: first the app containers, then the init containers, and last those whose end has
 * triggered it.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `getContainersToReset`.
 */
export function planReset({ spec, known }: ActionContext, plan: Plan): void {
  const byName = new Map<string, Partial<RuntimeContainer>[]>();
  for (const found of known.all) {
    const name = textOf(found.name);
    const others = byName.get(name) ?? [];
    others.push(found);
    byName.set(name, others);
  }
  const sources: ContainerReset[] = [];
  for (const list of [spec.containers, spec.initContainers]) {
    for (const container of objectsOf<Container>(list)) {
      const name = textOf(container.name);
      for (const { id, state, exitCode } of byName.get(name) ?? []) {
        const hasEnded = state === 'exited';
        const rule = hasEnded ? matchingRule(container, countOf(exitCode)) : undefined;
        const isSource = rule?.action === 'RestartAllContainers';
        plan.note(container, isSource ? 'TRIGGER' : 'RESET');
        (isSource ? sources : plan.reset).push({
          id: textOf(id),
          container: name,
          kill: !hasEnded,
        });
      }
    }
  }
  appendAll(plan.reset, sources);
}
