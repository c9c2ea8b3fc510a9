import type { Container } from '@kubesem/core';
import { type Amounts, isEmpty, noAmounts } from './amounts.js';
import type { AmountOrigin, ContainerKind } from './explanation.js';
import type { PodParts } from './pod-parts.js';
import { type Path, readAmounts, readList, readObject } from './read.js';
import type { ResizeStatus } from './resize-status.js';

/** Which half of the resources is computed. */
export type Side = 'requests' | 'limits';

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
  readonly path: Path;
  readonly shares: Shares;
}

/** Reads the amounts of all containers: the app containers, then the init containers, each in order. */
export function readContainers(
  { spec, specPath }: PodParts,
  side: Side,
  resize: ResizeStatus | undefined,
): ContainerShares[] {
  const containers: ContainerShares[] = [];
  for (const field of ['containers', 'initContainers'] as const) {
    readList(spec[field], [...specPath, field]).forEach((entry, index) => {
      const path = [...specPath, field, index];
      // Go reads null as a container without fields.
      const container: Container = readObject(entry, path) ?? {};
      const name = container.name ?? '';
      const own: Share = { amounts: readResources(container, path, side), from: 'spec' };
      containers.push({
        container: name,
        kind: field === 'containers' ? 'app' : isSidecar(container) ? 'sidecar' : 'init',
        path,
        shares: resize
          ? sharesInResize(own, name, side, resize)
          : { spec: own, allocated: own, actuated: own },
      });
    });
  }
  return containers;
}

function isSidecar(initContainer: Container): boolean {
  return initContainer.restartPolicy === 'Always';
}

/**
 * What a container was granted and what it runs with; where the status does not say, the one stands in for the other
 * and the spec for both, unless the resize is infeasible.
 *
 * The API server never stores an empty list, so one is taken for absent.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `containerAllocatedRequests`, `containerActuatedRequests` and
 * `containerActuatedLimits`.
 */
function sharesInResize(spec: Share, name: string, side: Side, resize: ResizeStatus): Shares {
  let allocated: Share = resize.infeasible ? { amounts: noAmounts(), from: 'spec' } : spec;
  const found = resize.containers.get(name);
  if (found === undefined) {
    return { spec, allocated, actuated: allocated };
  }
  const { status, path } = found;
  // There are no allocated limits.
  if (side === 'requests') {
    const amounts = readAmounts(status.allocatedResources, [...path, 'allocatedResources']);
    allocated = isEmpty(amounts) ? allocated : { amounts, from: 'status.allocatedResources' };
  }
  const amounts = readResources(status, path, side);
  const actuated: Share = isEmpty(amounts) ? allocated : { amounts, from: 'status.resources' };
  return { spec, allocated, actuated };
}

function readResources(owner: Pick<Container, 'resources'>, path: Path, side: Side): Amounts {
  const place = [...path, 'resources'];
  return readAmounts(readObject(owner.resources, place)?.[side], [...place, side]);
}
