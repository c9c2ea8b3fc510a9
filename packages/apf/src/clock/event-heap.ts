import type { ScheduledEvent } from './event-clock.js';

/** A scheduled call. */
class HeapEntry implements ScheduledEvent {
  /** Time of the call, in nanoseconds of the clock. */
  readonly timeNs: number;
  /** Position among calls at the same time. */
  readonly sequence: number;
  /** The heap; undefined once the call was made or cancelled. */
  heap: EventHeap | undefined;
  private readonly event: (context: unknown) => void;
  private readonly context: unknown;

  constructor(
    timeNs: number,
    sequence: number,
    heap: EventHeap,
    event: (context: unknown) => void,
    context: unknown,
  ) {
    this.timeNs = timeNs;
    this.sequence = sequence;
    this.heap = heap;
    this.event = event;
    this.context = context;
  }

  run(): void {
    this.heap = undefined;
    this.event(this.context);
  }

  cancel(): void {
    const { heap } = this;
    this.heap = undefined;
    heap?.noteCancelled();
  }
}

function compare(a: HeapEntry, b: HeapEntry): number {
  return a.timeNs - b.timeNs || a.sequence - b.sequence;
}

/** Scheduled calls by time; those at the same time in the order in which they were scheduled. */
export class EventHeap {
  private sequence = 0;
  private cancelled = 0;
  /** A binary heap: the next entry is first, the children of entry n are 2n + 1 and 2n + 2. */
  private entries: HeapEntry[] = [];
  private readonly emptied: () => void;

  /**
   * Makes an empty heap.
   *
   * @param emptied - called when the last entry is cancelled
   */
  constructor(emptied: () => void = () => undefined) {
    this.emptied = emptied;
  }

  /** Time of the next call in nanoseconds; `Infinity` if there is none. */
  get nextNs(): number {
    for (;;) {
      const first = this.entries[0];
      if (first === undefined) {
        return Infinity;
      }
      if (first.heap !== undefined) {
        return first.timeNs;
      }
      this.pop();
      this.cancelled--;
    }
  }

  /**
   * Adds a call.
   *
   * @param timeNs - time of the call; `NaN` counts as 0
   * @param event - the function to call
   * @param context - its argument
   * @returns the scheduled call
   */
  push<T>(timeNs: number, event: (context: T) => void, context?: T): ScheduledEvent {
    const entry = new HeapEntry(
      timeNs || 0,
      this.sequence++,
      this,
      event as (context: unknown) => void,
      context,
    );
    const { entries } = this;
    let index = entries.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent] as HeapEntry;
      if (compare(entry, above) > 0) {
        break;
      }
      entries[index] = above;
      index = parent;
    }
    entries[index] = entry;
    return entry;
  }

  /** Removes the next call and makes it. Only valid right after `nextNs` returned its time. */
  runNext(): void {
    const next = this.entries[0] as HeapEntry;
    this.pop();
    next.run();
  }

  private pop(): void {
    const { entries } = this;
    const last = entries.pop() as HeapEntry;
    if (entries.length === 0) {
      return;
    }
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= entries.length) {
        break;
      }
      const right = entries[child + 1];
      if (right !== undefined && compare(right, entries[child] as HeapEntry) < 0) {
        child++;
      }
      if (compare(entries[child] as HeapEntry, last) > 0) {
        break;
      }
      entries[index] = entries[child] as HeapEntry;
      index = child;
    }
    entries[index] = last;
  }

  /** Counts a cancelled entry. Cancelled entries are removed together, once they are more than half of all. @internal */
  noteCancelled(): void {
    this.cancelled++;
    if (2 * this.cancelled > this.entries.length) {
      // A sorted list is a heap.
      this.entries = this.entries.filter(({ heap }) => heap !== undefined).sort(compare);
      this.cancelled = 0;
    }
    if (this.nextNs === Infinity) {
      this.emptied();
    }
  }

  /** Removes all calls. */
  clear(): void {
    for (const entry of this.entries) {
      entry.heap = undefined;
    }
    this.entries = [];
    this.cancelled = 0;
  }
}
