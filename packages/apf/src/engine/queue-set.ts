// One algorithm over one state: more than 400 lines, most of them what its parts mean.

import type { EventClock, ScheduledEvent } from '../clock/event-clock.js';
import { guarded, surface } from '../observe/guarded-observer.js';
import type { RejectionReason } from './apf-rejection.js';
import { MinimumTree } from './minimum-tree.js';
import {
  checkWork,
  ESTIMATED_SERVICE_DURATION_NS,
  type QueuedRequest,
  type WorkEstimate,
} from './queued-request.js';
import { RequestQueue } from './request-queue.js';
import { durationPerSeatNs, seatsTimesDuration, UNITS_PER_SEAT_SECOND } from './seat-seconds.js';
import { checkShuffleSharding, dealInto, type FlowHash } from './shuffle-sharding.js';

/** Beyond this the progress meter is set back, far below the numbers that a float64 cannot count any more. */
const REBASE_AT = 2_251_799_813_685_248; // 2^51

/** How requests wait. */
export interface QueuingConfig {
  /**
   * The number of queues. With 0 nothing waits: what finds no seat is rejected. Below 0 nothing is rejected either: the
   * level is exempt.
   */
  readonly desiredNumQueues: number;
  /** The most requests that wait in one queue while every seat is taken. */
  readonly queueLengthLimit: number;
  /** The number of queues that one flow may use. */
  readonly handSize: number;
}

/** Why a queue set takes a request not at all: its queue is full, or it has no queues and no seat is free. */
export type QueueSetRejection = 'queue-full' | 'concurrency-limit';

/**
 * Is told what a queue set does, while it does it: the methods are called in the order of the events, and must not call
 * back. What they throw changes nothing: it surfaces as the rejection of a promise that nobody handles.
 */
export interface QueueSetObserver {
  /** A request came; what becomes of it is told next. */
  arrived?(flowSchema: string, work: WorkEstimate): void;
  /** A request waits; `queueLength` counts it, too. */
  enqueued?(request: QueuedRequest, queueLength: number): void;
  /** A request waits no longer: it is dispatched or cancelled. `seats` are those for which it waited. */
  dequeued?(request: QueuedRequest, seats: number): void;
  /** A request executes. */
  dispatched?(request: QueuedRequest): void;
  /** A request was not taken, or was cancelled after it had waited for `waitNs` nanoseconds. */
  rejected?(flowSchema: string, reason: RejectionReason, waitNs: number): void;
  /** A request has finished after `executionNs` nanoseconds; its final seats may still be occupied. */
  finished?(request: QueuedRequest, executionNs: number): void;
  /** A request occupies no seats any more. */
  released?(request: QueuedRequest): void;
  /** The seats that are occupied and those that are waited for changed. */
  seatDemand?(seats: number): void;
  /** The request that is next in turn needs more seats than are free. */
  noAccommodation?(flowSchema: string): void;
  /** A queue is the next in turn: its oldest request is dispatched now. */
  queueChosen?(queueSet: QueueSet, queue: RequestQueue): void;
  /** Time may have passed; `seatSeconds` is the progress meter, see {@link QueueSet.progress}. */
  progressed?(seatSeconds: number): void;
}

/** The names of what is told. */
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

/** What a queue set is made of. */
export interface QueueSetOptions {
  /** Its time. */
  readonly clock: EventClock;
  /** How requests wait. */
  readonly queuing: QueuingConfig;
  /** The number of seats. */
  readonly concurrencyLimit: number;
  /** Is told what happens. */
  readonly observer?: QueueSetObserver | undefined;
}

/** A request on its arrival. */
export interface QueueSetArrival {
  /** The work that it is expected to be. */
  readonly workEstimate: WorkEstimate;
  /** Hash of its flow, which decides about its queues; needed with more than one queue. */
  readonly hash?: FlowHash | undefined;
  /** Name of the flow schema that it matched. */
  readonly flowSchema?: string | undefined;
  /** What tells its flow from others of the same schema. */
  readonly flowDistinguisher?: string | undefined;
  /** Called when it is dispatched, which may be before `start` returns; like an observer. */
  readonly onDispatch?: ((request: QueuedRequest) => void) | undefined;
  /** Whatever the caller wants to find with the request. */
  readonly context?: unknown;
}

