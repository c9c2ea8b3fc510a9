/**
 * The state of a request in a queue set.
 *
 * - `waiting`: in a queue
 * - `executing`: dispatched
 * - `lingering`: finished, and still occupying its final seats
 * - `finished`: occupying no seats
 * - `cancelled`: removed from its queue without being dispatched
 */
export type RequestState = 'waiting' | 'executing' | 'lingering' | 'finished' | 'cancelled';

/** A request that a queue set accepted. The queue set changes it; treat it as read-only. */
export interface QueuedRequest {
  /** State of the request. */
  state: RequestState;
  /** Name of the FlowSchema that it matched. */
  readonly flowSchema: string;
  /** Distinguishes its flow from other flows of the same FlowSchema. */
  readonly flowDistinguisher: string;
  /** Time of its arrival, in nanoseconds of the clock. */
  readonly arrivalNs: number;
  /** Time of its dispatch, in nanoseconds of the clock; -1 before. */
  startNs: number;
  /** Called when the request is dispatched; see {@link QueueSetArrival.onDispatch}. */
  readonly onDispatch: ((request: QueuedRequest) => void) | undefined;
  /** Data of the caller of {@link QueueSet.start}. */
  readonly context: unknown;
  /** The larger of its initial and final seats: those it occupies from its dispatch to its release. */
  maxSeats: number;
  /** Seats while it executes. @internal */
  readonly initialSeats: number;
  /** Seats after that. @internal */
  finalSeats: number;
  /** How long it occupies the final seats, in nanoseconds. @internal */
  additionalLatencyNs: number;
  /** Its work as estimated on arrival, in units of work. @internal */
  readonly totalWork: number;
  /** The progress meter on its arrival. @internal */
  arrivalR: number;
  /** Its queue; undefined if it was dispatched at once. @internal */
  readonly queue: RequestQueue | undefined;
  /** The request before it in its list. @internal */
  previous: QueuedRequest | undefined;
  /** The request after it in its list. @internal */
  next: QueuedRequest | undefined;
}

/** Requests in the order in which they were added. A request has the links itself, so it is in one list at most. */
export class RequestList {
  /** The first request. */
  oldest: QueuedRequest | undefined = undefined;
  private newest: QueuedRequest | undefined = undefined;

  /**
   * Appends a request.
   *
   * @param request - a request that is in no list
   */
  append(request: QueuedRequest): void {
    request.previous = this.newest;
    if (this.newest === undefined) {
      this.oldest = request;
    } else {
      this.newest.next = request;
    }
    this.newest = request;
  }

  /**
   * Removes a request from any position.
   *
   * @param request - a request of this list
   */
  remove(request: QueuedRequest): void {
    const { previous, next } = request;
    if (previous === undefined) {
      this.oldest = next;
    } else {
      previous.next = next;
    }
    if (next === undefined) {
      this.newest = previous;
    } else {
      next.previous = previous;
    }
    request.previous = undefined;
    request.next = undefined;
  }
}

/**
 * One queue of a priority level: the requests that wait in it, and the seats of those that it dispatched.
 *
 * @example
 * ```ts
 * import { QueueSet, VirtualClock } from '@kubesem/apf';
 *
 * const queuing = { desiredNumQueues: 2, queueLengthLimit: 1, handSize: 1 };
 * const set = new QueueSet({ clock: new VirtualClock(), queuing, concurrencyLimit: 1 });
 * set.currentQueues.map(({ index, waiting }) => `${index}: ${waiting}`) // => ['0: 0', '1: 0']
 * ```
 */
export class RequestQueue {
  /** Index in the queue set; -1 after the queue was removed. */
  index: number;
  /** Where the next request of the queue starts on the progress meter, in units of work. */
  nextDispatchR = 0;
  /** Number of executing requests from this queue. */
  executing = 0;
  /** Seats of the requests from this queue, including those that finished and still occupy seats. */
  seatsInUse = 0;
  /** Number of waiting requests. */
  waiting = 0;
  /** Seats that the waiting requests will occupy. */
  waitingSeats = 0;
  /** Work of the waiting requests. */
  waitingWork = 0;
  private readonly list: RequestList = new RequestList();

  /**
   * Creates an empty queue.
   *
   * @param index - index in the queue set
   */
  constructor(index: number) {
    this.index = index;
  }

  /** The request that has waited longest. */
  get oldest(): QueuedRequest | undefined {
    return this.list.oldest;
  }

  /** Whether requests of the queue wait or execute. */
  get isActive(): boolean {
    return this.waiting > 0 || this.executing > 0;
  }

  /**
   * Appends a request.
   *
   * @param request - a request that is in no queue
   */
  enqueue(request: QueuedRequest): void {
    this.list.append(request);
    this.waiting++;
    this.waitingSeats += request.maxSeats;
    this.waitingWork += request.totalWork;
  }

  /**
   * Removes a request from any position.
   *
   * @param request - a request that waits in this queue
   */
  remove(request: QueuedRequest): void {
    this.list.remove(request);
    this.waiting--;
    this.waitingSeats -= request.maxSeats;
    this.waitingWork -= request.totalWork;
  }

  /** Keeps the oldest request from starting before its arrival: an idle queue saves up no claims. */
  boundNextDispatch(): void {
    const { oldest } = this;
    if (oldest !== undefined && this.nextDispatchR < oldest.arrivalR) {
      this.nextDispatchR = oldest.arrivalR;
    }
  }
}
