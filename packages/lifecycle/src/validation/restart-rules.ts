import {
  type Container,
  type ContainerRestartRule,
  checkTypes,
  childPath,
  type FieldPath,
} from '@kubesem/core';
import type { Checks } from './context.js';

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
export function checkRestartRules(
  checks: Checks,
  container: Container,
  path: FieldPath,
  isInit: boolean,
): void {
  const rules = checks.objects<ContainerRestartRule>(container, 'restartPolicyRules', path);
  const policyPath = childPath(path, 'restartPolicy');
  if (container.restartPolicy != null) {
    checks.notSupported(policyPath, checks.text(container, 'restartPolicy', path), POLICIES);
  } else if (rules.length > 0) {
    const message = 'must specify restartPolicy when restart rules are used';
    checks.add(policyPath, {
      type: 'FieldValueRequired',
      code: 'RESTART_POLICY_REQUIRED',
      message,
    });
    if (isInit) {
      return;
    }
  }
  if (rules.length > MOST_RULES) {
    checks.add(childPath(path, 'restartPolicyRules'), {
      type: 'FieldValueTooMany',
      code: 'TOO_MANY_RULES',
      value: rules.length,
      message: `must have at most ${MOST_RULES} items`,
    });
  }
  for (const { entry, at } of rules) {
    checkRule(checks, entry, at);
  }
}

function checkRule(checks: Checks, rule: ContainerRestartRule, path: FieldPath): void {
  checks.notSupported(childPath(path, 'action'), checks.text(rule, 'action', path), ACTIONS);
  const exitCodesPath = childPath(path, 'exitCodes');
  const exitCodes = checks.object<object>(rule, 'exitCodes', path);
  if (exitCodes === undefined) {
    const message = 'must be specified';
    checks.add(exitCodesPath, { type: 'FieldValueRequired', code: 'EXIT_CODES_REQUIRED', message });
    return;
  }
  const operator = checks.text(exitCodes, 'operator', exitCodesPath);
  checks.notSupported(childPath(exitCodesPath, 'operator'), operator, OPERATORS);
  const values = checks.list(exitCodes, 'values', exitCodesPath);
  checkTypes(values, ['int32'], childPath(exitCodesPath, 'values'), checks.report);
  if (values.length > MOST_EXIT_CODES) {
    checks.add(childPath(exitCodesPath, 'values'), {
      type: 'FieldValueTooMany',
      code: 'TOO_MANY_EXIT_CODES',
      value: values.length,
      message: `must have at most ${MOST_EXIT_CODES} items`,
    });
  }
}