const NO_HASH: FlowHash = { high: 0, low: 0 };

/**
 * The queues of one priority level: takes requests, and decides which of them executes when.
 *
 * Fair queuing by virtual time. A progress meter R counts the work that each active queue is entitled to; of all queues
 * that one dispatches whose oldest request would finish first on that meter, and after it those behind it come first
 * in a tie. The queue of a request is that of its hand in which the least work waits.
 *
 * Its fields are to be read, not to be written.
 *
 * @example
 * ```ts
 * import { QueueSet, VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const queuing = { desiredNumQueues: 1, queueLengthLimit: 1, handSize: 1 };
 * const set = new QueueSet({ clock, queuing, concurrencyLimit: 1 });
 * const workEstimate = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };
 * const requests = [1, 2, 3].map(() => set.start({ workEstimate }));
 * requests.map((each) => (typeof each === 'string' ? each : each.state)) // => ['executing', 'waiting', 'queue-full']
 * for (const each of requests) if (typeof each !== 'string') set.finish(each);
 * set.isIdle // => true
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset` v0.37.1; the theory is in its `doc.go` and in
 * KEP-1040. Unlike there, the next queue is found without a look at all of them, and queues that are removed while two
 * of their requests hold final seats lose nothing.
 */
export class QueueSet {
  private readonly clock: EventClock;
  private readonly observer: Required<QueueSetObserver>;
  /** Requests that have finished and still occupy their final seats, and when they will not any more. */
  private readonly lingering: Map<QueuedRequest, ScheduledEvent> = new Map();
  private isClosed = false;
  /** How requests wait. Without queues, their former length stays: what waited in them still does. */
  queuing: QueuingConfig = { desiredNumQueues: 0, queueLengthLimit: 0, handSize: 0 };
  private limit = 0;
  /** The queues, in their order; some may be left from a configuration that had more. */
  readonly currentQueues: RequestQueue[] = [];
  /** For each queue, where its oldest request would finish on the progress meter. */
  private finishes: MinimumTree = new MinimumTree(0);
  /** The queue that dispatched last; the one behind it is the first to be asked next. */
  private robinIndex = 0;
  private readonly hand: number[] = [];

  private currentR = 0;
  private rebasedR = 0;
  private syncedNs: number;

  private activeQueues = 0;
  /** The seats in use of the requests that went through a queue that is still there. */
  private queuedSeatsInUse = 0;
  /** The number of requests that wait. */
  requestsWaiting = 0;
  /** The number of requests that execute. */
  requestsExecuting = 0;
  /** The seats that are occupied, also by requests that have finished. */
  totalSeatsInUse = 0;
  /** The seats that the waiting requests want. */
  totalSeatsWaiting = 0;
  /** The requests that were dispatched since the set was made. */
  requestsDispatched = 0;
  /** The requests that were not taken, or were cancelled. */
  requestsRejected = 0;
  /** The requests that were cancelled while they waited. */
  requestsCancelled = 0;
  private arrivals = 0;

  /**
   * Makes a queue set that has no requests.
   *
   * @param options - its clock and its configuration
   * @throws {@link ApfError} for a hand that cannot be dealt from as many queues
   */
  constructor(options: QueueSetOptions) {
    this.clock = options.clock;
    this.observer = guarded<QueueSetObserver>(options.observer || {}, QUEUE_SET_EVENTS);
    this.syncedNs = options.clock.nowNs();
    this.configure(options.queuing, options.concurrencyLimit);
  }

  /** Whether no request waits or executes. */
  get isIdle(): boolean {
    return this.requestsWaiting === 0 && this.requestsExecuting === 0;
  }

  /** The progress meter when something last happened, in seat-seconds to each queue. */
  get progress(): number {
    return (this.rebasedR + this.currentR) / UNITS_PER_SEAT_SECOND;
  }

  /**
   * Where the next request of a queue starts.
   *
   * @param queue - of this set
   * @returns seat-seconds on the progress meter
   */
  nextDispatch(queue: RequestQueue): number {
    return (this.rebasedR + queue.nextDispatchR) / UNITS_PER_SEAT_SECOND;
  }

