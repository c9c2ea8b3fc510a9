import { type PodConfigProblemCode, validatePodConfig } from '@kubesem/config';
import {
  type FieldProblem,
  ignoreProblem,
  type Pod,
  readList,
  readObject,
  readString,
  type StatefulSet,
} from '@kubesem/core';
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
  const { spec } = workload as StatefulSet;
  const written = spec?.volumeClaimTemplates as readonly Pick<Pod, 'metadata'>[] | undefined;
  const claims = new Set(
    readList(written, undefined, ignoreProblem).map((template) => {
      const claim = readObject(template, undefined, ignoreProblem);
      return readString(claim?.metadata?.name, undefined, ignoreProblem);
    }),
  );
  return validatePodConfig(pod).filter(
    ({ code, value }) => code !== 'VOLUME_NOT_FOUND' || !claims.has(`${value}`),
  );
}
