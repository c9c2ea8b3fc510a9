// Source: `k8s.io/api/flowcontrol/v1` v0.37.1, and `v1beta1` to `v1beta3` of earlier releases.
import {
  checkAssuredShares,
  checkTypes,
  type FieldPath,
  type FlowSchema,
  type PriorityLevelConfiguration,
  type ReportProblem,
  raise,
} from '@kubesem/core';
import { FLOW_SCHEMA_TYPE } from '@kubesem/core/types/flow-schema';
import { PRIORITY_LEVEL_CONFIGURATION_TYPE } from '@kubesem/core/types/priority-level-configuration';

type Report = ReportProblem<'INVALID_TYPE'>;

/**
 * Reports every field of a FlowSchema that has the wrong JSON type, as the API server decodes it: null counts as absent.
 *
 * @param value - any value
 * @param report - receives the problems
 */
export function checkFlowSchemaTypes(value: unknown, report: Report): void {
  checkTypes(value, FLOW_SCHEMA_TYPE, undefined, report, { nullItems: true });
}

/**
 * Reports every field of a PriorityLevelConfiguration that has the wrong JSON type, as the API server decodes it: null
 * counts as absent.
 *
 * @param value - any value
 * @param report - receives the problems
 */
export function checkPriorityLevelTypes(value: unknown, report: Report): void {
  checkTypes(value, PRIORITY_LEVEL_CONFIGURATION_TYPE, undefined, report, { nullItems: true });
  checkAssuredShares(value, undefined, report);
}

function readTyped<T>(
  value: unknown,
  check: (report: Report) => void,
  report: Report,
): T | undefined {
  let isTyped = true;
  check((problem) => {
    isTyped = false;
    report(problem);
  });
  return isTyped ? ((value as T) ?? undefined) : undefined;
}

/**
 * Reads a FlowSchema from untrusted data: checks the JSON type of every field.
 *
 * It does not check whether the API server accepts the values; see {@link validateFlowSchema}. Unlike the API server, it
 * rejects null as an entry of a list.
 *
 * @param value - any value
 * @param path - path of the object in its document; undefined by default
 * @param report - receives every problem; throws the first by default
 * @returns the value itself; undefined if it is absent or has a field of the wrong type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { readFlowSchema } from '@kubesem/apf';
 *
 * readFlowSchema({ spec: { matchingPrecedence: 500 } })?.spec?.matchingPrecedence // => 500
 * const paths: string[] = [];
 * readFlowSchema({ spec: { rules: [{ subjects: {} }] } }, undefined, ({ path }) => paths.push(path));
 * paths // => ['spec.rules[0].subjects']
 * readFlowSchema({ spec: { matchingPrecedence: '500' } }) // throws INVALID_TYPE
 * ```
 *
 * Source: `k8s.io/api/flowcontrol/v1` v0.37.1, `FlowSchema`.
 */
export function readFlowSchema(
  value: unknown,
  path?: FieldPath,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): FlowSchema | undefined {
  return readTyped(value, (note) => checkTypes(value, FLOW_SCHEMA_TYPE, path, note), report);
}

/**
 * Reads a PriorityLevelConfiguration from untrusted data: checks the JSON type of every field.
 *
 * It does not check whether the API server accepts the values; see {@link validatePriorityLevel}.
 *
 * @param value - any value
 * @param path - path of the object in its document; undefined by default
 * @param report - receives every problem; throws the first by default
 * @returns the value itself; undefined if it is absent or has a field of the wrong type
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
  report: ReportProblem<'INVALID_TYPE'> = raise,
): PriorityLevelConfiguration | undefined {
  const check = (note: Report) => {
    checkTypes(value, PRIORITY_LEVEL_CONFIGURATION_TYPE, path, note);
    checkAssuredShares(value, path, note);
  };
  return readTyped(value, check, report);
}
