import { quantityOr } from '@kubesem/quantity';

/** Returns bytes, cores or a count; `NaN` if the text is not a quantity. */
export function parseSi(text: string): number {
  return quantityOr(text, undefined)?.toNumber() ?? Number.NaN;
}
