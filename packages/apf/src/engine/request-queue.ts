import type { QueuedRequest } from './queued-request.js';

/**
 * One of the queues of a priority level: the requests that wait in it, and what those that it dispatched occupy.
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
  /** Its place among the queues of the set; -1 once it is removed. */
  index: number;
  /** Where on the progress meter the next request of the queue starts, in units of work. */
  nextDispatchR = 0;
  /** The requests that are executing. */
  executing = 0;
  /** The seats that they occupy, and those still occupied by requests that have finished. */
  seatsInUse = 0;
  /** The number of requests that wait. */
  waiting = 0;
  /** The seats that those will occupy. */
  waitingSeats = 0;
  /** The work of those. */
  waitingWork = 0;
  /** The request that has waited longest. */
  oldest: QueuedRequest | undefined;
  private newest: QueuedRequest | undefined;

  /**
   * @param index - its place among the queues of the set
   */
  constructor(index: number) {
    this.index = index;
  }

  /** Whether requests of the queue wait or execute. */
  get isActive(): boolean {
    return this.waiting > 0 || this.executing > 0;
  }

  /**
   * Adds a request at the end.
   *
   * @param request - one that is in no queue
   */
  enqueue(request: QueuedRequest): void {
    request.previous = this.newest;
    if (this.newest === undefined) {
      this.oldest = request;
    } else {
      this.newest.next = request;
    }
    this.newest = request;
    this.waiting++;
    this.waitingSeats += request.maxSeats;
    this.waitingWork += request.totalWork;
  }

  /**
   * Takes a request out, from wherever it stands.
   *
   * @param request - one that waits in this queue
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
    this.waiting--;
    this.waitingSeats -= request.maxSeats;
    this.waitingWork -= request.totalWork;
  }

  /** The oldest request must not start before it arrived: a queue saves up no claims while it has nothing to do. */
  boundNextDispatch(): void {
    const { oldest } = this;
    if (oldest !== undefined && this.nextDispatchR < oldest.arrivalR) {
      this.nextDispatchR = oldest.arrivalR;
    }
  }
}
