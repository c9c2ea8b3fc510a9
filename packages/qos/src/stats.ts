import { type FieldPath, readInteger } from '@kubesem/core';

/** Reads a number of the kubelet's stats, 0 if it is absent. A bigint, because sums may exceed 2^53. */
export function readCount(value: unknown, path: FieldPath): bigint {
  return BigInt(readInteger(value, path, { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0);
}
