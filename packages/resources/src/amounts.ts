// Amounts during a computation, and the form in which callers receive them.
import { bareObject } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';

/**
 * Amounts by resource name, such as `cpu`, `memory`, `hugepages-2Mi` or `example.com/gpu`.
 *
 * The object inherits no string key, so `__proto__` and `constructor` are names like any other. The keys are in the order in
 * which the names first appear in the Pod (names that look like array indexes come first). A name that is not set is
 * absent; a name set to zero is present.
 */
export interface ResourceQuantities {
  /** The amount of one resource, in its base unit: cores, bytes, or a count. */
  readonly [name: string]: Quantity | undefined;
}

/**
 * Amounts by resource name, as the computations pass them on; a `Map` is several times as fast as a bare object.
 */
export type Amounts = ReadonlyMap<string, Quantity>;

/**
 * Amounts under construction.
 */
export type MutableAmounts = Map<string, Quantity>;

/** No amounts. */
export const NO_AMOUNTS: Amounts = /* @__PURE__ */ new Map();

/** Adds one amount to the total of its name. The total keeps its format unless it is zero. */
export function addAmount(total: MutableAmounts, name: string, amount: Quantity): void {
  const sum = total.get(name);
  total.set(name, sum === undefined ? amount : sum.add(amount));
}

/**
 * Adds every amount to the total of its name. A total keeps its format unless it is zero.
 */
export function addAmounts(total: MutableAmounts, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    addAmount(total, name, amount);
  }
}

/** The sum of both; the left one itself if nothing is added. */
export function sumOf(left: Amounts, right: Amounts): Amounts {
  if (right.size === 0) {
    return left;
  }
  const total = new Map(left);
  addAmounts(total, right);
  return total;
}

/** The amounts, replaced by the overrides of the same name; other overrides are added. */
export function overriddenBy(amounts: Amounts, overrides: Amounts): Amounts {
  return overrides.size === 0 ? amounts : new Map([...amounts, ...overrides]);
}

/** Raises the total, name by name, to the amounts that are higher; on a tie the total stays. */
export function raiseTo(total: MutableAmounts, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const highest = total.get(name);
    if (highest === undefined || amount.cmp(highest) > 0) {
      total.set(name, amount);
    }
  }
}

/** The highest amount of each name, and on a tie the first; a single list is returned itself. */
export function highestOf(lists: readonly Amounts[]): Amounts {
  const [first = NO_AMOUNTS, ...others] = lists;
  if (others.length === 0) {
    return first;
  }
  const highest = new Map(first);
  for (const amounts of others) {
    raiseTo(highest, amounts);
  }
  return highest;
}

/**
 * Returns amounts in the form in which callers receive them.
 */
export function toResourceQuantities(amounts: Amounts): ResourceQuantities {
  return bareObject(amounts, (amount) => amount);
}