  /**
   * Changes the configuration. Waiting requests stay in their queues; queues in excess go when they are empty.
   *
   * @param queuing - how requests wait from now on; with less than one queue, the queues that are there drain as before
   * @param concurrencyLimit - the number of seats from now on
   * @throws {@link ApfError} for a hand that cannot be dealt from as many queues; nothing is changed then
   */
  configure(queuing: QueuingConfig, concurrencyLimit: number): void {
    const { desiredNumQueues } = queuing;
    const hasQueues = desiredNumQueues > 0;
    if (hasQueues) {
      checkShuffleSharding({ deckSize: desiredNumQueues, handSize: queuing.handSize });
    }
    this.synchronise();
    const { queueLengthLimit, handSize } = hasQueues ? queuing : this.queuing;
    this.queuing = { desiredNumQueues, queueLengthLimit, handSize };
    this.limit = concurrencyLimit;
    if (desiredNumQueues > this.currentQueues.length) {
      while (this.currentQueues.length < desiredNumQueues) {
        this.currentQueues.push(new RequestQueue(this.currentQueues.length));
      }
      this.rebuildFinishes();
    }
    this.dispatchAll();
  }

  /**
   * Takes a request on its arrival: it executes, waits or is rejected.
   *
   * @param arrival - what is known of it
   * @returns the request, whose `state` tells whether it waits; or why it is rejected
   * @throws {@link ApfError} `INVALID_WORK` for a work estimate that is none; the request has not arrived then
   */
  start(arrival: QueueSetArrival): QueuedRequest | QueueSetRejection {
    const { workEstimate, flowSchema = '' } = arrival;
    const totalWork = checkWork(workEstimate);
    this.synchronise();
    this.observer.arrived(flowSchema, workEstimate);
    const queue =
      this.queuing.desiredNumQueues > 0 ? this.chooseQueue(arrival.hash || NO_HASH) : undefined;
    const request = this.newRequest(arrival, queue, totalWork);
    const isTaken = queue ? !this.isFull(queue) : this.canAccommodate(request.maxSeats);
    if (!isTaken) {
      const reason = queue ? 'queue-full' : 'concurrency-limit';
      this.requestsRejected++;
      this.observer.rejected(flowSchema, reason, 0);
      return reason;
    }
    if (queue) {
      this.enqueue(request, queue);
      this.dispatchAll();
    } else {
      this.execute(request, 0);
    }
    return request;
  }

  /**
   * Takes a request out of its queue; one that does not wait is left alone.
   *
   * @param request - of this set
   * @returns whether it waited
   */
  cancel(request: QueuedRequest): boolean {
    if (request.state !== 'waiting') {
      return false;
    }
    this.synchronise();
    const queue = request.queue as RequestQueue;
    request.state = 'cancelled';
    this.dequeue(request, queue);
    if (!queue.isActive) {
      this.activeQueues--;
    }
    queue.boundNextDispatch();
    this.updateFinish(queue);
    this.requestsRejected++;
    this.requestsCancelled++;
    this.observer.dequeued(request, request.maxSeats);
    this.observer.rejected(request.flowSchema, 'time-out', this.syncedNs - request.arrivalNs);
    this.tellSeatDemand();
    return true;
  }

  /**
   * Notes that a request has been executed, and dispatches others; one that does not execute is left alone.
   *
   * @param request - of this set
   * @returns whether it executed
   */
  finish(request: QueuedRequest): boolean {
    if (request.state !== 'executing') {
      return false;
    }
    this.synchronise();
    this.requestsExecuting--;
    // Already now, lest it be finished once more by those who hear of it.
    request.state = 'lingering';
    this.observer.finished(request, this.syncedNs - request.startNs);
    const { queue } = request;
    if (queue !== undefined) {
      this.settle(request, queue);
    }
    if (request.additionalLatencyNs > 0 && !this.isClosed) {
      const end = this.clock.schedule(request.additionalLatencyNs, () => {
        this.lingering.delete(request);
        this.synchronise();
        this.release(request);
        this.dispatchAll();
      });
      this.lingering.set(request, end);
    } else {
      this.release(request);
    }
    this.dispatchAll();
    return true;
  }

