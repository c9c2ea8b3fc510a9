import { quantityOr } from '@kubesem/quantity';

/** Returns the bytes of an amount of memory or disk space; `NaN` if it is not a quantity. */
export function parseRam(value: string): number {
  return quantityOr(value || '0', undefined)?.toNumber() ?? Number.NaN;
}
