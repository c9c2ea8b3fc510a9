/** A call that a clock will make. */
export interface ScheduledEvent {
  /** Cancels the call if it has not been made. */
  cancel(): void;
}

/**
 * A clock with timers: real time in a server, virtual time in a test or a simulation.
 *
 * Times are nanoseconds since a moment that the clock chooses. They are not negative and never go back. If a clock goes
 * back, or returns anything but a number below 2^63, its time stands still. Above 2^53, after 104 days, only
 * every second nanosecond can be represented.
 */
export interface EventClock {
  /** Returns the time in nanoseconds. */
  nowNs(): number;
  /**
   * Schedules one call.
   *
   * @param delayNs - nanoseconds from now, not negative
   * @param event - called once at that time, and never before `schedule` returns
   * @param context - argument of `event`, so many events can share one function
   * @returns the scheduled call
   */
  schedule<T>(delayNs: number, event: (context: T) => void, context?: T): ScheduledEvent;
  /**
   * Lets timers and I/O run before the next request executes. Without this, requests that execute synchronously follow
   * each other, and new requests cannot arrive in between. A clock of virtual time does not need it.
   *
   * @param nowNs - the time in nanoseconds, if the caller has just read it
   * @returns resolves when the request can execute; undefined if it can execute now
   */
  yield?(nowNs?: number): PromiseLike<void> | undefined;
}

/** 292 years, the longest duration of Go. */
const LONGEST_NS = 9_223_372_036_854_775_808; // 2^63

/**
 * Wraps a clock whose time may go back.
 *
 * @param clock - the clock
 * @returns a clock that stands still while the other one goes back or returns anything but a number below 2^63
 */
export function steady(clock: EventClock): EventClock {
  return new SteadyClock(clock);
}

class SteadyClock implements EventClock {
  private readonly clock: EventClock;
  private latestNs = 0;

  constructor(clock: EventClock) {
    this.clock = clock;
  }

  nowNs(): number {
    const nowNs = this.clock.nowNs();
    if (nowNs > this.latestNs && nowNs < LONGEST_NS) {
      this.latestNs = nowNs;
    }
    return this.latestNs;
  }

  schedule<T>(delayNs: number, event: (context: T) => void, context?: T): ScheduledEvent {
    return this.clock.schedule(delayNs, event, context);
  }

  yield(nowNs?: number): PromiseLike<void> | undefined {
    return this.clock.yield?.(nowNs);
  }
}
