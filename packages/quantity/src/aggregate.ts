import type { QuantityInput } from '@kubesem/core';
import { parseQuantity } from './parse.js';
import { Quantity } from './quantity.js';

/**
 * The sum of all, added from left to right, so that the first one that is not zero decides the format.
 *
 * @param list - quantities, in any form
 * @returns the exact sum; zero for an empty list
 * @throws the codes of {@link parseQuantity} if an element is no quantity
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

/** The first of those that no other one passes in the direction `sign`. */
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
 * The largest one, the first of equals.
 *
 * @param list - quantities, in any form
 * @returns the largest quantity; undefined for an empty list
 * @throws the codes of {@link parseQuantity} if an element is no quantity
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
 * The smallest one, the first of equals.
 *
 * @param list - quantities, in any form
 * @returns the smallest quantity; undefined for an empty list
 * @throws the codes of {@link parseQuantity} if an element is no quantity
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
