import type { Container, ContainerRestartRule } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const OPERATORS = ['In', 'NotIn'];
const MOST_RULES = 20;
const MOST_EXIT_CODES = 255;

/**
 * Checks the restart policy and the restart rules of an app container or an init container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainerRestartPolicy` and
 * `validateInitContainerRestartPolicy`.
 */
export function checkRestartRules(container: Fields<Container>, isInit: boolean): void {
  const rules = container.each('restartPolicyRules', (rule) => rule);
  if (container.has('restartPolicy')) {
    const policy = container.text('restartPolicy');
    container.supported('restartPolicy', policy, POLICIES);
  } else if (rules.length > 0) {
    const message = 'must specify restartPolicy when restart rules are used';
    container.required('restartPolicy', message);
    if (isInit) {
      return;
    }
  }
  checkCount(container, 'restartPolicyRules', rules.length, MOST_RULES);
  rules.forEach(checkRule);
}

function checkRule(rule: Fields<ContainerRestartRule>): void {
  rule.supported('action', rule.text('action'), ACTIONS);
  const exitCodes = rule.at('exitCodes');
  if (!exitCodes.isPresent) {
    rule.required('exitCodes', 'must be specified');
    return;
  }
  exitCodes.supported('operator', exitCodes.text('operator'), OPERATORS);
  const { length } = exitCodes.integers('values');
  checkCount(exitCodes, 'values', length, MOST_EXIT_CODES);
}

function checkCount<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
  count: number,
  most: number,
): void {
  if (count > most) {
    object.problem(field, 'TOO_MANY', `must have at most ${most} items`, count);
  }
}
