import {
  type ContainerStatus,
  type Pod,
  type PodFailurePolicy,
  type PodFailurePolicyOnExitCodes,
  type PodFailurePolicyRule,
} from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';
import { listsExitCode } from '@kubesem/lifecycle/internal';

/** What a Job does about a failed Pod. */
export type PodFailurePolicyAction = 'FailJob' | 'FailIndex' | 'Ignore' | 'Count';

/** The result of {@link podFailurePolicyMatch}. */
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
 * A field of the wrong type counts as absent.
 *
 * @param policy - `spec.podFailurePolicy` of the Job; without it, every failure counts
 * @param pod - the failed Pod
 * @returns the action, whether the failure counts, the rule, and the message with which the Job fails
 *
 * @example
 * ```ts
 * import { podFailurePolicyMatch } from '@kubesem/workloads';
 *
 * const policy = { rules: [
 *   { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
 *   { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
 * ] };
 * const containerStatuses = [{ name: 'main', state: { terminated: { exitCode: 42 } } }];
 * const pod = { metadata: { namespace: 'shop', name: 'import-0' }, status: { containerStatuses } };
 * const { ruleIndex, message } = podFailurePolicyMatch(policy, pod);
 * ruleIndex // => 1
 * message // => 'Container main for pod shop/import-0 failed with exit code 42 matching FailJob rule at index 1'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `podFailurePolicyMatch`.
 */
export function podFailurePolicyMatch(
  policy: PodFailurePolicy | null | undefined,
  pod: Pod,
): PodFailurePolicyMatch {
  const stored = fields<Pod>(pod, ABSENT);
  for (const [ruleIndex, rule] of fields(policy, ABSENT).objects('rules').entries()) {
    const action = rule.text('action');
    const cause = isAction(action) ? causeOf(rule, stored) : undefined;
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
function causeOf(rule: Fields<PodFailurePolicyRule>, pod: Fields<Pod>): string | undefined {
  const metadata = pod.at('metadata');
  const status = pod.at('status');
  const place = `${metadata.text('namespace')}/${metadata.text('name')}`;
  const onExitCodes = rule.at('onExitCodes');
  if (onExitCodes.isPresent) {
    const failed = [
      ...status.objects('containerStatuses'),
      ...status.objects('initContainerStatuses'),
    ].find((container) => matchesExitCode(container, onExitCodes));
    return (
      failed &&
      `Container ${failed.text('name')} for pod ${place} failed with exit code ${exitCodeOf(failed)}`
    );
  }
  const patterns = rule.objects('onPodConditions');
  const found = status
    .objects('conditions')
    .find((condition) =>
      patterns.some(
        (pattern) =>
          pattern.text('type') === condition.text('type') &&
          pattern.text('status') === condition.text('status'),
      ),
    );
  return found && `Pod ${place} has condition ${found.text('type')}`;
}

function exitCodeOf(status: Fields<ContainerStatus>): number {
  return status.at('state').at('terminated').integer('exitCode') ?? 0;
}

function matchesExitCode(
  status: Fields<ContainerStatus>,
  onExitCodes: Fields<PodFailurePolicyOnExitCodes>,
): boolean {
  const isOther =
    (onExitCodes.optionalText('containerName') ?? status.text('name')) !== status.text('name');
  // A container that runs has no exit code, as one that has ended with 0.
  const exitCode = exitCodeOf(status);
  return !isOther && exitCode !== 0 && listsExitCode(onExitCodes, exitCode);
}
