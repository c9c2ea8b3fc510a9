/** What a clock does when the time has come. */
export type ClockEvent = () => void;

/**
 * The time, and calls at a later time: real ones in a server, virtual ones in a test or a simulation.
 *
 * Times are nanoseconds since some moment that the clock chooses. They may stand still and never go back; a clock that
 * does go back is taken to stand still.
 */
export interface EventClock {
  /** The time, in nanoseconds. */
  nowNs(): number;
  /**
   * Asks for one call later.
   *
   * @param delayNs - nanoseconds from now, not negative
   * @param event - what is called then, once, and never before this call returns
   * @returns takes the call back, if it has not come yet
   */
  schedule(delayNs: number, event: ClockEvent): () => void;
}
