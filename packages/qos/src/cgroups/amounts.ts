import { childPath, type FieldPath } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { WrittenResources } from '@kubesem/resources';
import { readAmount, units } from '../amounts.js';
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

/** Reads the amounts; `path` is that of the field `resources`. */
export function readCgroupAmounts(
  { requests, limits }: WrittenResources,
  path: FieldPath,
): CgroupAmounts {
  const requestsPath = childPath(path, 'requests');
  const limitsPath = childPath(path, 'limits');
  const limit = (name: string): Quantity | undefined => readAmount(limits, name, limitsPath);
  const nonZeroLimit = (name: string): Quantity | undefined => {
    const amount = limit(name);
    return amount?.isZero() ? undefined : amount;
  };
  const hugepageLimits = new Map<bigint, bigint>();
  for (const name of Object.keys(limits)) {
    const size = hugepageSize(name);
    if (size !== undefined) {
      hugepageLimits.set(size, units(limit(name)));
    }
  }
  return {
    cpuRequest: readAmount(requests, 'cpu', requestsPath),
    cpuLimit: nonZeroLimit('cpu'),
    memoryRequestBytes: units(readAmount(requests, 'memory', requestsPath)),
    memoryLimit: nonZeroLimit('memory'),
    hugepageLimits,
  };
}
