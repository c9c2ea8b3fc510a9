import type { Quantity } from '@kubesem/quantity';

/** Amounts under construction; without a prototype, see `ResourceQuantities`. */
export interface Amounts {
  [name: string]: Quantity;
}

/** An empty map. */
export function noAmounts(): Amounts {
  return Object.create(null) as Amounts;
}

/** Adds `amount` to what stands under `name`, which keeps its format unless it is zero. */
export function addAmount(total: Amounts, name: string, amount: Quantity): void {
  const sum = total[name];
  total[name] = sum === undefined ? amount : sum.add(amount);
}

/** Adds every amount to the total. */
export function addAmounts(total: Amounts, amounts: Amounts): void {
  for (const name of Object.keys(amounts)) {
    addAmount(total, name, amounts[name] as Quantity);
  }
}

/** Raises the total, name by name, to the amounts that are higher; on a tie the total stays. */
export function raiseTo(total: Amounts, amounts: Amounts): void {
  for (const name of Object.keys(amounts)) {
    const amount = amounts[name] as Quantity;
    const highest = total[name];
    if (highest === undefined || amount.cmp(highest) > 0) {
      total[name] = amount;
    }
  }
}

/** The amounts of the names that `names` has, too. */
export function pick(amounts: Amounts, names: Amounts): Amounts {
  const picked = noAmounts();
  for (const name of Object.keys(names)) {
    const amount = amounts[name];
    if (amount !== undefined) {
      picked[name] = amount;
    }
  }
  return picked;
}

/** The same amounts in a map of their own. */
export function copyOf(amounts: Amounts): Amounts {
  return Object.assign(noAmounts(), amounts);
}

/** Whether nothing is set. */
export function isEmpty(amounts: Amounts): boolean {
  return Object.keys(amounts).length === 0;
}
