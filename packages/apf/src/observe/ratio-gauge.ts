import type { EventClock } from '../clock/event-clock.js';

/** A ratio that changes over time. */
export interface Ratio {
  /** Reports the time up to now. */
  flush(): void;
  /** Sets the numerator. */
  set(numerator: number): void;
  /** Changes the numerator. */
  add(delta: number): void;
  /** Sets the denominator. */
  divideBy(denominator: number): void;
}

/** A ratio that nobody reads, so its times need not be measured. */
export const NO_RATIO: Ratio = {
  flush: () => undefined,
  set: () => undefined,
  add: () => undefined,
  divideBy: () => undefined,
};

/** A ratio that changes over time; reports how long it had which value. */
export class RatioGauge implements Ratio {
  private readonly clock: Pick<EventClock, 'nowNs'>;
  private readonly held: (ratio: number, durationNs: number) => void;
  private numerator = 0;
  private denominator = 1;
  private sinceNs: number;

  /**
   * Starts at 0.
   *
   * @param clock - the clock
   * @param held - receives the ratio, and for how many nanoseconds it held, before each change
   */
  constructor(clock: Pick<EventClock, 'nowNs'>, held: (ratio: number, durationNs: number) => void) {
    this.clock = clock;
    this.held = held;
    this.sinceNs = clock.nowNs();
  }

  /** Reports the time up to now. */
  flush(): void {
    const durationNs = this.clock.nowNs() - this.sinceNs;
    if (!(durationNs > 0)) {
      return;
    }
    this.sinceNs += durationNs;
    this.held(this.numerator / this.denominator, durationNs);
  }

  /** Sets the numerator. */
  set(numerator: number): void {
    this.flush();
    this.numerator = numerator;
  }

  /** Changes the numerator. */
  add(delta: number): void {
    this.set(this.numerator + delta);
  }

  /** Sets the denominator. */
  divideBy(denominator: number): void {
    this.flush();
    this.denominator = denominator;
  }
}
