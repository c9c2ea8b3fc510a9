// More than 400 lines, because everything here counts the same seats; `fair-queuing.ts` explains the algorithm.

import type { EventClock, ScheduledEvent } from '../clock/event-clock.js';
import type { SeatDemandIntegrator } from '../levels/seat-demand.js';
import { Observers, surface } from '../observe/observers.js';
import type { FlowHash } from '../requests/flow-hash.js';
import { checkShuffleSharding } from '../requests/shuffle-sharding.js';
import { checkWork, durationPerSeatNs, seatsTimesDuration } from '../requests/work-estimate.js';
import { FairQueues } from './fair-queues.js';
import {
  QUEUE_SET_EVENTS,
  type QueueChoice,
  type QueueSetArrival,
  type QueueSetObserver,
  type QueueSetRejection,
  type QueuingConfig,
} from './fair-queuing.js';
import type { QueuedRequest, RequestQueue } from './request-queue.js';

const NO_HASH: FlowHash = { high: 0, low: 0 };

/** Options of a {@link QueueSet}. */
export interface QueueSetOptions {
  /** Clock of the queue set. */
  readonly clock: EventClock;
  /** How requests wait. */
  readonly queuing: QueuingConfig;
  /** Number of seats. */
  readonly concurrencyLimit: number;
  /** Receives the events of the queue set. */
  readonly observer?: QueueSetObserver | undefined;
  /** Name that is the first parameter of every event; empty by default. */
  readonly name?: string | undefined;
  /** The observers of all queue sets of a controller. @internal */
  readonly observers?: Observers<QueueSetObserver> | undefined;
  /** Integrates the seats that are occupied or waited for. @internal */
  readonly seatDemand?: SeatDemandIntegrator | undefined;
}

/**
 * The queues of one priority level: accepts requests and decides when each of them executes.
 *
 * Do not assign to its fields.
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset` v0.37.1. Unlike the released code, it finds the
 * next queue without a search through all of them, and loses no request if a queue is removed while two of its requests
 * hold final seats.
 */
export class QueueSet {
  private readonly clock: EventClock;
  private readonly name: string;
  /** Undefined if nobody can ever listen. */
  private readonly observers: Observers<QueueSetObserver> | undefined;
  private readonly demand: SeatDemandIntegrator | undefined;
  /** Requests that finished and still occupy their final seats, with the event that releases those. */
  private readonly lingering: Map<QueuedRequest, ScheduledEvent> = new Map();
  private isClosed = false;
  private isDispatching = false;
  /**
   * How requests wait. Without queues, the previous length limit and hand size apply to the requests that still wait.
   */
  queuing: QueuingConfig = { desiredNumQueues: 0, queueLengthLimit: 0, handSize: 0 };
  private limit = 0;
  private readonly queues: FairQueues = new FairQueues();
  /** The queues by index; can include queues of an earlier configuration that had more. */
  readonly currentQueues: readonly RequestQueue[] = this.queues.list;
  private syncedNs: number;
  /** Number of waiting requests. */
  requestsWaiting = 0;
  /** Number of executing requests. */
  requestsExecuting = 0;
  /** Occupied seats, including those of requests that finished. */
  totalSeatsInUse = 0;
  /** Seats that the waiting requests need. */
  totalSeatsWaiting = 0;
  /** Number of requests dispatched so far. */
  requestsDispatched = 0;
  /** Number of requests rejected or cancelled so far. */
  requestsRejected = 0;
  /** Number of requests cancelled so far while they waited. */
  requestsCancelled = 0;

  /**
   * Creates a queue set without requests.
   *
   * @param options - its clock and its configuration
   * @throws {@link @kubesem/core!FieldError | FieldError} with a code of {@link dealHand} if the hand cannot be dealt from
   *   the queues
   */
  constructor(options: QueueSetOptions) {
    const { clock, name = '', observer, observers } = options;
    this.clock = clock;
    this.name = name;
    this.demand = options.seatDemand;
    this.observers = observers ?? (observer && ownObservers(observer));
    this.syncedNs = clock.nowNs();
    this.configure(options.queuing, options.concurrencyLimit);
  }

  private get events(): Observers<QueueSetObserver>['events'] | undefined {
    return this.observers?.heard;
  }

  /** Whether no request waits or executes. */
  get isIdle(): boolean {
    return this.requestsWaiting === 0 && this.requestsExecuting === 0;
  }

  /** The progress meter at the latest event, in seat-seconds for each queue. */
  get progress(): number {
    return this.queues.progress;
  }

  /**
   * Returns where the next request of a queue starts.
   *
   * @param queue - a queue of this set
   * @returns seat-seconds on the progress meter
   */
  nextDispatch(queue: RequestQueue): number {
    return this.queues.nextDispatch(queue);
  }

