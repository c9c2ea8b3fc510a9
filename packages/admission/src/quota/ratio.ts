import type { Quantity } from '@kubesem/quantity';

/** Computes a ratio; undefined if the limit is zero, and if the ratio is not a finite float. */
export function ratioOf(used: Quantity, hard: Quantity): number | undefined {
  const ratio = used.toNumber() / hard.toNumber();
  return Number.isFinite(ratio) ? ratio : undefined;
}
