import type { ContainerStatus, PodCondition, PodStatus } from '@kubesem/core';
import { readAmounts, readList, readObject, readString } from '../read.js';
import type { Amounts } from './amounts.js';
import type { PodResourcesOptions } from './options.js';

/** What the status of one container says, and where. */
export interface ContainerStatusAt {
  readonly status: ContainerStatus;
  readonly path: string;
}

/** What the status of a Pod says of a resize in place. */
export interface ResizeStatus {
  /** Whether the node has refused the resize for good, so that the spec does not count. */
  readonly infeasible: boolean;
  /** The statuses by container name. */
  readonly containers: ReadonlyMap<string, ContainerStatusAt>;
  /** The Pod as a whole; undefined if it has no such status, or the option leaves it out. */
  readonly pod:
    | { readonly requests: Amounts; readonly limits: Amounts; readonly allocated: Amounts }
    | undefined;
}

/** Reads what counts of the status while a Pod is resized; undefined without the option `useStatusResources`. */
export function readResizeStatus(
  status: PodStatus,
  options: PodResourcesOptions,
): ResizeStatus | undefined {
  if (!options.useStatusResources) {
    return undefined;
  }
  const resources = readObject(status.resources, 'status.resources');
  return {
    infeasible: isResizeInfeasible(status),
    containers: readContainerStatuses(status),
    pod:
      resources && options.inPlacePodLevelResourcesVerticalScalingEnabled
        ? {
            requests: readAmounts(resources.requests, 'status.resources.requests'),
            limits: readAmounts(resources.limits, 'status.resources.limits'),
            allocated: readAmounts(status.allocatedResources, 'status.allocatedResources'),
          }
        : undefined,
  };
}

/** Only the first condition of the type is looked at. Source: `IsPodResizeInfeasible`, as `PodRequests`. */
function isResizeInfeasible(status: PodStatus): boolean {
  const path = 'status.conditions';
  const conditions: readonly (PodCondition | null)[] = readList(status.conditions, path);
  const pending = conditions.find(
    (condition, index) => readObject(condition, `${path}[${index}]`)?.type === 'PodResizePending',
  );
  return pending?.reason === 'Infeasible';
}

function readContainerStatuses(status: PodStatus): Map<string, ContainerStatusAt> {
  const containers = new Map<string, ContainerStatusAt>();
  // Both lists serve both kinds of containers; the first entry of a name counts.
  for (const field of ['containerStatuses', 'initContainerStatuses'] as const) {
    const listPath = `status.${field}`;
    readList(status[field], listPath).forEach((entry, index) => {
      const path = `${listPath}[${index}]`;
      const containerStatus = readObject(entry, path) ?? {};
      const name = readString(containerStatus.name, `${path}.name`);
      if (!containers.has(name)) {
        containers.set(name, { status: containerStatus, path });
      }
    });
  }
  return containers;
}
