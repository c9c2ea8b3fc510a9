import { bareObject } from '@kubesem/core';
import type { Amounts } from '@kubesem/resources';
import { isHugePages } from '@kubesem/resources';
import type { AllocatedAmounts } from './allocation.js';
import { type Int64, toInt64 } from './int64.js';

/** What there is of each resource. */
export type Capacities = ReadonlyMap<string, Capacity>;

interface Capacity {
  /** What the int64 of describe comes to as a float64. */
  readonly int64: number;
  readonly value: number;
}

/** The smallest int64: what a float64 that is no number, or beyond, becomes in Go on most machines. */
const NO_PERCENT = -9223372036854775808;

/** What amounts are compared with. */
export function capacitiesOf(allocatable: Amounts): Capacities {
  const capacities = new Map<string, Capacity>();
  for (const [name, amount] of allocatable) {
    capacities.set(name, { int64: Number(toInt64(name, amount)), value: amount.toNumber() });
  }
  return capacities;
}

/** The resources of which kubectl prints a percentage. */
function hasPercent(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || isHugePages(name);
}

/**
 * The whole percent that kubectl prints: of Pods without a look at the divisor.
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function percentOf(amount: Int64, allocatable: number): number {
  // In this order, as there: it rounds twice.
  const percent = (Number(amount) / allocatable) * 100;
  const isInt64 = percent >= NO_PERCENT && percent < -NO_PERCENT;
  return isInt64 ? Math.trunc(percent) + 0 : NO_PERCENT; // + 0 turns -0 into 0
}

/** A share of something; undefined where that is nothing, and where no float holds the share. */
export function ratioOf(part: number, whole: number): number | undefined {
  const ratio = part / whole;
  return Number.isFinite(ratio) ? ratio : undefined;
}

/** The amounts as callers get them; those of a row of a Pod, or a total. */
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
