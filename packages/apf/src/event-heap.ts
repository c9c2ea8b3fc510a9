import type { ClockEvent } from './event-clock.js';

/** Something that is to happen at some time. */
export interface HeapEntry {
  /** When, in nanoseconds of the clock. */
  readonly timeNs: number;
  /** Its place among those of the same time. */
  readonly sequence: number;
  /** What happens; nothing if it was taken back. */
  event: ClockEvent | undefined;
}

function compare(a: HeapEntry, b: HeapEntry): number {
  return a.timeNs - b.timeNs || a.sequence - b.sequence;
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  return compare(a, b) < 0;
}

/** Events in the order of their times, and of their arrival where those are the same. */
export class EventHeap {
  private sequence = 0;
  private cancelled = 0;
  /** The next entry comes first, the children of entry n are 2n + 1 and 2n + 2. */
  private entries: HeapEntry[] = [];

  /** The next entry that was not taken back. */
  get next(): HeapEntry | undefined {
    for (;;) {
      const first = this.entries[0];
      if (first === undefined || first.event !== undefined) return first;
      this.pop();
      this.cancelled--;
    }
  }

  /**
   * Adds an event.
   *
   * @param timeNs - when it is to happen
   * @param event - what is to happen
   * @returns the entry; without its event it is passed over
   */
  push(timeNs: number, event: ClockEvent): HeapEntry {
    const entry: HeapEntry = { timeNs, sequence: this.sequence++, event };
    const { entries } = this;
    let index = entries.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent] as HeapEntry;
      if (!isBefore(entry, above)) break;
      entries[index] = above;
      index = parent;
    }
    entries[index] = entry;
    return entry;
  }

  /**
   * Takes out the first entry; its event counts as done.
   *
   * @returns what is to happen
   */
  take(): ClockEvent | undefined {
    const first = this.next;
    if (first === undefined) return undefined;
    this.pop();
    const { event } = first;
    first.event = undefined;
    return event;
  }

  private pop(): void {
    const { entries } = this;
    const last = entries.pop() as HeapEntry;
    if (entries.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= entries.length) break;
      const right = entries[child + 1];
      if (right !== undefined && isBefore(right, entries[child] as HeapEntry)) child++;
      if (!isBefore(entries[child] as HeapEntry, last)) break;
      entries[index] = entries[child] as HeapEntry;
      index = child;
    }
    entries[index] = last;
  }

  /**
   * Takes an event back. Its entry goes later: with the others, once they are more than half of all.
   *
   * @param entry - of this heap
   */
  cancel(entry: HeapEntry): void {
    if (entry.event === undefined) return;
    entry.event = undefined;
    this.cancelled++;
    if (2 * this.cancelled <= this.entries.length) return;
    // What is sorted is a heap, too.
    this.entries = this.entries.filter(({ event }) => event !== undefined).sort(compare);
    this.cancelled = 0;
  }

  /** Forgets all events. */
  clear(): void {
    this.entries = [];
    this.cancelled = 0;
  }
}
