// Pods whose status has other amounts than their spec: the scheduler counts both.
import { listOf, objectOf, objectsOf, type Pod } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { Amounts } from '@kubesem/resources';
import { countedComputation } from '../../fit/sums.js';
import { computeReadable } from '../readable-pod.js';
import { AmountSums } from './amount-sums.js';

/** The requests of the resized Pods of a node: from their specs, and as the scheduler counts them. */
export class ResizedSums {
  private readonly specs = new AmountSums();
  private readonly counted = new AmountSums();

  /** Adds a Pod if its status counts. Fields of the status that cannot be read count as absent. */
  add(pod: Pod, requests: Amounts): void {
    if (isResized(pod)) {
      this.specs.add(requests);
      this.counted.add(computeReadable(pod, countedComputation, () => undefined).result);
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

interface WithRequests {
  readonly name?: unknown;
  readonly resources?: { readonly requests?: unknown } | null | undefined;
}

interface ContainerAmounts extends WithRequests {
  readonly allocatedResources?: unknown;
}

/** Whether the amounts of the status can differ from those of the spec. For most Pods they are the same texts. */
function isResized({ spec, status }: Pod): boolean {
  const { containerStatuses, initContainerStatuses, resources, allocatedResources } =
    objectOf(status);
  if (isSet(resources) || isSet(allocatedResources)) {
    return true;
  }
  const statuses: readonly ContainerAmounts[] = [
    ...objectsOf(listOf(containerStatuses)),
    ...objectsOf(listOf(initContainerStatuses)),
  ];
  const { containers, initContainers } = objectOf(spec);
  const specs: readonly WithRequests[] = [
    ...objectsOf(listOf(containers)),
    ...objectsOf(listOf(initContainers)),
  ];
  return statuses.some((each, index) => {
    const found = [objectOf(each.resources).requests, each.allocatedResources].filter(isSet);
    if (found.length === 0) {
      return false;
    }
    const own =
      specs[index]?.name === each.name
        ? specs[index]
        : specs.find(({ name }) => name === each.name);
    return found.some((amounts) => !isSame(amounts, objectOf(own?.resources).requests));
  });
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isSame(found: unknown, spec: unknown): boolean {
  const [a, b] = [objectOf(found as Texts), objectOf(spec as Texts)];
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

interface Texts {
  readonly [name: string]: unknown;
}
