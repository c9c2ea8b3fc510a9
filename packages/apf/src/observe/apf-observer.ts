import type { RejectionReason } from '../engine/apf-rejection.js';
import type { Borrowing, ConcurrencyLimits } from '../engine/concurrency-limits.js';
import type { QueueSet, QueuingConfig } from '../engine/queue-set.js';
import type { QueuedRequest, WorkEstimate } from '../engine/queued-request.js';
import type { RequestQueue } from '../engine/request-queue.js';
import type { SeatDemandStats } from '../engine/seat-demand.js';

/** What went wrong in the use of a controller; nothing is lost by it. */
export interface ApfWarning {
  /** `DONE_TWICE`: a ticket was given back again. `NOT_DONE`: one was kept for too long, and its seats were freed. */
  readonly code: 'DONE_TWICE' | 'NOT_DONE';
  /** Name of the priority level. */
  readonly priorityLevel: string;
  /** Name of the flow schema. */
  readonly flowSchema: string;
}

/** The seats of a priority level, each time when they are divided anew. */
export interface LevelConcurrency extends ConcurrencyLimits {
  /** What it has for now. */
  readonly currentLimit: number;
  /**
   * By what the metrics divide its seats and its requests that execute: what it has for now, or a tenth of the server's
   * seats if it has none.
   */
  readonly denominator: number;
  /** How its requests wait. */
  readonly queuing: QueuingConfig;
  /** Its demand up to now. */
  readonly stats: SeatDemandStats;
  /** What it is meant to have at the same proportion; see {@link Borrowing}. */
  readonly target: number;
  /** The proportion; see {@link Borrowing}. */
  readonly fairFraction: Borrowing['fairFraction'];
}

/**
 * Is told what a controller does, while it does it: the methods are called in the order of the events.
 *
 * They must not call the controller. What they throw changes nothing for the requests and is not thrown to whoever
 * called the controller: it surfaces as the rejection of a promise that nobody handles, as errors of event listeners
 * surface. The first parameter is always the name of the priority level; the `context` of a request is its ticket.
 */
export interface ApfObserver {
  /** A request came and was classified. */
  arrived?(priorityLevel: string, flowSchema: string, work: WorkEstimate): void;
  /** A request waits; `queueLength` counts it, too. */
  enqueued?(priorityLevel: string, request: QueuedRequest, queueLength: number): void;
  /** A request waits no longer: it is dispatched or cancelled. `seats` are those for which it waited. */
  dequeued?(priorityLevel: string, request: QueuedRequest, seats: number): void;
  /** A request executes. */
  dispatched?(priorityLevel: string, request: QueuedRequest): void;
  /** A request that arrived is not executed, whether it waited or not; `waitNs` is how long. */
  rejected?(
    priorityLevel: string,
    flowSchema: string,
    reason: RejectionReason,
    waitNs: number,
  ): void;
  /** A request has finished; its final seats may still be occupied. `executionNs` is how long it executed. */
  finished?(priorityLevel: string, request: QueuedRequest, executionNs: number): void;
  /** A request occupies no seats any more. */
  released?(priorityLevel: string, request: QueuedRequest): void;
  /** The seats that are occupied and those that are waited for changed. */
  seatDemand?(priorityLevel: string, seats: number): void;
  /** The request that is next in turn needs more seats than are free. */
  noAccommodation?(priorityLevel: string, flowSchema: string): void;
  /** A queue is the next in turn: its oldest request is dispatched now. */
  queueChosen?(priorityLevel: string, queueSet: QueueSet, queue: RequestQueue): void;
  /** Time may have passed; `seatSeconds` is the progress meter of the level's queues. */
  progressed?(priorityLevel: string, seatSeconds: number): void;
  /** The seats were divided anew. A new observer is told at once how they are divided. */
  adjusted?(priorityLevel: string, concurrency: LevelConcurrency): void;
  /** A priority level is gone. */
  removed?(priorityLevel: string): void;
  /** The controller was used wrongly. */
  warned?(priorityLevel: string, warning: ApfWarning): void;
}