  /**
   * Changes the configuration. Waiting requests stay in their queues; surplus queues are removed when they are empty.
   *
   * @param queuing - how requests wait from now on; without queues, the existing ones drain as before
   * @param concurrencyLimit - number of seats from now on
   * @throws {@link @kubesem/core!FieldError | FieldError} with a code of {@link dealHand} if the hand cannot be dealt from
   *   the queues; in that case, nothing changes
   */
  configure(queuing: QueuingConfig, concurrencyLimit: number): void {
    const { desiredNumQueues } = queuing;
    const hasQueues = desiredNumQueues > 0;
    if (hasQueues) {
      checkShuffleSharding({ deckSize: desiredNumQueues, handSize: queuing.handSize });
    }
    this.during(() => {
      this.synchronise();
      const { queueLengthLimit, handSize } = hasQueues ? queuing : this.queuing;
      this.queuing = { desiredNumQueues, queueLengthLimit, handSize };
      this.limit = concurrencyLimit;
      this.queues.configure({ deckSize: desiredNumQueues, handSize });
      this.dispatchAll();
    });
  }

  /**
   * Accepts a request on its arrival, or rejects it.
   *
   * @param arrival - the request
   * @returns the executing or waiting request, or the reason for its rejection
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_WORK` if the work estimate has a number that is
   *   not whole or is negative, or if it exceeds 2^53 units of work; in that case, the request does not arrive
   */
  start(arrival: QueueSetArrival): QueuedRequest | QueueSetRejection {
    const totalWork = checkWork(arrival.workEstimate);
    this.observers?.begin();
    try {
      return this.accept(arrival, totalWork);
    } finally {
      this.observers?.end();
    }
  }

  /**
   * Removes a request from its queue; does nothing if the request does not wait.
   *
   * @param request - a request of this set
   * @returns whether it waited
   */
  cancel(request: QueuedRequest): boolean {
    if (request.state !== 'waiting') {
      return false;
    }
    this.during(() => this.remove(request));
    return true;
  }

  /**
   * Ends the execution of a request and dispatches waiting requests; does nothing if the request does not execute.
   *
   * @param request - a request of this set
   * @returns whether it executed
   */
  finish(request: QueuedRequest): boolean {
    if (request.state !== 'executing') {
      return false;
    }
    this.observers?.begin();
    try {
      this.complete(request);
      return true;
    } finally {
      this.observers?.end();
    }
  }

  /** Releases all final seats at once, and those of later requests when they finish: no scheduled event remains. */
  close(): void {
    this.during(() => {
      this.isClosed = true;
      for (const [request, end] of this.lingering) {
        end.cancel();
        this.release(request);
      }
      this.lingering.clear();
    });
  }

  /** Runs an operation; `start` and `finish` do the same without a closure, because they run for every request. */
  private during<T>(operation: () => T): T {
    return this.observers === undefined ? operation() : this.observers.during(operation);
  }

