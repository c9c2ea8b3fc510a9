import {
  type ContainerStatus,
  listOf,
  objectOf,
  objectsOf,
  type Pod,
  type PodFailurePolicy,
  type PodFailurePolicyOnExitCodes,
  type PodFailurePolicyRule,
  textOf,
} from '@kubesem/core';
import { countOf } from '../lenient.js';

/** What a Job does about a failed Pod. */
export type PodFailurePolicyAction = 'FailJob' | 'FailIndex' | 'Ignore' | 'Count';

/** The result of {@link matchPodFailurePolicy}. */
export interface PodFailurePolicyMatch {
  /** Action of the rule that matches; undefined if none does. */
  readonly action: PodFailurePolicyAction | undefined;
  /** Whether the failure counts towards `backoffLimit`. */
  readonly counts: boolean;
  /** Index of the rule; undefined if none matches. */
  readonly ruleIndex: number | undefined;
  /** The message of the condition `Failed` of the Job, only with the action `FailJob`. */
  readonly message: string | undefined;
}

/**
 * Finds the rule of a pod failure policy that matches a failed Pod.
 *
 * The first matching rule wins. Exit codes of app containers are checked before those of init containers. An exit code of 0
 * matches nothing. Rules with an unknown action are skipped.
 *
 * @param policy - `spec.podFailurePolicy` of the Job; without it, every failure counts
 * @param pod - the failed Pod
 * @returns the action, whether the failure counts, the rule, and the message with which the Job fails
 *
 * @example
 * ```ts
 * import { matchPodFailurePolicy } from '@kubesem/lifecycle';
 *
 * const policy = { rules: [
 *   { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
 *   { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
 * ] };
 * const containerStatuses = [{ name: 'main', state: { terminated: { exitCode: 42 } } }];
 * const pod = { metadata: { namespace: 'shop', name: 'import-0' }, status: { containerStatuses } };
 * const { ruleIndex, message } = matchPodFailurePolicy(policy, pod);
 * ruleIndex // => 1
 * message // => 'Container main for pod shop/import-0 failed with exit code 42 matching FailJob rule at index 1'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `matchPodFailurePolicy`.
 */
export function matchPodFailurePolicy(
  policy: PodFailurePolicy | null | undefined,
  pod: Pod,
): PodFailurePolicyMatch {
  for (const [ruleIndex, rule] of objectsOf(objectOf(policy).rules).entries()) {
    const { action } = rule;
    const cause = isAction(action) ? causeOf(rule, pod) : undefined;
    if (isAction(action) && cause !== undefined) {
      const message =
        action === 'FailJob' ? `${cause} matching FailJob rule at index ${ruleIndex}` : undefined;
      return { action, counts: action !== 'Ignore', ruleIndex, message };
    }
  }
  return { action: undefined, counts: true, ruleIndex: undefined, message: undefined };
}

function isAction(action: unknown): action is PodFailurePolicyAction {
  return (
    action === 'FailJob' || action === 'FailIndex' || action === 'Ignore' || action === 'Count'
  );
}

/** What matches the rule, in the words of the controller; undefined if nothing does. */
function causeOf(
  { onExitCodes, onPodConditions }: Partial<PodFailurePolicyRule>,
  pod: Pod,
): string | undefined {
  const { metadata, status } = objectOf(pod);
  const { namespace, name } = objectOf(metadata);
  const place = `${textOf(namespace)}/${textOf(name)}`;
  const { conditions, containerStatuses, initContainerStatuses } = objectOf(status);
  if (onExitCodes !== undefined && onExitCodes !== null) {
    const requirement = objectOf(onExitCodes);
    const statuses = [...listOf(containerStatuses), ...listOf(initContainerStatuses)];
    const failed = objectsOf(statuses).find((each) => matchesExitCode(each, requirement));
    return (
      failed &&
      `Container ${textOf(failed.name)} for pod ${place} failed with exit code ${exitCodeOf(failed)}`
    );
  }
  const patterns = objectsOf(onPodConditions);
  const condition = objectsOf(conditions).find((each) =>
    patterns.some(
      ({ type, status }) =>
        textOf(type) === textOf(each.type) && textOf(status) === textOf(each.status),
    ),
  );
  return condition && `Pod ${place} has condition ${textOf(condition.type)}`;
}

function exitCodeOf({ state }: Partial<ContainerStatus>): number {
  return countOf(objectOf(objectOf(state).terminated).exitCode);
}

function matchesExitCode(
  status: Partial<ContainerStatus>,
  { containerName, operator, values }: Partial<PodFailurePolicyOnExitCodes>,
): boolean {
  const isOther =
    containerName !== undefined && containerName !== null && containerName !== textOf(status.name);
  // A container that runs has no exit code, as one that has ended with 0.
  const exitCode = exitCodeOf(status);
  if (isOther || exitCode === 0) {
    return false;
  }
  const isListed = listOf(values).some((value) => countOf(value) === exitCode);
  return operator === 'In' ? isListed : operator === 'NotIn' && !isListed;
}
