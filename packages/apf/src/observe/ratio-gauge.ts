import type { EventClock } from '../clock/event-clock.js';

/** A number that changes now and then, as a part of another one; tells for how long it was what. */
export class RatioGauge {
  private readonly clock: Pick<EventClock, 'nowNs'>;
  private readonly held: (ratio: number, durationNs: number) => void;
  private numerator = 0;
  private denominator = 1;
  private sinceNs: number;

  /**
   * @param clock - tells the time
   * @param held - is told which ratio there was for how many nanoseconds, whenever it may change
   */
  constructor(clock: Pick<EventClock, 'nowNs'>, held: (ratio: number, durationNs: number) => void) {
    this.clock = clock;
    this.held = held;
    this.sinceNs = clock.nowNs();
  }

  /** Tells of the time up to now. */
  flush(): void {
    const durationNs = this.clock.nowNs() - this.sinceNs;
    if (!(durationNs > 0)) {
      return;
    }
    this.sinceNs += durationNs;
    this.held(this.numerator / this.denominator, durationNs);
  }

  /** Sets the number. */
  set(numerator: number): void {
    this.flush();
    this.numerator = numerator;
  }

  /** Changes the number. */
  add(delta: number): void {
    this.set(this.numerator + delta);
  }

  /** Sets what it is a part of. */
  divideBy(denominator: number): void {
    this.flush();
    this.denominator = denominator;
  }
}
