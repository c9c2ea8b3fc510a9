// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `finishQueueSetReconfigsLocked` and `updateBorrowingLocked`.

import { type PriorityLevelConfiguration } from '@kubesem/core';
import { ABSENT, AMOUNT_OPTION, COUNT_OPTION, fields, readOption } from '@kubesem/core/internal';
import { type AllocationClass, concurrencyAllocation } from './concurrency-allocation.js';
import type { SeatDemandStats } from './seat-demand.js';

/** The part of the nominal limit that one request may occupy at most. */
const MAX_SEATS_FRACTION = 0.15;

/** The seats of a priority level according to its configuration. */
export interface ConcurrencyLimits {
  /** Its share of the server's seats. */
  readonly nominalLimit: number;
  /** Its seats while other levels borrow everything that it can lend. */
  readonly lowerLimit: number;
  /** Its seats while it borrows as much as it can. */
  readonly upperLimit: number;
}

/**
 * Returns the concurrency shares of a priority level.
 *
 * @param level - the level, as stored; the older name of the field also counts
 * @returns its shares
 */
export function concurrencyShares(level: PriorityLevelConfiguration): number {
  const spec = fields(level, ABSENT).at('spec');
  const limited = spec.at('limited');
  const shares = (limited.isPresent ? limited : spec.at('exempt')).integer(
    'nominalConcurrencyShares',
  );
  return shares ?? limited.integer('assuredConcurrencyShares') ?? 0;
}

/** A percentage of a limit, rounded to whole seats, halves up. */
function percentOf(limit: number, percent: number): number {
  return Math.round((limit * percent) / 100);
}

/**
 * Computes the limits of a priority level.
 *
 * A field of the wrong type counts as absent.
 *
 * @param level - the level, as stored
 * @param serverConcurrencyLimit - seats of the server
 * @param shareSum - concurrency shares of all levels together
 * @returns whole seats; nominal limits are rounded up, so their sum may exceed the seats of the server
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if a number is not a whole number, 0 or more
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `finishQueueSetReconfigsLocked`.
 */
export function concurrencyLimits(
  level: PriorityLevelConfiguration,
  serverConcurrencyLimit: number,
  shareSum: number,
): ConcurrencyLimits {
  checkLimits(serverConcurrencyLimit);
  readOption('shareSum', shareSum, COUNT_OPTION, 'INVALID_LIMIT');
  const spec = fields(level, ABSENT).at('spec');
  const limited = spec.at('limited');
  const nominalLimit = Math.ceil((serverConcurrencyLimit * concurrencyShares(level)) / shareSum);
  const lendable = percentOf(
    nominalLimit,
    (limited.isPresent ? limited : spec.at('exempt')).integer('lendablePercent') ?? 0,
  );
  const borrowingPercent = limited.integer('borrowingLimitPercent');
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
 * Computes the maximum number of seats in the estimate of a request.
 *
 * @param nominalLimit - nominal limit of its level
 * @param handSize - queues of one flow
 * @returns whole seats, at least 1
 */
export function maxSeatsOf(nominalLimit: number, handSize: number): number {
  return Math.max(
    1,
    Math.min(Math.ceil(nominalLimit * MAX_SEATS_FRACTION), Math.trunc(nominalLimit / handSize)),
  );
}

/** A priority level at the end of a period, before the seats are divided. */
export interface BorrowingLevel extends ConcurrencyLimits {
  /** Whether its requests are never limited. */
  readonly isExempt: boolean;
  /** Its seats so far. */
  readonly currentLimit: number;
  /** Its demand, including that of the period. */
  readonly stats: SeatDemandStats;
}

/** The seats of all levels for the next period. */
export interface Borrowing {
  /** Seats of each level. */
  readonly currentLimits: readonly number[];
  /** Target number of seats of each level; for an exempt level, the minimum that it keeps. */
  readonly targets: readonly number[];
  /** Fraction of its target that each level between its bounds gets; 0 if only the bounds decide. */
  readonly fairFraction: number;
}

/** Seats that a level keeps in any case: those of its own that it needed lately. */
function lowestCurrentLimit({ isExempt, lowerLimit, nominalLimit, stats }: BorrowingLevel): number {
  const needed = isExempt ? stats.highWatermark : Math.min(nominalLimit, stats.highWatermark);
  return Math.max(lowerLimit, needed);
}

/**
 * Lends seats from the levels that do not need them to those that do.
 *
 * @param levels - all levels of the server
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `updateBorrowingLocked`.
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
  const allocation = isSqueezed ? undefined : concurrencyAllocation(total, classes);
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

/** Code of all wrong limits. */
const CODE = 'INVALID_LIMIT';

/**
 * Rejects limits that a server cannot have.
 *
 * @param serverConcurrencyLimit - the option
 * @param executionLimitMs - the option
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if the number of seats is not a whole
 *   number from 0 to 2^53, or if the execution limit is not a number, 0 or more
 */
export function checkLimits(serverConcurrencyLimit: number, executionLimitMs = 0): void {
  // Null is not absent: there is no default number of seats.
  readOption('serverConcurrencyLimit', serverConcurrencyLimit ?? Number.NaN, COUNT_OPTION, CODE);
  readOption('executionLimitMs', executionLimitMs ?? Number.NaN, AMOUNT_OPTION, CODE);
}
