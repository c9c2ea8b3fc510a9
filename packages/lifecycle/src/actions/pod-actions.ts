import { type PodLike } from '@kubesem/core';
import { ABSENT, podFields } from '@kubesem/core/internal';
import {
  knownContainers,
  type PodRuntime,
  type SandboxState,
  sandboxState,
} from '../phase/runtime.js';
import { planAppContainers, planReset } from './app-actions.js';
import { planInitContainers } from './init-actions.js';
import {
  type ActionContext,
  Plan,
  type PodActions,
  type PodActionsOptions,
  restartPolicyOf,
} from './plan.js';

/**
 * Decides what the kubelet does next for a Pod: which containers it starts, kills and restarts, and in what order.
 *
 * The result does not include the delays of {@link CrashLoopBackOff}: a container that has crashed is in the list of starts,
 * and the kubelet then delays the start. Changed resources are ignored. A field of the wrong type counts as absent.
 *
 * @param pod - the Pod
 * @param runtime - what the container runtime reports about it
 * @param options - probe results, and whether all containers restart
 * @returns the actions, and the rule for each container that the kubelet checks; if `killPod` and `createSandbox` are true, the
 *   containers start in the new sandbox
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { nextPodActions } from '@kubesem/lifecycle';
 *
 * const pod = { initContainers: [{ name: 'migrate' }], containers: [{ name: 'web' }, { name: 'log' }] };
 * const sandboxes = [{ state: 'ready' as const, attempt: 0, ip: '10.0.0.1' }];
 * const migrated = { name: 'migrate', id: '1', state: 'exited' as const, exitCode: 0 };
 * nextPodActions(pod, { sandboxes: [], containers: [] }).startInit // => ['migrate']
 * const { start, steps } = nextPodActions(pod, { sandboxes, containers: [migrated] });
 * start // => ['web', 'log']
 * steps[0] // => { container: 'migrate', rule: 'INITIALIZED' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `computePodActions`, with the default feature gates.
 */
export function nextPodActions(
  pod: PodLike,
  runtime: PodRuntime,
  options: PodActionsOptions = {},
): PodActions {
  const { pod: stored, spec } = podFields(pod, ABSENT);
  const isDeleted = stored.at('metadata').has('deletionTimestamp');
  const context = { spec, isDeleted, known: knownContainers(runtime), options };
  const sandbox = sandboxState(spec, runtime);
  const plan = new Plan();
  plan.killPod = sandbox.changed;
  const createSandbox = makePlan(context, sandbox, plan);
  const { killPod, startInit, start, startEphemeral, reset, steps } = plan;
  const { attempt, reason } = sandbox;
  const started = { startInit, start, startEphemeral };
  const actions = { killPod, createSandbox, attempt, ...started, kill: plan.killed(), reset };
  return { ...actions, sandbox: reason, steps };
}

/** Returns whether the Pod gets another sandbox. */
function makePlan(context: ActionContext, sandbox: SandboxState, plan: Plan): boolean {
  if (context.options.restartAllContainers === true) {
    planReset(context, plan);
    return sandbox.changed;
  }
  if (sandbox.changed) {
    return planNewSandbox(context, sandbox.attempt, plan);
  }
  for (const container of context.spec.objects('ephemeralContainers')) {
    if (!context.known.byName.has(container.text('name'))) {
      plan.note(container, 'NOT_CREATED');
      plan.startEphemeral.push(container.text('name'));
    }
  }
  if (planInitContainers(context, plan)) {
    planAppContainers(context, plan);
  }
  return false;
}

/** Starts everything from the beginning in another sandbox, unless the Pod is done. */
function planNewSandbox({ spec, known }: ActionContext, attempt: number, plan: Plan): boolean {
  if (spec.text('restartPolicy') === 'Never' && attempt !== 0 && known.all.length > 0) {
    return false;
  }
  const apps = spec.objects('containers');
  const starting = apps.filter((container) => {
    const found = known.byName.get(container.text('name'));
    const hasSucceeded = found?.text('state') === 'exited' && !found.integer('exitCode');
    const isDone = hasSucceeded && restartPolicyOf(spec, container) === 'OnFailure';
    if (isDone) {
      plan.note(container, 'SUCCEEDED');
    }
    return !isDone;
  });
  const states = apps.map((app) => known.byName.get(app.text('name'))?.optionalText('state'));
  const hasCreated = states.some((state) => state !== undefined && state !== 'unknown');
  if (starting.length === 0 && hasCreated) {
    return false;
  }
  const [first] = spec.objects('initContainers');
  for (const container of first === undefined ? starting : [first]) {
    plan.note(container, 'NEW_SANDBOX');
    (first === undefined ? plan.start : plan.startInit).push(container.text('name'));
  }
  return true;
}
