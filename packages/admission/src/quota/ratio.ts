import type { Quantity } from '@kubesem/quantity';

/** Computes a ratio; undefined if the limit is zero, and if the ratio is not a finite float. */
export function ratioOf(used: Quantity, hard: Quantity): number | undefined {
  // Whole numbers: 0.15 / 0.2 is less than 0.75.
  const scale = Math.min(used.scale, hard.scale);
  const ratio = Number(used.scaledValue(scale)) / Number(hard.scaledValue(scale));
  return Number.isFinite(ratio) ? ratio : undefined;
}
