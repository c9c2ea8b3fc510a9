import { bareObject } from '@kubesem/core/internal';
import { type Amounts, isHugePages } from '@kubesem/resources/internal';
import type { AllocatedAmounts } from './allocation.js';
import { type Int64, toInt64 } from './int64.js';

/** The allocatable amount of each resource. */
export type Capacities = ReadonlyMap<string, Capacity>;

interface Capacity {
  /** The int64 that describe computes with, as a float64. */
  readonly int64: number;
  readonly value: number;
}

/** The smallest int64: on most machines Go converts NaN and everything out of range to it. */
const NO_PERCENT = -9223372036854775808;

/** Converts allocatable amounts for comparing with them. */
export function capacitiesOf(allocatable: Amounts): Capacities {
  const capacities = new Map<string, Capacity>();
  for (const [name, amount] of allocatable) {
    capacities.set(name, { int64: Number(toInt64(name, amount)), value: amount.toNumber() });
  }
  return capacities;
}

/** Whether kubectl prints a percentage of the resource. */
function hasPercent(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || isHugePages(name);
}

/**
 * Computes the whole percentage that kubectl prints; for Pods kubectl does not check the divisor.
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function percentOf(amount: Int64, allocatable: number): number {
  // In the order of kubectl, because it rounds twice.
  const percent = (Number(amount) / allocatable) * 100;
  const isInt64 = percent >= NO_PERCENT && percent < -NO_PERCENT;
  return isInt64 ? Math.trunc(percent) + 0 : NO_PERCENT; // + 0 turns -0 into 0
}

/** Computes a ratio; undefined if the whole is zero or the ratio is not a finite float. */
function ratioOf(part: number, whole: number): number | undefined {
  const ratio = part / whole;
  return Number.isFinite(ratio) ? ratio : undefined;
}

/** Amounts in the form in which callers receive them, in the row of a Pod or in a total. */
export function toShares(
  amounts: Amounts,
  capacities: Capacities,
  kind: 'row' | 'total',
): AllocatedAmounts {
  return bareObject(amounts, (amount, name) => {
    const capacity = capacities.get(name);
    const [int64, value] = capacity ? [capacity.int64, capacity.value] : [0, 0];
    const isGuarded = int64 === 0 && (kind === 'total' || (name !== 'cpu' && name !== 'memory'));
    const percent = isGuarded ? 0 : percentOf(toInt64(name, amount), int64);
    return {
      amount,
      ratio: ratioOf(amount.toNumber(), value),
      percent: hasPercent(name) ? percent : undefined,
    };
  });
}
