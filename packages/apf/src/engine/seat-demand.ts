// Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing` v0.37.1 (`Integrator`) and `…/flowcontrol`
// (`seatDemandStats`).
import type { EventClock } from '../clock/event-clock.js';

const NANOSECONDS_PER_SECOND = 1e9;
/** After five minutes, half of what was is forgotten; the two numbers add up to 1. */
const KEPT = 0.977;
const RENEWED = 0.023;

/** What the seat demand of a priority level was over some time. */
export interface SeatDemand {
  /** For how long, in seconds. */
  readonly durationSeconds: number;
  /** The average over the time; `NaN` if no time has passed. */
  readonly average: number;
  /** The standard deviation; `NaN` where it cannot be computed. */
  readonly deviation: number;
  /** The highest. */
  readonly max: number;
}

/**
 * Integrates the seat demand over the time.
 *
 * @example
 * ```ts
 * import { SeatDemandIntegrator, VirtualClock } from '@kubesem/apf';
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
   * @param clock - tells the time
   */
  constructor(clock: EventClock) {
    this.clock = clock;
    this.sinceNs = clock.nowNs();
  }

  /**
   * Notes the demand from now on.
   *
   * @param seats - occupied, and waited for
   */
  set(seats: number): void {
    this.update();
    this.seats = seats;
    if (seats > this.max) {
      this.max = seats;
    }
  }

  /**
   * Begins anew.
   *
   * @returns what was since the last time
   */
  reset(): SeatDemand {
    this.update();
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

  private update(): void {
    const elapsedNs = this.clock.nowNs() - this.sinceNs;
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

/** What the borrowing between priority levels goes by. */
export interface SeatDemandStats {
  /** The highest demand of the last period, in seats. */
  readonly highWatermark: number;
  /** Its average over that period. */
  readonly average: number;
  /** Its standard deviation. */
  readonly deviation: number;
  /** The sum of both, which falls slowly and rises at once. */
  readonly smoothed: number;
}

/** The demand of a level that has just been made. */
export const NO_SEAT_DEMAND: SeatDemandStats = {
  highWatermark: 0,
  average: 0,
  deviation: 0,
  smoothed: 0,
};

/**
 * Takes one more period into account.
 *
 * @param stats - up to then
 * @param demand - of the period
 * @returns the new statistics; after a period of no time only the highest demand is new
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`seatDemandStats`).
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
