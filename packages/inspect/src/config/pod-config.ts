import { type PodConfigProblemCode, validatePodConfig } from '@kubesem/config';
import { ABSENT, type FieldProblem, fields, type Pod, type StatefulSet } from '@kubesem/core';
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
): readonly FieldProblem<PodConfigProblemCode>[] {
  const templates = fields(workload as StatefulSet, ABSENT)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  const claims = new Set(templates);
  return validatePodConfig(pod).filter(
    ({ code, value }) => code !== 'VOLUME_NOT_FOUND' || !claims.has(`${value}`),
  );
}
