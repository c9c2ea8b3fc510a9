import {
  type Container,
  type ContainerKind,
  type ContainerStatus,
  type FoundContainer,
  type PodSpec,
  type ResourceList,
} from '@kubesem/core';
import { type Fields, findContainers } from '@kubesem/core/internal';
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
  readonly container: Fields<Container>;
  readonly shares: Shares;
}

/** Lists the containers that count: the app containers, then the init containers, each in order. */
export function listContainers(spec: Fields<PodSpec>): readonly FoundContainer[] {
  const apps = findContainers(spec, 'containers');
  const inits = findContainers(spec, 'initContainers');
  return inits.length === 0 ? apps : [...apps, ...inits];
}

/** Reads the amounts of one container. */
export function readShares(
  { name, kind, container }: FoundContainer,
  side: Side,
  resize: ResizeStatus | undefined,
): ContainerShares {
  const { list, amounts } = readSide(container, side);
  const spec: Share = { amounts, from: 'spec' };
  const shares = resize
    ? sharesInResize(spec, list, resize.containers.get(name), side, resize)
    : { spec, allocated: spec, actuated: spec };
  return { name, kind, container, shares };
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
  specList: ResourceList,
  status: Fields<ContainerStatus> | undefined,
  side: Side,
  { infeasible }: ResizeStatus,
): Shares {
  let allocated: Share = infeasible ? { amounts: NO_AMOUNTS, from: 'spec' } : spec;
  if (status === undefined) {
    return { spec, allocated, actuated: allocated };
  }
  // The status mostly repeats the spec word for word.
  const read = (list: Fields<ResourceList>): Amounts =>
    isSameList(list.value, specList) ? spec.amounts : readAmounts(list);
  // There are no allocated limits.
  if (side === 'requests' && status.has('allocatedResources')) {
    const amounts = read(status.at('allocatedResources'));
    allocated = { amounts, from: 'status.allocatedResources' };
  }
  const list = status.at('resources').at(side);
  const actuated: Share = list.isPresent
    ? { amounts: read(list), from: 'status.resources' }
    : allocated;
  return { spec, allocated, actuated };
}

/** Whether both lists have the same names and, word for word, the same amounts. */
function isSameList(left: ResourceList, right: ResourceList): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => left[name] && left[name] === right[name])
  );
}
