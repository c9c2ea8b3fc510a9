import { type NewPod, withLimitRange } from '@kubesem/admission';
import { type FieldPathSegment, type Pod, type StatefulSet } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { type PodProblem, type ValidatePodOptions, validatePod } from '@kubesem/validation/pod';
import type { Workload } from '@kubesem/workloads';

/** Why the API server rejects a new Pod. */
export interface PodRejection {
  readonly problem: PodProblem;
  /** Whether the API server rejects the object itself, or only its Pods, in which a LimitRange may fill in amounts. */
  readonly rejected: 'object' | 'pods';
}

/**
 * Finds out why the API server rejects a new Pod.
 *
 * @param template - the Pod or Pod template as it is written
 * @param created - the same with its defaults, and what LimitRanges fill in
 * @param workload - the object that has it
 * @param origin - what the Pod is
 */
export function podRejections(
  template: Pod,
  { pod, limitRangeDefaults }: Pick<NewPod, 'pod' | 'limitRangeDefaults'>,
  workload: Workload,
  origin: ValidatePodOptions['origin'],
): readonly PodRejection[] {
  const problems = problemsOf(pod, workload, origin);
  const isOnlyInPods = origin === 'template' ? isOfPods : () => false;
  if (limitRangeDefaults.length === 0) {
    return problems.map((problem) => ({
      problem,
      rejected: isOnlyInPods(problem) ? 'pods' : 'object',
    }));
  }
  const own = new Set(problemsOf(template, workload, origin).map(keyOf));
  return problems.map((problem) =>
    own.has(keyOf(problem))
      ? { problem, rejected: isOnlyInPods(problem) ? 'pods' : 'object' }
      : { problem: withLimitRange(problem, pod, limitRangeDefaults), rejected: 'pods' },
  );
}

/** A Pod of a StatefulSet also has volumes for the claim templates. */
function problemsOf(
  pod: Pod,
  workload: Workload,
  origin: ValidatePodOptions['origin'],
): readonly PodProblem[] {
  const templates = fields(workload as StatefulSet, ABSENT)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  const claims = new Set(templates);
  return validatePod(pod, { origin }).filter(
    ({ type, segments, value }) =>
      type !== 'NOT_FOUND' || !isAtMount(segments) || !claims.has(`${value}`),
  );
}

/** Whether a template may have what a Pod may not: white space around an image, and a node in spite of scheduling gates. */
function isOfPods({ type, segments }: PodProblem): boolean {
  const field = segments[segments.length - 1];
  return (
    (field === 'image' && type === 'INVALID') || (field === 'nodeName' && type === 'FORBIDDEN')
  );
}

/** Whether a field is the volume of a mount or of a block device. */
function isAtMount(segments: readonly FieldPathSegment[]): boolean {
  const [list, index, field] = segments.slice(-3);
  const isList = list === 'volumeMounts' || list === 'volumeDevices';
  return isList && typeof index === 'number' && field === 'name';
}

function keyOf({ type, path, value, message }: PodProblem): string {
  return JSON.stringify([type, path, value, message]);
}
