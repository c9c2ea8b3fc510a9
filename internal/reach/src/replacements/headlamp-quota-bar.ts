import { parseQuantity } from '@kubesem/quantity';

/** Returns which part of a quota is used; 0 if nothing is allowed. */
export function getUsageRatio(_name: string, used: string, hard: string): number {
  const limit = parseQuantity(hard).toNumber();
  return limit === 0 ? 0 : parseQuantity(used).toNumber() / limit;
}
