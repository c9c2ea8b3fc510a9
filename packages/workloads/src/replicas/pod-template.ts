import { type Pod } from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import { type WorkloadKind } from '@kubesem/core/kinds';
import { kindOf, type Workload, type WorkloadOptions } from './workload-kind.js';

/**
 * Returns the Pod template of a workload.
 *
 * The result omits fields that a template does not have, such as `status`. The template is at the path
 * `templateSegments` of its kind.
 *
 * @param workload - a Pod, or an object with a Pod template; it is not changed
 * @param options - the kind of the object, and the receiver of problems
 * @returns the template as a Pod; the object itself if it is a Pod; undefined if it has no template
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_WORKLOAD` if the object is of another kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the template, or a field around it, is not an object
 *
 * @example
 * ```ts
 * import { podTemplate } from '@kubesem/workloads';
 *
 * const template = { spec: { containers: [{ name: 'app' }] } };
 * podTemplate({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { template } })?.spec // => { containers: [{ name: 'app' }] }
 * podTemplate({ apiVersion: 'batch/v1', kind: 'Job' }) // => undefined
 * podTemplate({ apiVersion: 'v1', kind: 'Service' }) // throws NOT_A_WORKLOAD
 * ```
 *
 * Source: `k8s.io/api/core/v1`, `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1.
 */
export function podTemplate(workload: Workload, options: WorkloadOptions = {}): Pod | undefined {
  const kind = kindOf(workload, options);
  return readPodTemplate(fields(workload, THROW), kind);
}

/**
 * {@link podTemplate} for a workload that is being read.
 */
export function readPodTemplate(
  workload: Fields<Workload>,
  { templateSegments }: WorkloadKind,
): Pod | undefined {
  if (templateSegments.length === 0) {
    return workload.value as Pod;
  }
  let template = workload as Fields<Pod>;
  for (const segment of templateSegments) {
    template = template.at(segment as 'spec') as Fields<Pod>;
  }
  const { metadata, spec } = template.value;
  return template.isPresent ? { metadata, spec } : undefined;
}
