import { parseQuantity } from '@kubesem/quantity';

/** Returns the usage in percent of a request or limit; 0 if there is none. */
export function currentToDeclaredResourceToPerc(
  current: number | string,
  resource: number | string,
): number {
  const declared = parseQuantity(resource).toNumber();
  return declared === 0 ? 0 : Math.round((parseQuantity(current).toNumber() / declared) * 100);
}
