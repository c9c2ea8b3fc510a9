import type { EventClock, ScheduledEvent } from './event-clock.js';
import { EventHeap } from './event-heap.js';

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
  private readonly heap: EventHeap = new EventHeap();

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
   * @param context - what `event` is called with
   * @returns takes the call back
   */
  schedule<T>(delayNs: number, event: (context: T) => void, context?: T): ScheduledEvent {
    return this.heap.push(this.time + Math.max(0, delayNs), event, context);
  }

  /**
   * Lets the time go on to the next event, and calls it.
   *
   * @param untilNs - later events stay, in nanoseconds; without it there is no end
   * @returns whether there was one
   */
  step(untilNs: number = Infinity): boolean {
    const { nextNs } = this.heap;
    if (nextNs === Infinity || nextNs > untilNs) {
      return false;
    }
    this.time = nextNs;
    this.heap.runNext();
    return true;
  }

  /**
   * Lets the time go on through all events, those too that come up on the way.
   *
   * @param untilNs - the time at the end, in nanoseconds; without it, the time of the last event
   */
  run(untilNs?: number): void {
    while (this.step(untilNs)) {}
    if (untilNs !== undefined && untilNs > this.time) {
      this.time = untilNs;
    }
  }
}
