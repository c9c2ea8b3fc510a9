import type { EventClock, ScheduledEvent } from './event-clock.js';
import { EventHeap } from './event-heap.js';

/**
 * A clock that advances only on request, so tests and simulations are reproducible.
 *
 * Calls at the same nanosecond are made in the order in which they were scheduled.
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
   * Returns the time.
   *
   * @returns nanoseconds since the clock was created
   */
  nowNs(): number {
    return this.time;
  }

  /**
   * Schedules one call.
   *
   * @param delayNs - nanoseconds from now; negative numbers count as 0
   * @param event - called at that time
   * @param context - argument of `event`
   * @returns the scheduled call
   */
  schedule<T>(delayNs: number, event: (context: T) => void, context?: T): ScheduledEvent {
    return this.heap.push(this.time + Math.max(0, delayNs), event, context);
  }

  /**
   * Advances to the next scheduled call and makes it.
   *
   * @param untilNs - the latest time to advance to, in nanoseconds; unlimited by default
   * @returns whether there was a call
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
   * Advances through all scheduled calls, including those scheduled on the way.
   *
   * @param untilNs - the time to advance to, in nanoseconds; by default the time of the last call
   */
  run(untilNs?: number): void {
    while (this.step(untilNs)) {}
    if (untilNs !== undefined && untilNs > this.time) {
      this.time = untilNs;
    }
  }
}
