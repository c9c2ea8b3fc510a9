// Source: `k8s.io/api/flowcontrol/v1` v0.37.1, and `v1beta1` to `v1beta3` of earlier releases.
import {
  checkTypes,
  type FieldPath,
  type FieldProblem,
  type FlowSchema,
  type PriorityLevelConfiguration,
} from '@kubesem/core';
import { checkAssuredShares, type FieldPolicy, raise } from '@kubesem/core/internal';
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

/**
 * Reads a FlowSchema from untrusted data: checks the JSON type of every field.
 *
 * It does not check whether the API server accepts the values; see {@link validateFlowSchema}. Unlike the API server, it
 * rejects null as an entry of a list.
 *
 * @param value - any value
 * @param path - path of the object in its document; undefined by default
 * @returns the value itself; undefined if it is absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { readFlowSchema } from '@kubesem/apf';
 *
 * readFlowSchema({ spec: { matchingPrecedence: 500 } })?.spec?.matchingPrecedence // => 500
 * readFlowSchema({ spec: { matchingPrecedence: '500' } }) // throws INVALID_TYPE
 * ```
 *
 * Source: `k8s.io/api/flowcontrol/v1` v0.37.1, `FlowSchema`.
 */
export function readFlowSchema(value: unknown, path?: FieldPath): FlowSchema | undefined {
  checkTypes(value, FLOW_SCHEMA_TYPE, path, raise);
  return (value as FlowSchema | null) ?? undefined;
}

/**
 * Reads a PriorityLevelConfiguration from untrusted data: checks the JSON type of every field.
 *
 * It does not check whether the API server accepts the values; see {@link validatePriorityLevel}.
 *
 * @param value - any value
 * @param path - path of the object in its document; undefined by default
 * @returns the value itself; undefined if it is absent
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { readPriorityLevel } from '@kubesem/apf';
 *
 * readPriorityLevel({ spec: { type: 'Exempt' } })?.spec?.type // => 'Exempt'
 * readPriorityLevel({ spec: { limited: { lendablePercent: '50' } } }) // throws INVALID_TYPE
 * ```
 *
 * Source: `k8s.io/api/flowcontrol/v1` v0.37.1, `PriorityLevelConfiguration`.
 */
export function readPriorityLevel(
  value: unknown,
  path?: FieldPath,
): PriorityLevelConfiguration | undefined {
  checkTypes(value, PRIORITY_LEVEL_CONFIGURATION_TYPE, path, raise);
  checkAssuredShares(value, path, raise);
  return (value as PriorityLevelConfiguration | null) ?? undefined;
}
