import { type Amounts, noAmounts, raiseTo } from './amounts.js';
import type { Side } from './containers.js';
import type { PodLevelChange } from './explanation.js';
import type { PodParts } from './pod-parts.js';
import { readAmounts, readObject } from './read.js';
import type { ResizeStatus } from './resize-status.js';

/** The Pod-level values of one field. */
export interface PodLevelField {
  readonly from: PodLevelChange['from'];
  readonly amounts: Amounts;
}

/**
 * Whether a resource can be set for a whole Pod: cpu, memory and huge pages of any size.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `IsSupportedPodLevelResource`.
 */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/**
 * The fields with Pod-level values, in the order in which ties are decided; none if `spec.resources` asks for nothing
 * that can be set for a whole Pod.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`, `PodLimits` and `effectivePodLevelResources`.
 */
export function readPodLevel(
  { spec, specPath }: PodParts,
  side: Side,
  resize: ResizeStatus | undefined,
): PodLevelField[] {
  const path = [...specPath, 'resources'];
  const resources = readObject(spec.resources, path);
  if (resources === undefined) {
    return [];
  }
  const amounts = readAmounts(resources[side], [...path, side]);
  // Limits count as soon as there are Pod-level requests; requests do not look at the limits.
  const names = Object.keys(amounts);
  if (side === 'limits') {
    names.push(...Object.keys(readAmounts(resources.requests, [...path, 'requests'])));
  }
  if (!names.some(isPodLevelResource)) {
    return [];
  }
  const pod = resize?.pod;
  const fields: PodLevelField[] = [];
  if (pod === undefined || !resize?.infeasible) {
    fields.push({ from: 'spec', amounts });
  }
  if (pod !== undefined) {
    fields.push({ from: 'status.resources', amounts: pod[side] });
    if (side === 'requests') {
      fields.push({ from: 'status.allocatedResources', amounts: pod.allocated });
    }
  }
  return fields;
}

/** The values that replace those of the containers: the highest of the fields. */
export function podLevelAmounts(fields: readonly PodLevelField[]): Amounts {
  const highest = noAmounts();
  for (const { amounts } of fields) {
    raiseTo(highest, amounts);
  }
  for (const name of Object.keys(highest)) {
    if (!isPodLevelResource(name)) {
      delete highest[name];
    }
  }
  return highest;
}
