import { ABSENT, fields, type Pod, type StatefulSet } from '@kubesem/core';
import { type PodProblem, validatePod } from '@kubesem/validation/pod';
import type { Workload } from '@kubesem/workloads';

/**
 * Finds out why the API server rejects a new Pod.
 *
 * A Pod of a StatefulSet also has volumes for the claim templates.
 *
 * @param pod - the Pod or Pod template
 * @param workload - the object that has it
 */
export function podRejections(pod: Pod, workload: Workload): readonly PodProblem[] {
  const templates = fields(workload as StatefulSet, ABSENT)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  const claims = new Set(templates);
  return validatePod(pod).filter(
    ({ type, value }) => type !== 'NOT_FOUND' || !claims.has(`${value}`),
  );
}
