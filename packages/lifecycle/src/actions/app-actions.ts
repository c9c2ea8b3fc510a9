import { type Container } from '@kubesem/core';
import { appendAll, type Fields } from '@kubesem/core/internal';
import type { RuntimeContainer } from '../phase/runtime.js';
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

/**
 * Decides whether a container that does not run has to start.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `ShouldContainerBeRestarted`.
 */
export function shouldRestart(context: ActionContext, container: Fields<Container>): boolean {
  return ['NOT_CREATED', 'STATE_UNKNOWN', 'CREATED', 'RESTARTS'].includes(
    restartRule(context, container),
  );
}

function restartRule(
  { spec, isDeleted, known }: ActionContext,
  container: Fields<Container>,
): PodActionRule {
  if (isDeleted) {
    return 'DELETED';
  }
  const found = known.byName.get(container.text('name'));
  switch (found?.text('state')) {
    case undefined:
      return 'NOT_CREATED';
    case 'running':
      return 'RUNNING';
    case 'exited':
      return restartBySpec(spec, container, found?.integer('exitCode') ?? 0).restarts
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
  for (const container of context.spec.objects('containers')) {
    const found = context.known.byName.get(container.text('name'));
    if (found?.text('state') === 'running') {
      kept += planRunning(context, plan, container, found) ? 1 : 0;
      continue;
    }
    plan.note(container, restartRule(context, container));
    if (shouldRestart(context, container)) {
      plan.start.push(container.text('name'));
      if (found?.text('state') === 'unknown') {
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
  container: Fields<Container>,
  found: Fields<RuntimeContainer>,
): boolean {
  const name = container.text('name');
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
  const byName = new Map<string, Fields<RuntimeContainer>[]>();
  for (const found of known.all) {
    const name = found.text('name');
    const others = byName.get(name) ?? [];
    others.push(found);
    byName.set(name, others);
  }
  const sources: ContainerReset[] = [];
  for (const list of ['containers', 'initContainers'] as const) {
    for (const container of spec.objects(list)) {
      const name = container.text('name');
      for (const found of byName.get(name) ?? []) {
        const hasEnded = found.text('state') === 'exited';
        const exitCode = found.integer('exitCode') ?? 0;
        const rule = hasEnded ? matchingRule(container, exitCode) : undefined;
        const isSource = rule?.action === 'RestartAllContainers';
        plan.note(container, isSource ? 'TRIGGER' : 'RESET');
        (isSource ? sources : plan.reset).push({
          id: found.text('id'),
          container: name,
          kill: !hasEnded,
        });
      }
    }
  }
  appendAll(plan.reset, sources);
}
