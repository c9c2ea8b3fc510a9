import { childPath, type FieldPath } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { WrittenResources } from '@kubesem/resources';
import { readAmount, thousandths, units } from '../amounts.js';
import { type HugepageLimits, hugepageSize } from './hugepages.js';

/** Requests and limits of a container or a Pod, as far as cgroups depend on them; zero is the same as not set. */
export interface CgroupAmounts {
  /** Undefined if it is not set, not even to zero. */
  readonly cpuRequestMilli: bigint | undefined;
  readonly cpuLimitMilli: bigint;
  readonly memoryRequestBytes: bigint;
  readonly memoryLimitBytes: bigint;
  readonly hugepageLimits: HugepageLimits;
}

/** Reads the amounts; `path` is that of the field `resources`. */
export function readCgroupAmounts(
  { requests, limits }: WrittenResources,
  path: FieldPath,
): CgroupAmounts {
  const requestsPath = childPath(path, 'requests');
  const limitsPath = childPath(path, 'limits');
  const request = (name: string): Quantity | undefined => readAmount(requests, name, requestsPath);
  const limit = (name: string): Quantity | undefined => readAmount(limits, name, limitsPath);
  const cpuRequest = request('cpu');
  const hugepageLimits = new Map<bigint, bigint>();
  for (const name of Object.keys(limits)) {
    const size = hugepageSize(name);
    if (size !== undefined) {
      hugepageLimits.set(size, units(limit(name)));
    }
  }
  return {
    cpuRequestMilli: cpuRequest && thousandths(cpuRequest),
    cpuLimitMilli: thousandths(limit('cpu')),
    memoryRequestBytes: units(request('memory')),
    memoryLimitBytes: units(limit('memory')),
    hugepageLimits,
  };
}
