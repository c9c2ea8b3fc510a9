import type { ContainerStatus, PodStatus } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import type { Amounts } from '../amounts.js';
import { readAmounts } from '../read.js';
import type { PodResourcesOptions } from './options.js';

/** What the status of a Pod reports about an in-place resize. */
export interface ResizeStatus {
  /** Whether the node rejected the resize for good, so the spec does not count. */
  readonly infeasible: boolean;
  /** The statuses by container name. */
  readonly containers: ReadonlyMap<string, Fields<ContainerStatus>>;
  /** The Pod as a whole; undefined if it has no such status, or the option is off. */
  readonly pod:
    | { readonly requests: Amounts; readonly limits: Amounts; readonly allocated: Amounts }
    | undefined;
}

/** Reads the parts of the status that count while a Pod is resized; undefined without the option `useStatusResources`. */
export function readResizeStatus(
  status: Fields<PodStatus>,
  options: PodResourcesOptions,
): ResizeStatus | undefined {
  if (!options.useStatusResources) {
    return undefined;
  }
  const resources = status.at('resources');
  return {
    infeasible: isResizeInfeasible(status),
    containers: readContainerStatuses(status),
    pod:
      resources.isPresent && options.inPlacePodLevelResourcesVerticalScalingEnabled
        ? {
            requests: readAmounts(resources.at('requests')),
            limits: readAmounts(resources.at('limits')),
            allocated: readAmounts(status.at('allocatedResources')),
          }
        : undefined,
  };
}

/**
 * Reports whether the node rejected a resize for good. Only the first condition of the type counts.
 *
 * Source: `IsPodResizeInfeasible`, as `PodRequests`.
 */
function isResizeInfeasible(status: Fields<PodStatus>): boolean {
  const conditions = status.objects('conditions');
  const pending = conditions.find(({ value: { type } }) => type === 'PodResizePending');
  return pending?.value.reason === 'Infeasible';
}

/** Reads the statuses of the containers by name. */
export function readContainerStatuses(
  status: Fields<PodStatus>,
): ReadonlyMap<string, Fields<ContainerStatus>> {
  const containers = new Map<string, Fields<ContainerStatus>>();
  // Both lists serve both kinds of containers; the first entry of a name counts.
  for (const field of ['containerStatuses', 'initContainerStatuses'] as const) {
    status.each(field, (entry) => {
      const name = entry.text('name');
      if (!containers.has(name)) {
        containers.set(name, entry);
      }
    });
  }
  return containers;
}
