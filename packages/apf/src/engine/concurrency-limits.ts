// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`finishQueueSetReconfigsLocked`, `updateBorrowingLocked`).
import type { PriorityLevelConfiguration } from '@kubesem/core';
import { type AllocationClass, allocateConcurrency } from './concurrency-allocation.js';
import type { SeatDemandStats } from './seat-demand.js';

/** The part of the nominal limit that one request may occupy. */
const MAX_SEATS_FRACTION = 0.15;

/** The seats of a priority level, as its configuration has it. */
export interface ConcurrencyLimits {
  /** Its share of the server's seats. */
  readonly nominalLimit: number;
  /** What is left to it when others borrow all that it lends. */
  readonly lowerLimit: number;
  /** What it has when it borrows all that it may. */
  readonly upperLimit: number;
}

/**
 * The concurrency shares of a priority level.
 *
 * @param level - as stored; the older name of the field will do
 * @returns its shares
 */
export function concurrencyShares(level: PriorityLevelConfiguration): number {
  const { limited, exempt } = level.spec || {};
  if (!limited) {
    return exempt?.nominalConcurrencyShares || 0;
  }
  return limited.nominalConcurrencyShares ?? (limited.assuredConcurrencyShares || 0);
}

/** A part of a limit; both are whole numbers, and a half is rounded up. */
function percentOf(limit: number, percent: number): number {
  return Math.round((limit * percent) / 100);
}

/**
 * Computes the limits of a priority level.
 *
 * @param level - as stored
 * @param serverConcurrencyLimit - the seats of the server
 * @param shareSum - the concurrency shares of all levels together
 * @returns whole seats; the nominal limit is rounded up, so that all together may be a little more than the server's
 *
 * @example
 * ```ts
 * import { concurrencyLimits } from '@kubesem/apf';
 *
 * const limited = { nominalConcurrencyShares: 40, lendablePercent: 25 };
 * concurrencyLimits({ spec: { type: 'Limited', limited } }, 600, 245) // => {
 * //   nominalLimit: 98,
 * //   lowerLimit: 73,
 * //   upperLimit: 698,
 * // }
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`finishQueueSetReconfigsLocked`).
 */
export function concurrencyLimits(
  level: PriorityLevelConfiguration,
  serverConcurrencyLimit: number,
  shareSum: number,
): ConcurrencyLimits {
  const { limited, exempt } = level.spec || {};
  const nominalLimit = Math.ceil((serverConcurrencyLimit * concurrencyShares(level)) / shareSum);
  const lendable = percentOf(nominalLimit, (limited ?? exempt)?.lendablePercent || 0);
  const borrowingPercent = limited?.borrowingLimitPercent ?? undefined;
  const borrowing =
    borrowingPercent === undefined
      ? serverConcurrencyLimit
      : percentOf(nominalLimit, borrowingPercent);
  return {
    nominalLimit,
    lowerLimit: nominalLimit - lendable,
    upperLimit: nominalLimit + borrowing,
  };
}

/**
 * The most seats that one request of a level may be estimated to occupy.
 *
 * @param nominalLimit - of the level
 * @param handSize - queues to a flow
 * @returns whole seats, at least 1
 */
export function maxSeatsOf(nominalLimit: number, handSize: number): number {
  return Math.max(
    1,
    Math.min(Math.ceil(nominalLimit * MAX_SEATS_FRACTION), Math.trunc(nominalLimit / handSize)),
  );
}

/** A priority level at the end of a period, when seats are lent anew. */
export interface BorrowingLevel extends ConcurrencyLimits {
  /** Whether its requests are never limited. */
  readonly isExempt: boolean;
  /** The seats that it has up to now. */
  readonly currentLimit: number;
  /** Its demand, with that of the period. */
  readonly stats: SeatDemandStats;
}

/** Who gets how many seats for the next period. */
export interface Borrowing {
  /** The seats of each level. */
  readonly currentLimits: readonly number[];
  /** What each level is meant to have at the same proportion; its lowest limit for an exempt one. */
  readonly targets: readonly number[];
  /** The part of its target that each level gets whose bounds do not matter; 0 if the bounds decide alone. */
  readonly fairFraction: number;
}

/** What a level keeps whatever others want: what it needed lately, of its own seats. */
function lowestCurrentLimit({ isExempt, lowerLimit, nominalLimit, stats }: BorrowingLevel): number {
  const needed = isExempt ? stats.highWatermark : Math.min(nominalLimit, stats.highWatermark);
  return Math.max(lowerLimit, needed);
}

/**
 * Lends the seats that levels do not need to those that need them.
 *
 * @param levels - all of the server
 * @returns the new limits, in the same order
 *
 * @example
 * ```ts
 * import { borrowSeats } from '@kubesem/apf';
 *
 * const demand = (seats: number) => ({ highWatermark: seats, average: seats, deviation: 0, smoothed: seats });
 * const { currentLimits } = borrowSeats([
 *   { isExempt: false, nominalLimit: 20, lowerLimit: 10, upperLimit: 60, currentLimit: 20, stats: demand(50) },
 *   { isExempt: false, nominalLimit: 40, lowerLimit: 10, upperLimit: 100, currentLimit: 40, stats: demand(10) },
 * ]);
 * currentLimits // => [50, 10]
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`updateBorrowingLocked`).
 */
export function borrowSeats(levels: readonly BorrowingLevel[]): Borrowing {
  const lowest = levels.map(lowestCurrentLimit);
  const targets = levels.map(({ isExempt, stats }, i) =>
    isExempt ? (lowest[i] as number) : Math.max(lowest[i] as number, stats.smoothed),
  );
  let total = 0;
  let remaining = 0;
  let lowerSum = 0;
  let lowestSum = 0;
  const classes: AllocationClass[] = [];
  levels.forEach(({ isExempt, nominalLimit, lowerLimit, upperLimit: upperBound }, i) => {
    const lowerBound = lowest[i] as number;
    total += nominalLimit;
    remaining += nominalLimit;
    if (isExempt) {
      remaining -= lowerBound;
    } else {
      lowerSum += lowerLimit;
      lowestSum += lowerBound;
      classes.push({ target: targets[i] as number, lowerBound, upperBound });
    }
  });
  const isSqueezed = remaining <= lowestSum;
  const squeeze = remaining <= lowerSum ? 0 : (remaining - lowerSum) / (lowestSum - lowerSum);
  const allocation = isSqueezed ? undefined : allocateConcurrency(total, classes);
  let next = 0;
  const currentLimits = levels.map(({ isExempt, currentLimit, lowerLimit }, i) => {
    const wanted = lowest[i] as number;
    if (isExempt) {
      return wanted;
    }
    if (isSqueezed) {
      return lowerLimit + Math.round((wanted - lowerLimit) * squeeze);
    }
    return allocation ? Math.round(allocation.allocations[next++] as number) : currentLimit;
  });
  return { currentLimits, targets, fairFraction: allocation ? allocation.fairProportion : 0 };
}