  /** Frees the final seats at once, those of later requests too: nothing is left to wait for. */
  close(): void {
    this.isClosed = true;
    for (const [request, end] of this.lingering) {
      end.cancel();
      this.release(request);
    }
    this.lingering.clear();
  }

  /** Charges the queue with the time that the request really took, instead of the estimate. */
  private settle(request: QueuedRequest, queue: RequestQueue): void {
    const unusedNs = ESTIMATED_SERVICE_DURATION_NS - (this.syncedNs - request.startNs);
    queue.nextDispatchR -= seatsTimesDuration(request.initialSeats, unusedNs);
    queue.executing--;
    if (!queue.isActive) {
      this.activeQueues--;
    }
    queue.boundNextDispatch();
    this.updateFinish(queue);
  }

  private newRequest(
    arrival: QueueSetArrival,
    queue: RequestQueue | undefined,
    totalWork: number,
  ): QueuedRequest {
    const { initialSeats, finalSeats, additionalLatencyNs } = arrival.workEstimate;
    return {
      state: 'waiting',
      flowSchema: arrival.flowSchema || '',
      flowDistinguisher: arrival.flowDistinguisher || '',
      arrivalNs: this.syncedNs,
      startNs: -1,
      onDispatch: arrival.onDispatch,
      context: arrival.context,
      maxSeats: Math.max(initialSeats, finalSeats),
      initialSeats,
      finalSeats,
      additionalLatencyNs,
      totalWork,
      arrivalR: this.currentR,
      queue,
      previous: undefined,
      next: undefined,
    };
  }

  /** The queue of the hand in which the least work waits; where to begin changes, so that hands that overlap are no worse off. */
  private chooseQueue(hash: FlowHash): RequestQueue {
    const { desiredNumQueues: deckSize, handSize } = this.queuing;
    dealInto({ deckSize, handSize }, hash, this.hand);
    const offset = this.arrivals++ % handSize;
    let best = this.currentQueues[this.hand[offset] as number] as RequestQueue;
    for (let i = 1; i < handSize; i++) {
      const queue = this.currentQueues[
        this.hand[(offset + i) % handSize] as number
      ] as RequestQueue;
      if (queue.waitingWork < best.waitingWork) {
        best = queue;
      }
    }
    return best;
  }

  private isFull(queue: RequestQueue): boolean {
    return this.totalSeatsInUse >= this.limit && queue.waiting >= this.queuing.queueLengthLimit;
  }

  private enqueue(request: QueuedRequest, queue: RequestQueue): void {
    if (!queue.isActive) {
      queue.nextDispatchR = this.currentR;
      this.activeQueues++;
    }
    queue.enqueue(request);
    this.requestsWaiting++;
    this.totalSeatsWaiting += request.maxSeats;
    queue.boundNextDispatch();
    this.updateFinish(queue);
    this.observer.enqueued(request, queue.waiting);
    this.tellSeatDemand();
  }

  private dequeue(request: QueuedRequest, queue: RequestQueue): void {
    queue.remove(request);
    this.requestsWaiting--;
    this.totalSeatsWaiting -= request.maxSeats;
  }

  private dispatchAll(): void {
    while (this.requestsWaiting > 0 && this.totalSeatsInUse < this.limit && this.dispatchNext()) {}
  }

  /** Dispatches the request whose turn it is; false if it needs more seats than are free, for then all wait for it. */
  private dispatchNext(): boolean {
    const index = this.finishes.indexOfMinimum((this.robinIndex + 1) % this.currentQueues.length);
    const queue = this.currentQueues[index] as RequestQueue;
    const request = queue.oldest as QueuedRequest;
    if (!this.canAccommodate(request.maxSeats)) {
      this.observer.noAccommodation(request.flowSchema);
      return false;
    }
    this.observer.queueChosen(this, queue);
    const seatsWaitedFor = request.maxSeats;
    this.robinIndex = index;
    this.dequeue(request, queue);
    this.limitFinalSeats(request);
    queue.executing++;
    queue.seatsInUse += request.maxSeats;
    this.queuedSeatsInUse += request.maxSeats;
    queue.nextDispatchR += request.totalWork;
    queue.boundNextDispatch();
    this.updateFinish(queue);
    this.execute(request, seatsWaitedFor);
    return true;
  }

