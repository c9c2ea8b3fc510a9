import { quantityOr, quantityRatio } from '@kubesem/quantity';

/** Returns which part of a quota is used; 0 if nothing is allowed. */
export function getUsageRatio(_name: string, used: string, hard: string): number {
  return quantityRatio(quantityOr(used, 0), quantityOr(hard, 0)) ?? 0;
}
