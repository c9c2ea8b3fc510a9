import type { Quantity } from '@kubesem/quantity';
import type { PodContainer, PodLevelResources } from '@kubesem/resources';
import { readAmount, thousandths, units } from '../amounts.js';
import { type HugepageLimits, hugepageSize } from './hugepages.js';

/** What a container, or a Pod as a whole, requests and may use, as far as cgroups depend on it; zero is not set. */
export interface WrittenAmounts {
  /** Undefined only where it is not even zero. */
  readonly cpuRequestMilli: bigint | undefined;
  readonly cpuLimitMilli: bigint;
  readonly memoryRequestBytes: bigint;
  readonly memoryLimitBytes: bigint;
  readonly hugepageLimits: HugepageLimits;
}

/** Reads the amounts; `path` is that of the object that holds requests and limits. */
export function readWrittenAmounts(
  { requests, limits }: PodContainer | PodLevelResources,
  path: string,
): WrittenAmounts {
  const request = (name: string): Quantity | undefined =>
    readAmount(requests, name, `${path}.requests`);
  const limit = (name: string): Quantity | undefined => readAmount(limits, name, `${path}.limits`);
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
