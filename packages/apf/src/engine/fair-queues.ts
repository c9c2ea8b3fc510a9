// Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset` v0.37.1, explained in `fair-queuing.ts`.
import type { FlowHash } from '../requests/flow-hash.js';
import { dealInto, type ShuffleSharding } from '../requests/shuffle-sharding.js';
import {
  ESTIMATED_SERVICE_DURATION_NS,
  seatsTimesDuration,
  UNITS_PER_SEAT_SECOND,
} from '../requests/work-estimate.js';
import { type QueuedRequest, RequestQueue } from './request-queue.js';

/** The progress meter is set back at this value, far below the numbers that a float64 cannot count exactly. */
const REBASE_AT = 2_251_799_813_685_248; // 2^51
const MOST_HANDS = 4096;

/** The queues of a queue set and their progress meter: which queue a request joins, and which queue is next. */
export class FairQueues {
  /** The queues by index; can include queues of an earlier configuration that had more. */
  readonly list: RequestQueue[] = [];
  /** The progress meter, in units of work since the last time it was set back. */
  currentR = 0;
  private rebasedR = 0;
  /** For each queue, where its oldest request would finish on the progress meter. */
  private finishes: MinimumTree = new MinimumTree(0);
  /** The queue that dispatched last; the search for the next one starts after it. */
  private robinIndex = 0;
  /** Number of queues in which requests wait or from which they execute. */
  private active = 0;
  /** Seats of the requests that went through a queue that still exists. */
  private seatsInUse = 0;
  private arrivals = 0;
  private sharding: ShuffleSharding = { deckSize: 0, handSize: 0 };
  /** The hands of hashes that came before. They are kept, because dealing one takes longer than choosing a queue. */
  private readonly hands: Map<FlowHash, readonly number[]> = new Map();

  /** The progress meter, in seat-seconds for each queue. */
  get progress(): number {
    return (this.rebasedR + this.currentR) / UNITS_PER_SEAT_SECOND;
  }

  /**
   * Returns where the next request of a queue starts.
   *
   * @param queue - one of the queues
   * @returns seat-seconds on the progress meter
   */
  nextDispatch(queue: RequestQueue): number {
    return (this.rebasedR + queue.nextDispatchR) / UNITS_PER_SEAT_SECOND;
  }

  /**
   * Changes how hands are dealt, and adds the queues that are missing.
   *
   * @param sharding - how hands are dealt
   */
  configure(sharding: ShuffleSharding): void {
    const { deckSize } = sharding;
    this.sharding = sharding;
    this.hands.clear();
    if (deckSize <= this.list.length) {
      return;
    }
    while (this.list.length < deckSize) {
      this.list.push(new RequestQueue(this.list.length));
    }
    this.rebuildFinishes();
  }

  /**
   * Finds the queue of the hand with the least waiting work. The search starts elsewhere each time, to spread ties.
   *
   * @param hash - hash of the flow
   * @returns the queue for the next request of the flow
   */
  choose(hash: FlowHash): RequestQueue {
    const { handSize } = this.sharding;
    const hand = this.handOf(hash);
    const offset = this.arrivals++ % handSize;
    let best = this.list[hand[offset] as number] as RequestQueue;
    // A queue without work cannot be beaten.
    for (let i = 1; i < handSize && best.waitingWork > 0; i++) {
      const queue = this.list[hand[(offset + i) % handSize] as number] as RequestQueue;
      if (queue.waitingWork < best.waitingWork) {
        best = queue;
      }
    }
    return best;
  }

  /**
   * Appends a request to a queue.
   *
   * @param queue - the queue
   * @param request - the request
   */
  enqueue(queue: RequestQueue, request: QueuedRequest): void {
    if (!queue.isActive) {
      queue.nextDispatchR = this.currentR;
      this.active++;
    }
    queue.enqueue(request);
    this.update(queue);
  }

  /**
   * Removes a request that is not dispatched from its queue.
   *
   * @param queue - its queue
   * @param request - the request
   */
  cancel(queue: RequestQueue, request: QueuedRequest): void {
    queue.remove(request);
    this.noteIdle(queue);
    this.update(queue);
  }

  /**
   * Finds the queue whose oldest request is next in turn.
   *
   * @returns the queue; at least one request must wait
   */
  next(): RequestQueue {
    const start = (this.robinIndex + 1) % this.list.length;
    return this.list[this.finishes.indexOfMinimum(start)] as RequestQueue;
  }

  /**
   * Charges a queue with a request that it dispatches, and that was removed from it.
   *
   * @param queue - the queue
   * @param request - the request
   */
  charge(queue: RequestQueue, request: QueuedRequest): void {
    this.robinIndex = queue.index;
    queue.executing++;
    queue.seatsInUse += request.maxSeats;
    this.seatsInUse += request.maxSeats;
    queue.nextDispatchR += request.totalWork;
    this.update(queue);
  }

