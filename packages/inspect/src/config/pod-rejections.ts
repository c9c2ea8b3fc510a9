import { type NewPod, withLimitRange } from '@kubesem/admission/internal';
import type { FieldPathSegment, Pod, Problem, StatefulSet } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import { type PodResourceWarning, podResourceWarnings } from '@kubesem/resources';
import { type PodProblem, type ValidatePodOptions, validatePod } from '@kubesem/validation/pod';
import type { Workload } from '@kubesem/workloads';

/** Why the API server rejects a new Pod. */
export interface PodRejection {
  readonly problem: PodProblem;
  /** Whether the API server rejects the object itself, or only its Pods, in which a LimitRange may fill in amounts. */
  readonly rejected: 'object' | 'pods';
}

/** A Pod or Pod template as it is written. */
export interface WrittenPod {
  readonly template: Pod;
  /** The object that has it. */
  readonly workload: Workload;
  readonly origin: ValidatePodOptions['origin'];
}

/** A Pod with its defaults, and what LimitRanges fill in. */
export type CreatedPod = Pick<NewPod, 'pod' | 'limitRangeDefaults'>;

/**
 * Finds out why the API server rejects a Pod.
 *
 * @param written - the Pod or Pod template
 * @param created - the same as the API server creates it; undefined if it is stored, or cannot be read
 */
export function podRejections(
  written: WrittenPod,
  created: CreatedPod | undefined,
): readonly PodRejection[] {
  const { template, origin } = written;
  const { pod, limitRangeDefaults } = created ?? { pod: template, limitRangeDefaults: [] };
  const problems = problemsOf(pod, written);
  const own = limitRangeDefaults.length === 0 ? problems : problemsOf(template, written);
  const known = new Set(own.map(keyOf));
  return problems.map((problem) =>
    known.has(keyOf(problem))
      ? { problem, rejected: origin === 'template' && isOfPods(problem) ? 'pods' : 'object' }
      : { problem: withLimitRange(problem, pod, limitRangeDefaults), rejected: 'pods' },
  );
}

/** Finds out what is odd about the amounts of a Pod that the API server accepts; the parameters are those of `podRejections`. */
export function resourceWarnings(
  { template }: WrittenPod,
  created: CreatedPod | undefined,
): readonly PodResourceWarning[] {
  const own = podResourceWarnings(template);
  if (created === undefined || created.limitRangeDefaults.length === 0) {
    return own;
  }
  const { pod, limitRangeDefaults } = created;
  const known = new Set(own.map(keyOf));
  const added = podResourceWarnings(pod).filter((warning) => !known.has(keyOf(warning)));
  return [...own, ...added.map((warning) => withLimitRange(warning, pod, limitRangeDefaults))];
}

/** A Pod of a StatefulSet also has volumes for the claim templates. */
function problemsOf(pod: Pod, { workload, origin }: WrittenPod): readonly PodProblem[] {
  const templates = fields(workload as StatefulSet, ABSENT)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  const claims = new Set(templates);
  return validatePod(pod, { origin }).filter(
    ({ type, segments, value }) =>
      type !== 'NOT_FOUND' || !isAtMount(segments) || !claims.has(`${value}`),
  );
}

/** Whether a field cannot be read. */
export function isUnreadable({ problem: { code } }: PodRejection): boolean {
  return code === 'INVALID_TYPE' || code === 'INVALID_QUANTITY';
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

function keyOf({ code, path, value, message }: Problem): string {
  return JSON.stringify([code, path, value, message]);
}
