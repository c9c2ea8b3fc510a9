import { type FieldPath, type PodLike, type PodSpec, type ResourceList } from '@kubesem/core';
import { type Fields, THROW } from '@kubesem/core/internal';
import { type Amounts, highestOf, NO_AMOUNTS } from '../amounts.js';
import { isPodLevelResource } from '../names/resource-names.js';
import { type ResourceLists, readAmounts, readPod, resourceLists, type Side } from '../read.js';
import type { ResizeStatus } from './resize-status.js';

/** The Pod-level values of one field. */
export interface PodLevelField {
  readonly from: 'spec' | 'status.resources' | 'status.allocatedResources';
  readonly amounts: Amounts;
}

/**
 * Reads the fields with Pod-level values, in the order in which ties are decided; none if `spec.resources` sets nothing
 * that can be set for a whole Pod.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`, `PodLimits` and `effectivePodLevelResources`.
 */
export function readPodLevel(
  spec: Fields<PodSpec>,
  side: Side,
  resize: ResizeStatus | undefined,
): readonly PodLevelField[] {
  if (!spec.has('resources')) {
    return [];
  }
  const resources = spec.at('resources');
  const read = (list: Side): Amounts => readAmounts(resources.at(list));
  const amounts = read(side);
  const isSet = (list: Amounts): boolean => [...list.keys()].some(isPodLevelResource);
  // Limits count as soon as there are Pod-level requests; requests ignore the limits.
  if (!isSet(amounts) && !(side === 'limits' && isSet(read('requests')))) {
    return [];
  }
  const inSpec: PodLevelField = { from: 'spec', amounts };
  if (resize?.pod === undefined) {
    return [inSpec];
  }
  const fields: PodLevelField[] = resize.infeasible ? [] : [inSpec];
  fields.push({ from: 'status.resources', amounts: resize.pod[side] });
  if (side === 'requests') {
    fields.push({ from: 'status.allocatedResources', amounts: resize.pod.allocated });
  }
  return fields;
}

/** The values that replace those of the containers: the highest of the fields. */
export function podLevelAmounts(fields: readonly PodLevelField[]): Amounts {
  if (fields.length === 0) {
    return NO_AMOUNTS;
  }
  const highest = highestOf(fields.map(({ amounts }) => amounts));
  return new Map([...highest].filter(([name]) => isPodLevelResource(name)));
}

/** Requests and limits of a Pod as a whole, as they are written. */
export interface PodLevelResources {
  /** Path of `spec.resources` in the object that was passed in. */
  readonly path: FieldPath;
  /** The requests; empty if there are none. */
  readonly requests: ResourceList;
  /** The limits; empty if there are none. */
  readonly limits: ResourceList;
}

/**
 * Returns the Pod-level requests and limits, if they replace those of the containers.
 *
 * They count as soon as they name one resource that can be set for a whole Pod: cpu, memory or huge pages of any size.
 * (The documentation names only cpu and memory.)
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the lists of `spec.resources`, the Pod's own objects, without reading their amounts; undefined if the
 * containers decide
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podLevelResources } from '@kubesem/resources/internal';
 *
 * podLevelResources({ resources: { limits: { memory: '1Gi' } } })?.limits // => { memory: '1Gi' }
 * podLevelResources({ resources: { limits: { 'example.com/gpu': 1 } } }) // => undefined
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `IsPodLevelResourcesSet` and `IsSupportedPodLevelResource`.
 */
export function podLevelResources(pod: PodLike): PodLevelResources | undefined {
  const lists = podLevelLists(pod);
  return (
    lists && {
      path: lists.resources.path as FieldPath,
      requests: lists.requests.value,
      limits: lists.limits.value,
    }
  );
}

/**
 * `podLevelResources` as cursors.
 */
export function podLevelLists(pod: PodLike): ResourceLists | undefined {
  const lists = resourceLists(readPod(pod, THROW).spec.at('resources'));
  const names = [...Object.keys(lists.requests.value), ...Object.keys(lists.limits.value)];
  return names.some(isPodLevelResource) ? lists : undefined;
}
