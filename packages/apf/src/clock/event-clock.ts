/** Something that a clock is going to do. */
export interface ScheduledEvent {
  /** Takes it back, if it has not come yet. */
  cancel(): void;
}

/**
 * The time, and calls at a later time: real ones in a server, virtual ones in a test or a simulation.
 *
 * Times are nanoseconds since some moment that the clock chooses, and not negative. They may stand still and never go
 * back; a clock that does go back, or tells no number below 2^63, is taken to stand still. Beyond 2^53, after 104 days, it is
 * every other nanosecond that can be told.
 */
export interface EventClock {
  /** The time, in nanoseconds. */
  nowNs(): number;
  /**
   * Asks for one call later.
   *
   * @param delayNs - nanoseconds from now, not negative
   * @param event - what is called then, once, and never before this call returns
   * @param context - what `event` is called with, so that many events can share one function
   * @returns takes the call back
   */
  schedule<T>(delayNs: number, event: (context: T) => void, context?: T): ScheduledEvent;
}

/** 292 years, the longest duration of Go. */
const LONGEST_NS = 9_223_372_036_854_775_808; // 2^63

/**
 * A clock that holds to what clocks promise.
 *
 * @param clock - that may not
 * @returns the same, but for times that go back or are no numbers below 2^63: it stands still then
 */
export function steady(clock: EventClock): EventClock {
  let latestNs = 0;
  return {
    nowNs: () => {
      const nowNs = clock.nowNs();
      if (nowNs > latestNs && nowNs < LONGEST_NS) {
        latestNs = nowNs;
      }
      return latestNs;
    },
    schedule: (delayNs, event, context) => clock.schedule(delayNs, event, context),
  };
}
