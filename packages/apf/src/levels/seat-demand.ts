// Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing` v0.37.1, `Integrator`, and
// `k8s.io/apiserver/pkg/util/flowcontrol`, `seatDemandStats`.
import type { EventClock } from '../clock/event-clock.js';

const NANOSECONDS_PER_SECOND = 1e9;
/** Weights of the past and of the latest period, which add up to 1: the past fades by half within five minutes. */
const KEPT = 0.977;
const RENEWED = 0.023;

/** The seat demand of a priority level over a period. */
export interface SeatDemand {
  /** Length of the period in seconds. */
  readonly durationSeconds: number;
  /** Average over time, in seats; `NaN` if no time passed. */
  readonly average: number;
  /** Standard deviation, in seats; `NaN` if no time passed, or if rounding made the variance negative. */
  readonly deviation: number;
  /** Highest demand, in seats. */
  readonly max: number;
}

/**
 * Integrates the seat demand of a priority level over time: the seats that are occupied or waited for.
 *
 * @example
 * ```ts
 * import { VirtualClock } from '@kubesem/apf';
 * import { SeatDemandIntegrator } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const integrator = new SeatDemandIntegrator(clock);
 * integrator.set(4);
 * clock.run(3e9);
 * integrator.set(0);
 * clock.run(4e9);
 * integrator.reset().average // => 3
 * ```
 */
export class SeatDemandIntegrator {
  private readonly clock: EventClock;
  private sinceNs: number;
  private seats = 0;
  private max = 0;
  private elapsedSeconds = 0;
  private integral = 0;
  private integralOfSquares = 0;

  /**
   * Starts a period with a demand of 0.
   *
   * @param clock - the clock
   */
  constructor(clock: EventClock) {
    this.clock = clock;
    this.sinceNs = clock.nowNs();
  }

  /**
   * Sets the demand from now on.
   *
   * @param seats - seats that are occupied or waited for
   */
  set(seats: number): void {
    this.setAt(seats, this.clock.nowNs());
  }

  /** Sets the demand from a time on that the caller has just read from the clock. @internal */
  setAt(seats: number, nowNs: number): void {
    this.update(nowNs);
    this.seats = seats;
    if (seats > this.max) {
      this.max = seats;
    }
  }

  /**
   * Ends the period and starts the next one.
   *
   * @returns the demand over the period
   */
  reset(): SeatDemand {
    this.update(this.clock.nowNs());
    const durationSeconds = this.elapsedSeconds;
    const average = this.integral / durationSeconds;
    const variance = this.integralOfSquares / durationSeconds - average * average;
    const demand = { durationSeconds, average, deviation: Math.sqrt(variance), max: this.max };
    this.elapsedSeconds = 0;
    this.integral = 0;
    this.integralOfSquares = 0;
    this.max = this.seats;
    return demand;
  }

  private update(nowNs: number): void {
    const elapsedNs = nowNs - this.sinceNs;
    if (elapsedNs <= 0) {
      return;
    }
    this.sinceNs += elapsedNs;
    const whole = Math.trunc(elapsedNs / NANOSECONDS_PER_SECOND);
    const seconds = whole + (elapsedNs - whole * NANOSECONDS_PER_SECOND) / NANOSECONDS_PER_SECOND;
    this.elapsedSeconds += seconds;
    this.integral += this.seats * seconds;
    this.integralOfSquares += this.seats * this.seats * seconds;
  }
}

/** Statistics of the seat demand, on which borrowing is based. */
export interface SeatDemandStats {
  /** Highest demand of the last period, in seats. */
  readonly highWatermark: number;
  /** Average over that period. */
  readonly average: number;
  /** Standard deviation over that period. */
  readonly deviation: number;
  /** Smoothed sum of both: rises immediately and falls slowly. */
  readonly smoothed: number;
}

/** The demand of a new level. */
export const NO_SEAT_DEMAND: SeatDemandStats = {
  highWatermark: 0,
  average: 0,
  deviation: 0,
  smoothed: 0,
};

/**
 * Updates the statistics after a period.
 *
 * @param stats - statistics before the period
 * @param demand - demand over the period
 * @returns the new statistics; after a period of length 0, only the high watermark changes
 *
 * @example
 * ```ts
 * import { updateSeatDemandStats } from '@kubesem/apf';
 *
 * const stats = { highWatermark: 0, average: 0, deviation: 0, smoothed: 100 };
 * const demand = { durationSeconds: 10, average: 8, deviation: 2, max: 15 };
 * updateSeatDemandStats(stats, demand).smoothed.toFixed(2) // => '97.93'
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `seatDemandStats`.
 */
export function updateSeatDemandStats(stats: SeatDemandStats, demand: SeatDemand): SeatDemandStats {
  const highWatermark = Math.round(demand.max);
  if (!(demand.durationSeconds > 0)) {
    return { ...stats, highWatermark };
  }
  const deviation = Number.isNaN(demand.deviation) ? 0 : demand.deviation;
  const envelope = demand.average + deviation;
  const smoothed = Math.max(envelope, KEPT * stats.smoothed + RENEWED * envelope);
  return { highWatermark, average: demand.average, deviation, smoothed };
}