  private accept(arrival: QueueSetArrival, totalWork: number): QueuedRequest | QueueSetRejection {
    const { workEstimate, flowSchema = '' } = arrival;
    this.synchronise();
    this.events?.arrived.emit(this.name, flowSchema, workEstimate);
    const queue =
      this.queuing.desiredNumQueues > 0 ? this.queues.choose(arrival.hash || NO_HASH) : undefined;
    const request = this.newRequest(arrival, queue, totalWork);
    const isAccepted = queue ? !this.isFull(queue) : this.canAccommodate(request.maxSeats);
    if (!isAccepted) {
      const reason = queue ? 'queue-full' : 'concurrency-limit';
      this.requestsRejected++;
      this.events?.rejected.emit(this.name, flowSchema, reason, 0);
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

  private remove(request: QueuedRequest): void {
    this.synchronise();
    const queue = request.queue as RequestQueue;
    request.state = 'cancelled';
    this.queues.cancel(queue, request);
    this.waitNoMore(request);
    this.requestsRejected++;
    this.requestsCancelled++;
    this.events?.dequeued.emit(this.name, request, request.maxSeats);
    const waitNs = this.syncedNs - request.arrivalNs;
    this.events?.rejected.emit(this.name, request.flowSchema, 'time-out', waitNs);
    this.noteSeatDemand();
  }

  private complete(request: QueuedRequest): void {
    this.synchronise();
    this.requestsExecuting--;
    request.state = 'lingering';
    const { queue } = request;
    const executionNs = this.syncedNs - request.startNs;
    this.events?.finished.emit(this.name, request, executionNs);
    if (queue !== undefined) {
      this.queues.settle(queue, request, executionNs);
    }
    if (request.additionalLatencyNs > 0 && !this.isClosed) {
      this.linger(request);
    } else {
      this.release(request);
    }
    this.dispatchAll();
  }

  /** Keeps the final seats occupied for a while. */
  private linger(request: QueuedRequest): void {
    const end = this.clock.schedule(request.additionalLatencyNs, () =>
      this.during(() => {
        this.lingering.delete(request);
        this.synchronise();
        this.release(request);
        this.dispatchAll();
      }),
    );
    this.lingering.set(request, end);
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
      arrivalR: this.queues.currentR,
      queue,
      previous: undefined,
      next: undefined,
    };
  }

  private isFull(queue: RequestQueue): boolean {
    return this.totalSeatsInUse >= this.limit && queue.waiting >= this.queuing.queueLengthLimit;
  }

  private enqueue(request: QueuedRequest, queue: RequestQueue): void {
    this.queues.enqueue(queue, request);
    this.requestsWaiting++;
    this.totalSeatsWaiting += request.maxSeats;
    this.events?.enqueued.emit(this.name, request, queue.waiting, request.maxSeats);
    this.noteSeatDemand();
  }

  private waitNoMore(request: QueuedRequest): void {
    this.requestsWaiting--;
    this.totalSeatsWaiting -= request.maxSeats;
  }

  private dispatchAll(): void {
    // Called by a request's `onDispatch`: the loop that dispatched the request goes on with what has changed.
    if (this.isDispatching) {
      return;
    }
    this.isDispatching = true;
    try {
      while (
        this.requestsWaiting > 0 &&
        this.totalSeatsInUse < this.limit &&
        this.dispatchNext()
      ) {}
    } finally {
      this.isDispatching = false;
    }
  }

  /** Dispatches the next request in turn; false if it needs more seats than are free, as all others wait for it then. */
  private dispatchNext(): boolean {
    const queue = this.queues.next();
    const request = queue.oldest as QueuedRequest;
    if (!this.canAccommodate(request.maxSeats)) {
      this.events?.noAccommodation.emit(this.name, request.flowSchema);
      return false;
    }
    if (this.events?.queueChosen.hasListeners) {
      this.events?.queueChosen.emit(this.name, this.choice(queue));
    }
    const seatsWaitedFor = request.maxSeats;
    queue.remove(request);
    this.waitNoMore(request);
    this.limitFinalSeats(request);
    this.queues.charge(queue, request);
    this.execute(request, seatsWaitedFor);
    return true;
  }

  private choice(chosen: RequestQueue): QueueChoice {
    const waiting = this.currentQueues.filter((queue) => queue.waiting > 0);
    return {
      progress: this.progress,
      nextDispatch: this.nextDispatch(chosen),
      waiting: waiting.map((queue) => ({
        nextDispatch: this.nextDispatch(queue),
        seatsInUse: queue.seatsInUse,
      })),
    };
  }

  /** Reduces final seats beyond the limit, for a longer time: the work stays the same. */
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
      this.events?.dequeued.emit(this.name, request, seatsWaitedFor);
    }
    this.events?.dispatched.emit(this.name, request);
    this.noteSeatDemand();
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
    // A request wider than the limit executes alone.
    if (seats > this.limit) {
      return this.requestsExecuting === 0;
    }
    return this.totalSeatsInUse + seats <= this.limit;
  }

  private release(request: QueuedRequest): void {
    const { queue, maxSeats } = request;
    request.state = 'finished';
    this.totalSeatsInUse -= maxSeats;
    this.events?.released.emit(this.name, request);
    this.noteSeatDemand();
    if (queue !== undefined) {
      this.queues.release(queue, maxSeats, this.queuing.desiredNumQueues);
    }
  }

  private noteSeatDemand(): void {
    const seats = this.totalSeatsInUse + this.totalSeatsWaiting;
    this.demand?.setAt(seats, this.syncedNs);
    this.events?.seatDemand.emit(this.name, seats);
  }

  /** Advances the progress meter by what each active queue was entitled to since the last event. */
  private synchronise(): void {
    const elapsedNs = this.clock.nowNs() - this.syncedNs;
    if (elapsedNs > 0) {
      this.syncedNs += elapsedNs;
      this.queues.advance(elapsedNs, this.totalSeatsWaiting, this.limit);
    }
    this.events?.progressed.emit(this.name, this.progress);
  }
}

function ownObservers(observer: QueueSetObserver): Observers<QueueSetObserver> {
  const observers = new Observers<QueueSetObserver>(QUEUE_SET_EVENTS);
  observers.add(observer);
  return observers;
}
