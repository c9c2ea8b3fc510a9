import {
  type ContainerStatus,
  childPath,
  type FieldPath,
  type PodCondition,
  type PodParts,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import type { Amounts } from '../amounts.js';
import { readAmounts } from '../read.js';
import type { PodResourcesOptions } from './options.js';

/** The status of one container, and its path. */
export interface ContainerStatusAt {
  readonly status: ContainerStatus;
  readonly path: FieldPath;
}

/** What the status of a Pod reports about an in-place resize. */
export interface ResizeStatus {
  /** Whether the node rejected the resize for good, so the spec does not count. */
  readonly infeasible: boolean;
  /** The statuses by container name. */
  readonly containers: ReadonlyMap<string, ContainerStatusAt>;
  /** The Pod as a whole; undefined if it has no such status, or the option is off. */
  readonly pod:
    | { readonly requests: Amounts; readonly limits: Amounts; readonly allocated: Amounts }
    | undefined;
}

/** Reads the parts of the status that count while a Pod is resized; undefined without the option `useStatusResources`. */
export function readResizeStatus(
  parts: PodParts,
  options: PodResourcesOptions,
): ResizeStatus | undefined {
  if (!options.useStatusResources) {
    return undefined;
  }
  const { status, statusPath } = parts;
  const path = childPath(statusPath, 'resources');
  const resources = readObject(status.resources, path);
  const allocatedPath = childPath(statusPath, 'allocatedResources');
  return {
    infeasible: isResizeInfeasible(parts),
    containers: readContainerStatuses(parts),
    pod:
      resources && options.inPlacePodLevelResourcesVerticalScalingEnabled
        ? {
            requests: readAmounts(resources.requests, childPath(path, 'requests')),
            limits: readAmounts(resources.limits, childPath(path, 'limits')),
            allocated: readAmounts(status.allocatedResources, allocatedPath),
          }
        : undefined,
  };
}

/**
 * Reports whether the node rejected a resize for good. Only the first condition of the type counts.
 *
 * Source: `IsPodResizeInfeasible`, as `PodRequests`.
 */
function isResizeInfeasible({ status, statusPath }: PodParts): boolean {
  const path = childPath(statusPath, 'conditions');
  const conditions: readonly (PodCondition | null)[] = readList(status.conditions, path);
  const pending = conditions.find(
    (condition, index) =>
      readObject(condition, childPath(path, index))?.type === 'PodResizePending',
  );
  return pending?.reason === 'Infeasible';
}

/** Reads the statuses of the containers by name. */
export function readContainerStatuses({
  status,
  statusPath,
}: PodParts): Map<string, ContainerStatusAt> {
  const containers = new Map<string, ContainerStatusAt>();
  // Both lists serve both kinds of containers; the first entry of a name counts.
  for (const field of ['containerStatuses', 'initContainerStatuses'] as const) {
    const listPath = childPath(statusPath, field);
    readList(status[field], listPath).forEach((entry, index) => {
      const path = childPath(listPath, index);
      const containerStatus = readObject(entry, path) ?? {};
      const name = readString(containerStatus.name, childPath(path, 'name'));
      if (!containers.has(name)) {
        containers.set(name, { status: containerStatus, path });
      }
    });
  }
  return containers;
}
