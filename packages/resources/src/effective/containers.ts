import type { Container, ResourceList, ResourceRequirements } from '@kubesem/core';
import type { AmountOrigin, ContainerKind } from '../explain/explanation.js';
import { readAmounts, readList, readObject, readString } from '../read.js';
import { type Amounts, NO_AMOUNTS } from './amounts.js';
import type { PodParts } from './pod-parts.js';
import type { ResizeStatus } from './resize-status.js';

/** Which half of the resources is computed. */
export type Side = 'requests' | 'limits';

/** The lists of containers in the spec of a Pod. */
export type ContainerField = 'initContainers' | 'containers' | 'ephemeralContainers';

/** The amounts of one container in one view of the Pod, and where they stand. */
export interface Share {
  readonly amounts: Amounts;
  readonly from: AmountOrigin;
}

/** The amounts of one container in the views of the Pod that are compared while it is resized. */
export interface Shares {
  readonly spec: Share;
  readonly allocated: Share;
  readonly actuated: Share;
}

/** One container and its amounts. */
export interface ContainerShares {
  readonly container: string;
  readonly kind: ContainerKind;
  readonly path: string;
  readonly shares: Shares;
}

/** Reads the amounts of all containers: the app containers, then the init containers, each in order. */
export function readContainers(
  parts: PodParts,
  side: Side,
  resize: ResizeStatus | undefined,
): ContainerShares[] {
  const containers: ContainerShares[] = [];
  for (const field of ['containers', 'initContainers'] as const) {
    readContainerList(parts, field, ({ name, kind, path, resources }) => {
      const amounts = readResources(resources, `${path}.resources`, side);
      const spec: Share = { amounts, from: 'spec' };
      const shares = resize
        ? sharesInResize(spec, resources?.[side], name, side, resize)
        : { spec, allocated: spec, actuated: spec };
      containers.push({ container: name, kind, path, shares });
    });
  }
  return containers;
}

/** One container as it was found. */
interface ReadContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly path: string;
  readonly resources: ResourceRequirements | null | undefined;
}

/** Visits the containers of one list of a Pod. */
export function readContainerList(
  { spec, specPrefix }: PodParts,
  field: ContainerField,
  visit: (container: ReadContainer) => void,
): void {
  const listPath = `${specPrefix}${field}`;
  readList<Container>(spec[field], listPath).forEach((entry, index) => {
    const path = `${listPath}[${index}]`;
    // Go reads null as a container without fields.
    const container: Container = readObject(entry, path) ?? {};
    const restartPolicy = readString(container.restartPolicy, `${path}.restartPolicy`);
    visit({
      name: readString(container.name, `${path}.name`),
      kind: field === 'initContainers' && restartPolicy === 'Always' ? 'sidecar' : KINDS[field],
      path,
      resources: container.resources,
    });
  });
}

const KINDS = {
  initContainers: 'init',
  containers: 'app',
  ephemeralContainers: 'ephemeral',
} as const;

/**
 * What a container was granted and what it runs with; where the status does not say, the one stands in for the other
 * and the spec for both, unless the resize is infeasible.
 *
 * An empty list says that there is nothing, though the API server never stores one.
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
  // The status mostly says what the spec does, in the same words.
  const read = (list: ResourceList, listPath: string): Amounts =>
    isSameList(readObject(list, listPath), specList) ? spec.amounts : readAmounts(list, listPath);
  // There are no allocated limits.
  if (side === 'requests' && status.allocatedResources != null) {
    const amounts = read(status.allocatedResources, `${path}.allocatedResources`);
    allocated = { amounts, from: 'status.allocatedResources' };
  }
  const resources = readObject(status.resources, `${path}.resources`);
  const list = resources?.[side];
  const actuated: Share =
    list != null
      ? { amounts: read(list, `${path}.resources.${side}`), from: 'status.resources' }
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

/** Reads one side of what a container, a container status or a Pod has as its resources. */
export function readResources(
  resources: ResourceRequirements | null | undefined,
  path: string,
  side: Side,
): Amounts {
  return readAmounts(readObject(resources, path)?.[side], `${path}.${side}`);
}
