import { type Problem } from '@kubesem/core';
import { problemOf } from '@kubesem/core/internal';
import type { QueueSetObserver, QueuingConfig } from '../engine/fair-queuing.js';
import type { Borrowing, ConcurrencyLimits } from '../levels/concurrency-limits.js';
import type { SeatDemandStats } from '../levels/seat-demand.js';

/**
 * What a controller warns of.
 *
 * - `DONE_TWICE`: `done` was called again for a finished request
 * - `NOT_DONE`: a request executed for longer than the limit, and its seats were released
 */
export type ApfWarningCode = 'DONE_TWICE' | 'NOT_DONE';

/** Incorrect use of a controller, which the controller corrected. */
export interface ApfWarning extends Problem<ApfWarningCode> {
  /** Name of the priority level. */
  readonly priorityLevel: string;
  /** Name of the FlowSchema. */
  readonly flowSchema: string;
}

const MESSAGES: { readonly [code in ApfWarningCode]: string } = {
  DONE_TWICE: 'the request is finished already; call done once',
  NOT_DONE: 'the request executed for longer than the limit, so its seats were released',
};

/** Makes a warning about a request. */
export function apfWarning(
  code: ApfWarningCode,
  { priorityLevel, flowSchema }: Pick<ApfWarning, 'priorityLevel' | 'flowSchema'>,
): ApfWarning {
  const problem = problemOf({ code, severity: 'warning', message: MESSAGES[code] });
  return { ...problem, priorityLevel, flowSchema };
}

/** The seats of a priority level after they were divided. */
export interface LevelConcurrency extends ConcurrencyLimits {
  /** Seats until the next adjustment. */
  readonly currentLimit: number;
  /**
   * Denominator of the metrics for its seats and executing requests: the current limit, or a tenth of the server's seats
   * if that is 0.
   */
  readonly denominator: number;
  /** How its requests wait. */
  readonly queuing: QueuingConfig;
  /** Its demand so far. */
  readonly stats: SeatDemandStats;
  /** Its target number of seats; see {@link Borrowing}. */
  readonly target: number;
  /** Fraction of their targets that levels get; see {@link Borrowing}. */
  readonly fairFraction: Borrowing['fairFraction'];
}

/**
 * Receives the events of a controller, after the operation that caused them and in their order.
 *
 * Methods can call the controller and can throw, as with {@link QueueSetObserver}. The `context` of a request is its
 * {@link ApfTicket}.
 */
export interface ApfObserver extends QueueSetObserver {
  /** The seats were divided. A new observer receives the current division immediately. */
  adjusted?(priorityLevel: string, concurrency: LevelConcurrency): void;
  /** A priority level was removed. Its last requests may release their final seats later. */
  removed?(priorityLevel: string): void;
  /** The controller was used incorrectly. */
  warned?(priorityLevel: string, warning: ApfWarning): void;
}
