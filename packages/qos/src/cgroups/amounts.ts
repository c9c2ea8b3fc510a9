import type { Quantity } from '@kubesem/quantity';
import { type ResourceLists, readAmount } from '@kubesem/resources/internal';
import { units } from '../amounts.js';
import { type HugepageLimits, hugepageSize } from './hugepages.js';

/** Requests and limits of a container or a Pod, as far as cgroups depend on them. */
export interface CgroupAmounts {
  readonly cpuRequest: Quantity | undefined;
  /** Undefined if it is not set, or zero. */
  readonly cpuLimit: Quantity | undefined;
  readonly memoryRequestBytes: bigint;
  /** Undefined if it is not set, or zero. */
  readonly memoryLimit: Quantity | undefined;
  readonly hugepageLimits: HugepageLimits;
}

/** Reads the amounts. */
export function readCgroupAmounts({ requests, limits }: ResourceLists): CgroupAmounts {
  const nonZeroLimit = (name: string): Quantity | undefined => {
    const amount = readAmount(limits, name);
    return amount?.isZero() ? undefined : amount;
  };
  const hugepageLimits = new Map<bigint, bigint>();
  for (const name of Object.keys(limits.value)) {
    const size = hugepageSize(name);
    if (size !== undefined) {
      hugepageLimits.set(size, units(readAmount(limits, name)));
    }
  }
  return {
    cpuRequest: readAmount(requests, 'cpu'),
    cpuLimit: nonZeroLimit('cpu'),
    memoryRequestBytes: units(readAmount(requests, 'memory')),
    memoryLimit: nonZeroLimit('memory'),
    hugepageLimits,
  };
}
