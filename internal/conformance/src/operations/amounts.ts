import type { Quantity } from '@kubesem/quantity';
import type { Comparison } from '../comparison.js';
import { compareFormat } from './quantity-record.js';

/** A quantity as text and exactly, as the oracle writes it. */
export interface Amount {
  readonly string: string;
  readonly canonical: string;
  readonly format: string;
  readonly unscaled: string;
  readonly exponent: number;
}

/** Amounts by the name of the resource. */
export type Amounts = { readonly [resource: string]: Amount };

/** Compares two lists of amounts: the same names, and for each the same value, format and text. */
export function compareAmounts(
  theirs: Amounts,
  ours: { readonly [resource: string]: Quantity | undefined },
  comparison: Comparison,
): void {
  const names = Object.keys(theirs).sort().join();
  comparison.field('names', names, Object.keys(ours).sort().join());
  for (const [name, amount] of Object.entries(theirs)) {
    const quantity = ours[name];
    if (quantity !== undefined) {
      compareAmount(name, amount, quantity, comparison);
    }
  }
}

function compareAmount(
  name: string,
  { string, canonical, format, unscaled, exponent }: Amount,
  ours: Quantity,
  comparison: Comparison,
): void {
  comparison.field(`${name} string`, string, ours.toString());
  comparison.field(`${name} canonical`, canonical, ours.mul(1).toString());
  compareFormat(`${name} format`, format, ours, comparison);
  const rounded = String(ours.scaledValue(exponent));
  const isExact = rounded === unscaled && ours.neg().scaledValue(exponent) === -BigInt(unscaled);
  comparison.field(
    `${name} value`,
    `${unscaled}e${exponent}`,
    isExact ? `${unscaled}e${exponent}` : `${ours}`,
  );
}
