import type { ClockEvent, EventClock } from './event-clock.js';

interface Entry {
  readonly timeNs: number;
  readonly sequence: number;
  event: ClockEvent | undefined;
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.timeNs < b.timeNs || (a.timeNs === b.timeNs && a.sequence < b.sequence);
}

/**
 * A clock that stands still until it is told to go on: the same events at the same times, however often it runs.
 *
 * Events of the same nanosecond come in the order in which they were asked for.
 *
 * @example
 * ```ts
 * import { VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const seen: number[] = [];
 * clock.schedule(2_000, () => seen.push(clock.nowNs()));
 * clock.schedule(1_000, () => seen.push(clock.nowNs()));
 * clock.run();
 * seen // => [1000, 2000]
 * ```
 */
export class VirtualClock implements EventClock {
  private time = 0;
  private sequence = 0;
  /** A heap: the next entry comes first, the children of entry n are 2n + 1 and 2n + 2. */
  private readonly heap: Entry[] = [];

  /**
   * The time.
   *
   * @returns nanoseconds since the clock was made
   */
  nowNs(): number {
    return this.time;
  }

  /**
   * Asks for one call later.
   *
   * @param delayNs - nanoseconds from now; a negative number is taken as 0
   * @param event - what is called then
   * @returns takes the call back
   */
  schedule(delayNs: number, event: ClockEvent): () => void {
    const entry: Entry = {
      timeNs: this.time + Math.max(0, delayNs),
      sequence: this.sequence++,
      event,
    };
    this.push(entry);
    return () => {
      entry.event = undefined;
    };
  }

  /**
   * Lets the time go on to the next event, and calls it.
   *
   * @param untilNs - later events stay, in nanoseconds; without it there is no end
   * @returns whether there was one
   */
  step(untilNs: number = Infinity): boolean {
    for (
      let next = this.heap[0];
      next !== undefined && next.timeNs <= untilNs;
      next = this.heap[0]
    ) {
      this.pop();
      const { event } = next;
      if (event === undefined) continue;
      this.time = next.timeNs;
      event();
      return true;
    }
    return false;
  }

  /**
   * Lets the time go on through all events, those too that come up on the way.
   *
   * @param untilNs - the time at the end, in nanoseconds; without it, the time of the last event
   */
  run(untilNs?: number): void {
    while (this.step(untilNs));
    if (untilNs !== undefined && untilNs > this.time) this.time = untilNs;
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Entry;
      if (!isBefore(entry, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry))
        child++;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[index] = heap[child] as Entry;
      index = child;
    }
    heap[index] = last;
  }
}
