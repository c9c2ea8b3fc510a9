// Source: `k8s.io/api/flowcontrol/v1` v0.37.1, and `v1beta1` to `v1beta3` of earlier releases.
import { checkTypes, type FieldProblem } from '@kubesem/core';
import { checkAssuredShares, type FieldPolicy } from '@kubesem/core/internal';
import { FLOW_SCHEMA_TYPE } from '@kubesem/core/types/flow-schema';
import { PRIORITY_LEVEL_CONFIGURATION_TYPE } from '@kubesem/core/types/priority-level-configuration';

/**
 * Reports every field of a FlowSchema that has the wrong JSON type, as the API server decodes it: null counts as absent.
 *
 * @param value - any value
 * @param policy - receives the problems
 */
export function checkFlowSchemaTypes(value: unknown, policy: FieldPolicy): void {
  const report = (problem: FieldProblem<'INVALID_TYPE'>) => policy.report(() => problem);
  checkTypes(value, FLOW_SCHEMA_TYPE, undefined, report, { nullItems: true });
}

/**
 * Reports every field of a PriorityLevelConfiguration that has the wrong JSON type, as the API server decodes it: null
 * counts as absent.
 *
 * @param value - any value
 * @param policy - receives the problems
 */
export function checkPriorityLevelTypes(value: unknown, policy: FieldPolicy): void {
  const report = (problem: FieldProblem<'INVALID_TYPE'>) => policy.report(() => problem);
  checkTypes(value, PRIORITY_LEVEL_CONFIGURATION_TYPE, undefined, report, { nullItems: true });
  checkAssuredShares(value, undefined, report);
}
