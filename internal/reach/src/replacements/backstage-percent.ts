import { quantityPercent } from '@kubesem/quantity';

/** Returns the usage in percent of a request or limit; 0 if there is none. */
export function currentToDeclaredResourceToPerc(
  current: number | string,
  resource: number | string,
): number {
  return quantityPercent(current, resource) ?? 0;
}