  /** Final seats beyond the limit become fewer for longer: the work stays the same. */
  private limitFinalSeats(request: QueuedRequest): void {
    if (request.finalSeats <= this.limit) {
      return;
    }
    const finalWork = seatsTimesDuration(request.finalSeats, request.additionalLatencyNs);
    request.finalSeats = this.limit;
    request.additionalLatencyNs = durationPerSeatNs(finalWork, this.limit);
    request.maxSeats = Math.max(request.initialSeats, request.finalSeats);
  }

  private execute(request: QueuedRequest, seatsWaitedFor: number): void {
    request.state = 'executing';
    request.startNs = this.syncedNs;
    this.requestsExecuting++;
    this.requestsDispatched++;
    this.totalSeatsInUse += request.maxSeats;
    if (request.queue !== undefined) {
      this.observer.dequeued(request, seatsWaitedFor);
    }
    this.observer.dispatched(request);
    this.tellSeatDemand();
    try {
      request.onDispatch?.(request);
    } catch (error) {
      surface(error);
    }
  }

  private canAccommodate(seats: number): boolean {
    if (this.queuing.desiredNumQueues < 0) {
      return true;
    }
    // What is wider than the limit runs alone.
    if (seats > this.limit) {
      return this.requestsExecuting === 0;
    }
    return this.totalSeatsInUse + seats <= this.limit;
  }

  private release(request: QueuedRequest): void {
    const { queue, maxSeats } = request;
    request.state = 'finished';
    this.totalSeatsInUse -= maxSeats;
    this.observer.released(request);
    this.tellSeatDemand();
    if (queue === undefined || queue.index < 0) {
      return;
    }
    queue.seatsInUse -= maxSeats;
    this.queuedSeatsInUse -= maxSeats;
    if (this.currentQueues.length > this.queuing.desiredNumQueues && !queue.isActive) {
      this.removeQueue(queue);
    }
  }

  private removeQueue(queue: RequestQueue): void {
    const { index } = queue;
    this.currentQueues.splice(index, 1);
    this.queuedSeatsInUse -= queue.seatsInUse;
    queue.index = -1;
    for (let i = index; i < this.currentQueues.length; i++) {
      (this.currentQueues[i] as RequestQueue).index = i;
    }
    if (this.robinIndex >= index) {
      this.robinIndex--;
    }
    this.rebuildFinishes();
  }

  private tellSeatDemand(): void {
    this.observer.seatDemand(this.totalSeatsInUse + this.totalSeatsWaiting);
  }

  /** Moves the progress meter on by what each active queue was entitled to since the last event. */
  private synchronise(): void {
    const elapsedNs = this.clock.nowNs() - this.syncedNs;
    if (elapsedNs > 0) {
      this.advance(elapsedNs);
    }
    this.observer.progressed(this.progress);
  }

  private advance(elapsedNs: number): void {
    this.syncedNs += elapsedNs;
    if (this.activeQueues === 0) {
      return;
    }
    const seats = Math.min(this.queuedSeatsInUse + this.totalSeatsWaiting, this.limit);
    this.currentR += seatsTimesDuration(seats / this.activeQueues, elapsedNs);
    if (this.currentR >= REBASE_AT) {
      this.rebase();
    }
  }

  /** Counts the progress meter from here: only differences matter. */
  private rebase(): void {
    const base = this.currentR;
    this.currentR = 0;
    this.rebasedR += base;
    for (const queue of this.currentQueues) {
      queue.nextDispatchR -= base;
      for (let request = queue.oldest; request !== undefined; request = request.next) {
        request.arrivalR -= base;
      }
    }
    this.rebuildFinishes();
  }

  private updateFinish(queue: RequestQueue): void {
    const { oldest } = queue;
    this.finishes.set(
      queue.index,
      oldest === undefined ? Infinity : queue.nextDispatchR + oldest.totalWork,
    );
  }

  private rebuildFinishes(): void {
    this.finishes = new MinimumTree(this.currentQueues.length);
    for (const queue of this.currentQueues) {
      this.updateFinish(queue);
    }
  }
}
