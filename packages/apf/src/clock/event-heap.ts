import type { ScheduledEvent } from './event-clock.js';

/** Something that is to happen at some time. */
class HeapEntry implements ScheduledEvent {
  /** When, in nanoseconds of the clock. */
  readonly timeNs: number;
  /** Its place among those of the same time. */
  readonly sequence: number;
  /** Whom to tell that it is taken back; nobody, once it has happened or was taken back. */
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

/** Events in the order of their times, and of their arrival where those are the same. */
export class EventHeap {
  private sequence = 0;
  private cancelled = 0;
  /** The next entry comes first, the children of entry n are 2n + 1 and 2n + 2. */
  private entries: HeapEntry[] = [];
  private readonly emptied: () => void;

  /**
   * @param emptied - called when the last event is taken back
   */
  constructor(emptied: () => void = () => undefined) {
    this.emptied = emptied;
  }

  /** When the next event is due, in nanoseconds; `Infinity` if there is none. */
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
   * Adds an event.
   *
   * @param timeNs - when it is to happen; what is no number counts as 0
   * @param event - what is to happen
   * @param context - what it is called with
   * @returns takes it back
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

  /** Takes out the next event and calls it: one that is there, as `nextNs` has just told. */
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

  /** One entry more is taken back. It goes later: with the others, once they are more than half of all. @internal */
  noteCancelled(): void {
    this.cancelled++;
    if (2 * this.cancelled > this.entries.length) {
      // What is sorted is a heap, too.
      this.entries = this.entries.filter(({ heap }) => heap !== undefined).sort(compare);
      this.cancelled = 0;
    }
    if (this.nextNs === Infinity) {
      this.emptied();
    }
  }

  /** Forgets all events. */
  clear(): void {
    for (const entry of this.entries) {
      entry.heap = undefined;
    }
    this.entries = [];
    this.cancelled = 0;
  }
}
