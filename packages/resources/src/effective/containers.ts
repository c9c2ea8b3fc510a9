import {
  type ContainerKind,
  childPath,
  containersIn,
  type FieldPath,
  type PodContainer,
  type PodParts,
  type ResourceList,
  readObject,
} from '@kubesem/core';
import { type Amounts, NO_AMOUNTS } from '../amounts.js';
import { readAmounts, readSide, type Side } from '../read.js';
import type { ResizeStatus } from './resize-status.js';

/** The amounts of one container in one view of the Pod, and the field that they come from. */
export interface Share {
  readonly amounts: Amounts;
  readonly from: 'spec' | 'status.resources' | 'status.allocatedResources';
}

/** The amounts of one container in the views of the Pod that are compared during a resize. */
export interface Shares {
  readonly spec: Share;
  readonly allocated: Share;
  readonly actuated: Share;
}

/** One container and its amounts. */
export interface ContainerShares {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly path: FieldPath;
  readonly shares: Shares;
}

/** Lists the containers that count: the app containers, then the init containers, each in order. */
export function listContainers(parts: PodParts): readonly PodContainer[] {
  const apps = containersIn(parts, 'containers');
  const inits = containersIn(parts, 'initContainers');
  return inits.length === 0 ? apps : [...apps, ...inits];
}

/** Reads the amounts of one container. */
export function readShares(
  { name, kind, path, container: { resources } }: PodContainer,
  side: Side,
  resize: ResizeStatus | undefined,
): ContainerShares {
  const amounts = readSide(resources, childPath(path, 'resources'), side);
  const spec: Share = { amounts, from: 'spec' };
  const shares = resize
    ? sharesInResize(spec, resources?.[side], name, side, resize)
    : { spec, allocated: spec, actuated: spec };
  return { name, kind, path, shares };
}

/**
 * Reads what a container was granted and what it runs with. If the status lacks one of them, the other replaces it; if it
 * lacks both, the spec does, unless the resize is infeasible.
 *
 * An empty list means that there is nothing, though the API server never stores one.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `containerAllocatedRequests`, `containerActuatedRequests` and
 * `containerActuatedLimits`.
 */
function sharesInResize(
  spec: Share,
  specList: ResourceList | null | undefined,
  name: string,
  side: Side,
  resize: ResizeStatus,
): Shares {
  let allocated: Share = resize.infeasible ? { amounts: NO_AMOUNTS, from: 'spec' } : spec;
  const found = resize.containers.get(name);
  if (found === undefined) {
    return { spec, allocated, actuated: allocated };
  }
  const { status, path } = found;
  // The status mostly repeats the spec word for word.
  const read = (list: ResourceList, listPath: FieldPath): Amounts =>
    isSameList(readObject(list, listPath), specList) ? spec.amounts : readAmounts(list, listPath);
  // There are no allocated limits.
  if (side === 'requests' && status.allocatedResources != null) {
    const amounts = read(status.allocatedResources, childPath(path, 'allocatedResources'));
    allocated = { amounts, from: 'status.allocatedResources' };
  }
  const resourcesPath = childPath(path, 'resources');
  const list = readObject(status.resources, resourcesPath)?.[side];
  const actuated: Share =
    list != null
      ? { amounts: read(list, childPath(resourcesPath, side)), from: 'status.resources' }
      : allocated;
  return { spec, allocated, actuated };
}

/** Whether both lists have the same names and, word for word, the same amounts. */
function isSameList(left: ResourceList = {}, right: ResourceList | null = {}): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right ?? {}).length &&
    names.every((name) => left[name] && left[name] === right?.[name])
  );
}
