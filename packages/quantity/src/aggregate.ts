import type { QuantityInput } from '@kubesem/core';
import { parseQuantity } from './parse.js';
import { Quantity } from './quantity.js';

/**
 * Adds quantities from left to right. The first one that is not zero decides the format.
 *
 * @param list - the quantities; `undefined` and `null` are skipped
 * @returns the exact sum; zero if there are none
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an element is not a quantity
 *
 * @example
 * ```ts
 * import { sumQuantities } from '@kubesem/quantity';
 *
 * sumQuantities(['100m', '200m', 1]).toString() // => '1300m'
 * sumQuantities(['1Gi', undefined]).toString() // => '1Gi'
 * sumQuantities([]).toString() // => '0'
 * ```
 */
export function sumQuantities(list: Iterable<QuantityInput | null | undefined>): Quantity {
  let total = Quantity.of(0);
  for (const quantity of list) {
    if (quantity !== null && quantity !== undefined) {
      total = total.add(quantity);
    }
  }
  return total;
}

/** The largest quantity if `sign` is 1, the smallest if it is -1; the first of equal ones. */
function extreme(
  list: Iterable<QuantityInput | null | undefined>,
  sign: 1 | -1,
): Quantity | undefined {
  let found: Quantity | undefined;
  for (const input of list) {
    if (input === null || input === undefined) {
      continue;
    }
    const quantity = parseQuantity(input);
    if (found === undefined || quantity.cmp(found) === sign) {
      found = quantity;
    }
  }
  return found;
}

/**
 * Returns the largest quantity, and the first of equal ones.
 *
 * @param list - the quantities; `undefined` and `null` are skipped
 * @returns the largest quantity; undefined if there are none
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an element is not a quantity
 *
 * @example
 * ```ts
 * import { maxQuantity } from '@kubesem/quantity';
 *
 * maxQuantity(['1G', '1Gi', '900M'])?.toString() // => '1Gi'
 * ```
 */
export function maxQuantity(
  list: Iterable<QuantityInput | null | undefined>,
): Quantity | undefined {
  return extreme(list, 1);
}

/**
 * Returns the smallest quantity, and the first of equal ones.
 *
 * @param list - the quantities; `undefined` and `null` are skipped
 * @returns the smallest quantity; undefined if there are none
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an element is not a quantity
 *
 * @example
 * ```ts
 * import { minQuantity } from '@kubesem/quantity';
 *
 * minQuantity(['1', '900m', '1.5'])?.toString() // => '900m'
 * ```
 */
export function minQuantity(
  list: Iterable<QuantityInput | null | undefined>,
): Quantity | undefined {
  return extreme(list, -1);
}

/**
 * Limits a quantity to a range.
 *
 * @param quantity - the quantity
 * @param min - the lower bound; `undefined` and `null` mean no bound
 * @param max - the upper bound, which wins if it is below the lower one; `undefined` and `null` mean no bound
 * @returns the quantity, or the bound that it exceeds
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an argument is not a quantity
 *
 * @example
 * ```ts
 * import { clampQuantity } from '@kubesem/quantity';
 *
 * clampQuantity('10m', '100m', '2').toString() // => '100m'
 * clampQuantity('3', undefined, '2').toString() // => '2'
 * ```
 */
export function clampQuantity(
  quantity: QuantityInput,
  min: QuantityInput | null | undefined,
  max: QuantityInput | null | undefined,
): Quantity {
  const raised = maxQuantity([quantity, min]) as Quantity;
  return minQuantity([raised, max]) as Quantity;
}
