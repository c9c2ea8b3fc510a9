import { safeParseQuantity } from '@kubesem/quantity';
import { units } from '../amounts.js';

/** The limit of a cgroup on huge pages of one size. */
export interface HugepageLimit {
  /** The size as it appears in the names of cgroup files: `2MB` in `hugetlb.2MB.max`, for `hugepages-2Mi`. */
  readonly pageSize: string;
  /** The limit in bytes. */
  readonly limitBytes: number;
}

/** Limits in bytes by the size of the pages in bytes. */
export type HugepageLimits = ReadonlyMap<bigint, bigint>;

const PREFIX = 'hugepages-';

/** The page size in the name of a huge page resource, in bytes; undefined for other resources. */
export function hugepageSize(resource: string): bigint | undefined {
  if (!resource.startsWith(PREFIX)) {
    return undefined;
  }
  const size = units(safeParseQuantity(resource.slice(PREFIX.length)).value);
  return size > BigInt(0) ? size : undefined;
}

/**
 * The limits in the form in which callers receive them, smallest pages first. The kubelet ignores sizes without a name,
 * and converts limits to a uint64, so a negative one becomes a very high one.
 */
export function toHugepageLimits(limits: HugepageLimits): HugepageLimit[] {
  return [...limits]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([size, limit]) => {
      const pageSize = hugepageSizeName(size);
      const limitBytes = Number(BigInt.asUintN(64, limit));
      return pageSize === undefined ? [] : [{ pageSize, limitBytes }];
    });
}

/**
 * The name of a page size; undefined if it is not a small multiple of a unit.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper` v1.37.1, `HugePageUnitSizeFromByteSize`.
 */
function hugepageSizeName(bytes: bigint): string | undefined {
  const kibi = BigInt(1024);
  const suffixes = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let size = bytes;
  let unit = 0;
  while (size % kibi === BigInt(0) && unit < suffixes.length - 1) {
    size /= kibi;
    unit++;
  }
  return size > kibi && unit < suffixes.length - 1 ? undefined : `${size}${suffixes[unit]}`;
}
