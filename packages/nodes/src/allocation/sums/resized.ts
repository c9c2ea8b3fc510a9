// Pods whose status has other amounts than their spec: the scheduler counts both.
import {
  ABSENT,
  type Container,
  type ContainerStatus,
  fields,
  type Pod,
  type ResourceList,
} from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { Amounts } from '@kubesem/resources';
import { countedComputation } from '../../fit/sums.js';
import { computeReadable } from '../read.js';
import { AmountSums } from './amount-sums.js';

/** The requests of the resized Pods of a node: from their specs, and as the scheduler counts them. */
export class ResizedSums {
  private readonly specs = new AmountSums();
  private readonly counted = new AmountSums();

  /** Adds a Pod if its status counts. Fields of the status that cannot be read count as absent. */
  add(pod: Pod, requests: Amounts): void {
    if (isResized(pod)) {
      this.specs.add(requests);
      this.counted.add(computeReadable(pod, countedComputation, ABSENT).result);
    }
  }

  addAll({ specs, counted }: ResizedSums): void {
    this.specs.add(specs.total());
    this.counted.add(counted.total());
  }

  /** What the scheduler counts more than the specs, or less; only resources that differ. */
  difference(): Amounts {
    const specs = this.specs.total();
    const differences = new Map<string, Quantity>();
    for (const [name, amount] of this.counted.total()) {
      const spec = specs.get(name);
      const difference = spec === undefined ? amount : amount.sub(spec);
      if (!difference.isZero()) {
        differences.set(name, difference);
      }
    }
    return differences;
  }
}

/**
 * Whether the amounts of the status can differ from those of the spec. For most Pods they are the same texts.
 *
 * It runs for each Pod of a cluster, so containers are read by hand: one of the wrong type at most counts as resized.
 */
function isResized(pod: Pod): boolean {
  const object = fields(pod, ABSENT);
  const [spec, status] = [object.at('spec'), object.at('status')];
  if (status.has('resources') || status.has('allocatedResources')) {
    return true;
  }
  const statuses = [...status.list('containerStatuses'), ...status.list('initContainerStatuses')];
  const specs = [...spec.list('containers'), ...spec.list('initContainers')];
  return statuses.some((each: ContainerStatus | null | undefined, index) => {
    const lists = [each?.resources?.requests, each?.allocatedResources];
    const isOwn = (container: Container | null | undefined) => container?.name === each?.name;
    const own = isOwn(specs[index]) ? specs[index] : specs.find(isOwn);
    return lists.some((list) => list != null && !isSame(list, own?.resources?.requests ?? {}));
  });
}

function isSame(list: ResourceList, spec: ResourceList): boolean {
  const names = Object.keys(list);
  return (
    names.length === Object.keys(spec).length && names.every((name) => list[name] === spec[name])
  );
}