  /**
   * Charges a queue with the time that a request really took, in place of the assumed time.
   *
   * @param queue - the queue that dispatched the request
   * @param request - the request, which finished
   * @param executionNs - nanoseconds for which it executed
   */
  settle(queue: RequestQueue, request: QueuedRequest, executionNs: number): void {
    const unusedNs = ESTIMATED_SERVICE_DURATION_NS - executionNs;
    queue.nextDispatchR -= seatsTimesDuration(request.initialSeats, unusedNs);
    queue.executing--;
    this.noteIdle(queue);
    this.update(queue);
  }

  /**
   * Releases seats, and removes the queue if it is idle and there are too many.
   *
   * @param queue - the queue that dispatched the request
   * @param seats - seats of the request
   * @param count - number of queues that there should be
   */
  release(queue: RequestQueue, seats: number, count: number): void {
    if (queue.index < 0) {
      return;
    }
    queue.seatsInUse -= seats;
    this.seatsInUse -= seats;
    if (this.list.length > count && !queue.isActive) {
      this.remove(queue);
    }
  }

  /**
   * Advances the progress meter by what each active queue was entitled to.
   *
   * @param elapsedNs - nanoseconds that have passed
   * @param seatsWaiting - seats that requests waited for
   * @param limit - seats of the queue set
   */
  advance(elapsedNs: number, seatsWaiting: number, limit: number): void {
    if (this.active === 0) {
      return;
    }
    const seats = Math.min(this.seatsInUse + seatsWaiting, limit);
    this.currentR += seatsTimesDuration(seats / this.active, elapsedNs);
    if (this.currentR >= REBASE_AT) {
      this.rebase();
    }
  }

  private handOf(hash: FlowHash): readonly number[] {
    const known = this.hands.get(hash);
    if (known !== undefined) {
      return known;
    }
    const hand: number[] = [];
    dealInto(this.sharding, hash, hand);
    if (this.hands.size >= MOST_HANDS) {
      this.hands.clear();
    }
    this.hands.set(hash, hand);
    return hand;
  }

  private noteIdle(queue: RequestQueue): void {
    if (!queue.isActive) {
      this.active--;
    }
  }

  private remove(queue: RequestQueue): void {
    const { index } = queue;
    this.list.splice(index, 1);
    this.seatsInUse -= queue.seatsInUse;
    queue.index = -1;
    for (let i = index; i < this.list.length; i++) {
      (this.list[i] as RequestQueue).index = i;
    }
    if (this.robinIndex >= index) {
      this.robinIndex--;
    }
    this.rebuildFinishes();
  }

  /** Counts the progress meter from here: only differences matter. */
  private rebase(): void {
    const base = this.currentR;
    this.currentR = 0;
    this.rebasedR += base;
    for (const queue of this.list) {
      queue.nextDispatchR -= base;
      for (let request = queue.oldest; request !== undefined; request = request.next) {
        request.arrivalR -= base;
      }
    }
    this.rebuildFinishes();
  }

  private update(queue: RequestQueue): void {
    queue.boundNextDispatch();
    this.updateFinish(queue);
  }

  private updateFinish(queue: RequestQueue): void {
    const { oldest } = queue;
    this.finishes.set(
      queue.index,
      oldest === undefined ? Infinity : queue.nextDispatchR + oldest.totalWork,
    );
  }

  private rebuildFinishes(): void {
    this.finishes = new MinimumTree(this.list.length);
    for (const queue of this.list) {
      this.updateFinish(queue);
    }
  }
}

/**
 * A list of numbers with a binary tree of minima above it, to find the minimum fast.
 *
 * A change and a search take logarithmic time. The released Go code searches through all queues instead.
 */
class MinimumTree {
  private readonly leaves: number;
  /** Node 1 is the root, the children of node n are 2n and 2n + 1, the list starts at `leaves`. */
  private readonly nodes: Float64Array;

  /**
   * Makes a list of `Infinity`.
   *
   * @param length - number of entries
   */
  constructor(length: number) {
    let leaves = 1;
    while (leaves < length) {
      leaves *= 2;
    }
    this.leaves = leaves;
    this.nodes = new Float64Array(2 * leaves).fill(Infinity);
  }

  /**
   * Changes one number.
   *
   * @param index - its index
   * @param value - the new value
   */
  set(index: number, value: number): void {
    const { nodes } = this;
    let node = this.leaves + index;
    nodes[node] = value;
    while (node > 1) {
      const smaller = Math.min(nodes[node] as number, nodes[node ^ 1] as number);
      node >>= 1;
      if (nodes[node] === smaller) {
        return;
      }
      nodes[node] = smaller;
    }
  }

  /**
   * Finds the minimum, searching circularly.
   *
   * @param start - index to start from
   * @returns the first index from there, and then from the beginning, that holds the minimum
   */
  indexOfMinimum(start: number): number {
    const { nodes, leaves } = this;
    const minimum = nodes[1] as number;
    let node = leaves + start;
    // Climbs until the node or its right neighbour holds the minimum; after the right edge, restarts at the root.
    while (nodes[node] !== minimum) {
      while (node % 2 === 1 && node > 1) {
        node >>= 1;
      }
      node = node > 1 ? node + 1 : 1;
    }
    while (node < leaves) {
      node = nodes[2 * node] === minimum ? 2 * node : 2 * node + 1;
    }
    return node - leaves;
  }
}
