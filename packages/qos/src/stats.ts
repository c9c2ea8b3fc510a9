import type { Fields } from '@kubesem/core/internal';

/** Reads a number of the kubelet's stats, 0 if it is absent. A bigint, because sums may exceed 2^53. */
export function readCount<T extends object>(stats: Fields<T>, field: keyof T & string): bigint {
  return BigInt(stats.integer(field, { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0);
}
