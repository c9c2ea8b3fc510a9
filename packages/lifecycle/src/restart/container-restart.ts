import { type Container, type PodLike, type PodSpec } from '@kubesem/core';
import { ABSENT, type Fields, fields, podFields } from '@kubesem/core/internal';

/** What decides whether a container restarts. */
export interface RestartDecision {
  /** A restart rule of the container, its restart policy, the policy of its Pod, or the default policy, `Always`. */
  readonly by: 'RULE' | 'CONTAINER' | 'POD' | 'DEFAULT';
  /** Index of the rule; absent if no rule decides. */
  readonly index?: number | undefined;
}

/** Whether a container restarts. */
export interface ContainerRestart {
  /** Whether it restarts. */
  readonly restarts: boolean;
  /** Whether all containers of the Pod restart with it, starting with the init containers. */
  readonly allContainers: boolean;
  /** What decides. */
  readonly decidedBy: RestartDecision;
}

/**
 * Decides whether a container restarts after it has exited.
 *
 * The restart rules of the container are tried first, but only if it also has a restart policy. Then its restart policy
 * applies, then the policy of the Pod. The same is true for init containers. No container of a terminating Pod restarts.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod
 * @param container - the container, from the spec
 * @param exitCode - the exit code of the container
 * @returns whether it restarts, and what decides
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { containerRestart } from '@kubesem/lifecycle';
 *
 * const app = {
 *   name: 'app',
 *   restartPolicy: 'Never',
 *   restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }],
 * };
 * const pod = { containers: [app], restartPolicy: 'Always' };
 * containerRestart(pod, app, 42) // => { restarts: true, allContainers: false, decidedBy: { by: 'RULE', index: 0 } }
 * containerRestart(pod, app, 1).restarts // => false
 * containerRestart(pod, { name: 'other' }, 0).decidedBy // => { by: 'POD' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/pod` v1.37.1, `ContainerShouldRestart`.
 */
export function containerRestart(
  pod: PodLike,
  container: Container,
  exitCode: number,
): ContainerRestart {
  return restartBySpec(podFields(pod, ABSENT).spec, fields(container, ABSENT), exitCode);
}

/** {@link containerRestart} for a spec that has been read. */
export function restartBySpec(
  spec: Fields<PodSpec>,
  container: Fields<Container>,
  exitCode: number,
): ContainerRestart {
  const policy = container.optionalText('restartPolicy');
  if (policy === undefined) {
    return restartByPodPolicy(spec, exitCode);
  }
  const { index, action } = matchingRule(container, exitCode) ?? {};
  if (action === 'Restart' || action === 'RestartAllContainers') {
    const allContainers = action === 'RestartAllContainers';
    return { restarts: true, allContainers, decidedBy: { by: 'RULE', index } };
  }
  const restarts = byPolicy(policy, exitCode);
  return restarts === undefined
    ? restartByPodPolicy(spec, exitCode)
    : { restarts, allContainers: false, decidedBy: { by: 'CONTAINER' } };
}

/** The first rule of a container that matches an exit code. */
export function matchingRule(
  container: Fields<Container>,
  exitCode: number,
): { readonly index: number; readonly action: string } | undefined {
  const rules = container.objects('restartPolicyRules');
  const index = rules.findIndex((rule) => listsExitCode(rule.at('exitCodes'), exitCode));
  const rule = rules[index];
  return rule && { index, action: rule.text('action') };
}

/** Exit codes that a rule lists, or all others. */
interface ExitCodes {
  readonly operator?: string | null | undefined;
  readonly values?: readonly number[] | null | undefined;
}

/**
 * Whether a requirement of a rule fits an exit code.
 *
 * @param exitCodes - the requirement
 * @param exitCode - the exit code of a container
 * @returns whether the requirement lists it, or all others
 */
export function listsExitCode(exitCodes: Fields<ExitCodes>, exitCode: number): boolean {
  const operator = exitCodes.text('operator');
  const isListed = exitCodes.integers('values').includes(exitCode);
  return operator === 'In' ? isListed : operator === 'NotIn' && !isListed;
}

function restartByPodPolicy(spec: Fields<PodSpec>, exitCode: number): ContainerRestart {
  const restarts = byPolicy(spec.text('restartPolicy'), exitCode);
  const by = restarts === undefined ? 'DEFAULT' : 'POD';
  return { restarts: restarts ?? true, allContainers: false, decidedBy: { by } };
}

/** Undefined for a policy that does not exist. */
function byPolicy(policy: string, exitCode: number): boolean | undefined {
  switch (policy) {
    case 'Always':
      return true;
    case 'OnFailure':
      return exitCode !== 0;
    case 'Never':
      return false;
    default:
      return undefined;
  }
}
