import { safeParseQuantity } from '@kubesem/quantity';
import { units } from '../amounts.js';

/** How much of one size of huge pages a cgroup may use. */
export interface HugepageLimit {
  /** The size as the names of the cgroup files have it: `2MB` in `hugetlb.2MB.max`, of `hugepages-2Mi`. */
  readonly pageSize: string;
  /** The limit in bytes. */
  readonly limitBytes: number;
}

/** Limits in bytes by the size of the pages in bytes. */
export type HugepageLimits = ReadonlyMap<bigint, bigint>;

const PREFIX = 'hugepages-';

/** The size of pages that a resource is named after, in bytes; undefined for other resources. */
export function hugepageSize(resource: string): bigint | undefined {
  if (!resource.startsWith(PREFIX)) {
    return undefined;
  }
  const { value } = safeParseQuantity(resource.slice(PREFIX.length));
  return value === undefined || value.sign() <= 0 ? undefined : units(value);
}

/** The limits as callers get them, smallest pages first. */
export function toHugepageLimits(limits: HugepageLimits): HugepageLimit[] {
  return [...limits]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([size, limit]) => ({ pageSize: hugepageSizeName(size), limitBytes: Number(limit) }));
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper` v1.37.1, `HugePageUnitSizeFromByteSize`. */
function hugepageSizeName(bytes: bigint): string {
  const kibi = BigInt(1024);
  const suffixes = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let size = bytes;
  let unit = 0;
  while (size % kibi === BigInt(0) && unit < suffixes.length - 1) {
    size /= kibi;
    unit++;
  }
  return `${size}${suffixes[unit]}`;
}
