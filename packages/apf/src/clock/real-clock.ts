import type { EventClock, ScheduledEvent } from './event-clock.js';
import { EventHeap } from './event-heap.js';

/** What every JavaScript runtime has, and no language standard: told here, so that no runtime's types are needed. */
interface Runtime {
  readonly performance: { now(): number };
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** Longer timers are not supported; an event beyond comes by way of an earlier look. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * The clock of the runtime, with one timer for all events.
 *
 * @example
 * ```ts
 * import { RealClock } from '@kubesem/apf';
 *
 * const clock = new RealClock();
 * clock.nowNs() >= 0 // => true
 * clock.schedule(60e9, () => undefined);
 * clock.close();
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock` v0.37.1 (`Real`).
 */
export class RealClock implements EventClock {
  private readonly runtime = globalThis as unknown as Runtime;
  /** A timer that comes too early does no harm; one that nobody needs keeps the process alive. */
  private readonly heap: EventHeap = new EventHeap(() => this.setTimer());
  private readonly startMs: number = this.runtime.performance.now();
  private timer: unknown;
  private timerNs = Infinity;

  /**
   * The time.
   *
   * @returns nanoseconds since the clock was made
   */
  nowNs(): number {
    return Math.round(
      (this.runtime.performance.now() - this.startMs) * NANOSECONDS_PER_MILLISECOND,
    );
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
    const scheduled = this.heap.push(this.nowNs() + Math.max(0, delayNs), event, context);
    if (this.heap.nextNs < this.timerNs) {
      this.setTimer();
    }
    return scheduled;
  }

  /** Forgets all events. */
  close(): void {
    this.heap.clear();
    this.setTimer();
  }

  /** Sets the timer to the next event; without one there is none, and nothing keeps the process alive. */
  private setTimer(): void {
    const timeNs = this.heap.nextNs;
    if (this.timer !== undefined) {
      this.runtime.clearTimeout(this.timer);
    }
    this.timer = undefined;
    this.timerNs = timeNs;
    if (timeNs === Infinity) {
      return;
    }
    const delayMs = Math.ceil((timeNs - this.nowNs()) / NANOSECONDS_PER_MILLISECOND);
    this.timer = this.runtime.setTimeout(
      () => this.run(),
      Math.min(Math.max(delayMs, 0), LONGEST_TIMER_MS),
    );
  }

  private run(): void {
    this.timer = undefined;
    this.timerNs = Infinity;
    const nowNs = this.nowNs();
    try {
      while (this.heap.nextNs <= nowNs) {
        this.heap.runNext();
      }
    } finally {
      // What an event throws is for the runtime; the others still come.
      this.setTimer();
    }
  }
}
