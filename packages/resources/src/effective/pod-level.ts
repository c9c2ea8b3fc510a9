import type { PodLevelChange } from '../explain/explanation.js';
import { isPodLevelResource } from '../names/resource-names.js';
import { type Amounts, type MutableAmounts, NO_AMOUNTS, raiseTo } from './amounts.js';
import { readResources, type Side } from './containers.js';
import type { PodParts } from './pod-parts.js';
import type { ResizeStatus } from './resize-status.js';

/** The Pod-level values of one field. */
export interface PodLevelField {
  readonly from: PodLevelChange['from'];
  readonly amounts: Amounts;
}

/**
 * The fields with Pod-level values, in the order in which ties are decided; none if `spec.resources` sets nothing that
 * can be set for a whole Pod.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`, `PodLimits` and `effectivePodLevelResources`.
 */
export function readPodLevel(
  { spec, specPrefix }: PodParts,
  side: Side,
  resize: ResizeStatus | undefined,
): readonly PodLevelField[] {
  const { resources } = spec;
  if (resources === null || resources === undefined) {
    return [];
  }
  const path = `${specPrefix}resources`;
  const amounts = readResources(resources, path, side);
  const isSet = (list: Amounts): boolean => [...list.keys()].some(isPodLevelResource);
  // Limits count as soon as there are Pod-level requests; requests do not look at the limits.
  if (
    !isSet(amounts) &&
    !(side === 'limits' && isSet(readResources(resources, path, 'requests')))
  ) {
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
  const highest: MutableAmounts = new Map();
  for (const { amounts } of fields) {
    raiseTo(highest, amounts);
  }
  for (const name of highest.keys()) {
    if (!isPodLevelResource(name)) {
      highest.delete(name);
    }
  }
  return highest;
}
