// How a priority level decides which request executes next. Read this first; `queue-set.ts` is the mechanism.
//
// Seats. A priority level may occupy a number of seats at a time, its limit. A request occupies some seats while it
// executes and, after a write, some for the watch events that follow. It is dispatched as soon as its seats fit below
// the limit; a request wider than the limit executes alone.
//
// Shuffle sharding. A level has many queues. A hash deals each flow a small hand of them, always the same, and each
// request joins the queue of the hand in which the least work waits. A flow that floods the level fills only its own
// hand, and most other flows have a queue outside of it. A request is rejected if its queue is full.
//
// Fair queuing. The ideal server would serve all active queues at the same time and at the same rate. A progress meter
// R counts what each active queue has been entitled to so far, in seat-seconds: while the time t passes, it grows by
//
//     t * min(limit, seats in use and waited for) / active queues
//
// On this meter each queue has a point where its next request starts, never before the request arrived: an idle queue
// saves up no claims. A request finishes, on the meter, at its start plus its work, which is its seats times their
// duration. Whenever seats are free, the request that would finish first is dispatched, and its queue is charged with
// its work. Equal queues take turns. How long a request executes is unknown at its dispatch: 3 ms are assumed, and the
// queue is corrected when the request finishes.
//
// If the first request in turn needs more seats than are free, all others wait with it. Otherwise narrow requests would
// pass a wide one forever.
//
// Order of calls. A dispatch changes the queue set first, and then calls the request's own `onDispatch`, which admits the
// ticket. Observers receive the events afterwards, when the whole operation is complete.
//
// Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset` v0.37.1, `doc.go`; KEP-1040.

import type { FlowHash } from '../requests/flow-hash.js';
import type { WorkEstimate } from '../requests/work-estimate.js';
import type { QueuedRequest } from './request-queue.js';

/** How the requests of a priority level wait. */
export interface QueuingConfig {
  /**
   * Number of queues. If 0, no request waits: it is rejected if no seat is free. If negative, the level is exempt, and
   * every request executes immediately.
   */
  readonly desiredNumQueues: number;
  /** Maximum number of requests that wait in one queue while all seats are occupied. */
  readonly queueLengthLimit: number;
  /** Number of queues that one flow may use. */
  readonly handSize: number;
}

/** Why a queue set rejects a request: its queue is full, or the set has no queues and no seat is free. */
export type QueueSetRejection = 'queue-full' | 'concurrency-limit';

/**
 * Why a request does not execute, as the metrics of the API server count it. A request that its client cancelled counts
 * as `time-out`.
 */
export type RejectionReason = QueueSetRejection | 'time-out';

/** An arriving request. */
export interface QueueSetArrival {
  /** Its estimated work. */
  readonly workEstimate: WorkEstimate;
  /** Hash of its flow, which selects its queues; required with more than one queue. */
  readonly hash?: FlowHash | undefined;
  /** Name of the FlowSchema that it matched. */
  readonly flowSchema?: string | undefined;
  /** Distinguishes its flow from other flows of the same FlowSchema. */
  readonly flowDistinguisher?: string | undefined;
  /**
   * Called when the request is dispatched, possibly before `start` returns. It can call the queue set. An error that it
   * throws becomes an unhandled rejection and does not affect the request.
   */
  readonly onDispatch?: ((request: QueuedRequest) => void) | undefined;
  /** Data of the caller, stored with the request. */
  readonly context?: unknown;
}

/** The queues of a queue set at the moment of a dispatch; positions are seat-seconds on the progress meter. */
export interface QueueChoice {
  /** The progress meter. */
  readonly progress: number;
  /** Where the next request of the chosen queue starts. */
  readonly nextDispatch: number;
  /** The queues in which requests wait, including the chosen one. */
  readonly waiting: readonly {
    /** Where the next request of the queue starts. */
    readonly nextDispatch: number;
    /** Seats of the requests from the queue. */
    readonly seatsInUse: number;
  }[];
}

/**
 * Receives the events of a queue set, after the operation that caused them.
 *
 * Methods can call the queue set and can throw. An error becomes an unhandled rejection; it affects neither the
 * requests nor the caller of the queue set. A request is passed in its state at the delivery of the event, which can be
 * later than the event. An observer that starts a request in response to every event never returns.
 *
 * The first parameter of every method is the name of the priority level, or the `name` of the queue set.
 */
export interface QueueSetObserver {
  /** A request arrived. The next event shows its outcome. */
  arrived?(priorityLevel: string, flowSchema: string, work: WorkEstimate): void;
  /** A request waits for `seats` seats, in a queue of `queueLength` requests including itself. */
  enqueued?(
    priorityLevel: string,
    request: QueuedRequest,
    queueLength: number,
    seats: number,
  ): void;
  /** A request no longer waits for its `seats` seats: it was dispatched or cancelled. */
  dequeued?(priorityLevel: string, request: QueuedRequest, seats: number): void;
  /** A request executes. */
  dispatched?(priorityLevel: string, request: QueuedRequest): void;
  /** A request was rejected on arrival, or cancelled after it had waited for `waitNs` nanoseconds. */
  rejected?(
    priorityLevel: string,
    flowSchema: string,
    reason: RejectionReason,
    waitNs: number,
  ): void;
  /** A request finished after `executionNs` nanoseconds; it may still occupy its final seats. */
  finished?(priorityLevel: string, request: QueuedRequest, executionNs: number): void;
  /** A request released its last seats. */
  released?(priorityLevel: string, request: QueuedRequest): void;
  /** The number of seats that are occupied or waited for changed. */
  seatDemand?(priorityLevel: string, seats: number): void;
  /** The next request in turn needs more seats than are free. */
  noAccommodation?(priorityLevel: string, flowSchema: string): void;
  /** A queue is next in turn, and its oldest request is dispatched. */
  queueChosen?(priorityLevel: string, choice: QueueChoice): void;
  /** Time may have passed; the progress meter is now at `seatSeconds`. */
  progressed?(priorityLevel: string, seatSeconds: number): void;
}

/** The names of the events of a queue set. */
export const QUEUE_SET_EVENTS = [
  'arrived',
  'enqueued',
  'dequeued',
  'dispatched',
  'rejected',
  'finished',
  'released',
  'seatDemand',
  'noAccommodation',
  'queueChosen',
  'progressed',
] as const;
