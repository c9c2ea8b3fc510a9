import { quantityOr } from '@kubesem/quantity';

/** Returns the number of a quantity; `null` if the text is not a quantity. */
export function parseNumberWithMagnitudeSuffix(text: string): number | null {
  return quantityOr(text, undefined)?.toNumber() ?? null;
}
