import { safeParseQuantity } from '@kubesem/quantity';

const toNumber = (text: string): number => safeParseQuantity(text).value?.toNumber() ?? 0;

/** Returns which part of a quota is used; 0 if nothing is allowed. */
export function getUsageRatio(_name: string, used: string, hard: string): number {
  const limit = toNumber(hard);
  return limit === 0 ? 0 : toNumber(used) / limit;
}
