import type { QuantityInput } from '@kubesem/core';
import { parseQuantity } from './parse.js';
import { Quantity } from './quantity.js';

/**
 * Adds quantities from left to right. The first one that is not zero decides the format.
 *
 * @param list - the quantities
 * @returns the exact sum; zero for an empty list
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an element is not a quantity
 *
 * @example
 * ```ts
 * import { sumQuantities } from '@kubesem/quantity';
 *
 * sumQuantities(['100m', '200m', 1]).toString() // => '1300m'
 * sumQuantities([]).toString() // => '0'
 * ```
 */
export function sumQuantities(list: Iterable<QuantityInput>): Quantity {
  let total = Quantity.of(0);
  for (const quantity of list) {
    total = total.add(quantity);
  }
  return total;
}

/** The largest quantity if `sign` is 1, the smallest if it is -1; the first of equal ones. */
function extreme(list: Iterable<QuantityInput>, sign: 1 | -1): Quantity | undefined {
  let found: Quantity | undefined;
  for (const input of list) {
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
 * @param list - the quantities
 * @returns the largest quantity; undefined for an empty list
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an element is not a quantity
 *
 * @example
 * ```ts
 * import { maxQuantity } from '@kubesem/quantity';
 *
 * maxQuantity(['1G', '1Gi', '900M'])?.toString() // => '1Gi'
 * ```
 */
export function maxQuantity(list: Iterable<QuantityInput>): Quantity | undefined {
  return extreme(list, 1);
}

/**
 * Returns the smallest quantity, and the first of equal ones.
 *
 * @param list - the quantities
 * @returns the smallest quantity; undefined for an empty list
 * @throws {@link QuantityParseError} with a code of {@link parseQuantity} if an element is not a quantity
 *
 * @example
 * ```ts
 * import { minQuantity } from '@kubesem/quantity';
 *
 * minQuantity(['1', '900m', '1.5'])?.toString() // => '900m'
 * ```
 */
export function minQuantity(list: Iterable<QuantityInput>): Quantity | undefined {
  return extreme(list, -1);
}
