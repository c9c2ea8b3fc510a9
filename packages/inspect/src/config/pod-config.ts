import {
  ABSENT,
  type FieldErrorType,
  type FieldProblem,
  fields,
  type Pod,
  type StatefulSet,
} from '@kubesem/core';
import { validatePod } from '@kubesem/validation/pod';
import type { Workload } from '@kubesem/workloads';

/**
 * Finds out why the API server rejects the variables, volumes and mounts of a new Pod.
 *
 * A Pod of a StatefulSet also has volumes for the claim templates.
 *
 * @param pod - the Pod or Pod template
 * @param workload - the object that has it
 */
export function podConfigRejections(
  pod: Pod,
  workload: Workload,
): readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[] {
  const templates = fields(workload as StatefulSet, ABSENT)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  const claims = new Set(templates);
  return validatePod(pod).filter(
    ({ type, value }) => type !== 'NOT_FOUND' || !claims.has(`${value}`),
  );
}
