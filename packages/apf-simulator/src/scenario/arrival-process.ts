import type { DurationDistribution } from './duration-distribution.js';
import type { Random } from './random.js';

/** Requests that arrive independently of the responses to earlier ones. */
export interface OpenArrivals {
  /** `poisson`: independent of each other, at random. `constant`: at equal intervals, from a random start. */
  readonly process: 'poisson' | 'constant';
  /** Requests per second from all clients together, from 0 to 1,000,000. */
  readonly perSecond: number;
  /** Requests per second at the end, if the rate changes linearly; constant by default. */
  readonly untilPerSecond?: number | undefined;
  /** Length of each burst in seconds, at least 0.001; no bursts by default. The first burst starts immediately. */
  readonly onSeconds?: number | undefined;
  /** Length of the pauses between bursts in seconds; required with `onSeconds`. */
  readonly offSeconds?: number | undefined;
}

/** Clients that send a request only after the response to the previous one. */
export interface ClosedLoopArrivals {
  /** Each client has at most one request at a time. */
  readonly process: 'closed-loop';
  /** Pause of a client between a response and its next request, and before its first one. */
  readonly thinkSeconds: DurationDistribution;
}

/** When the requests of a flow arrive. */
export type ArrivalProcess = OpenArrivals | ClosedLoopArrivals;

/** The time in bursts within some elapsed time. */
function sendingSeconds(arrivals: OpenArrivals, elapsed: number): number {
  const { onSeconds, offSeconds = 0 } = arrivals;
  if (onSeconds === undefined) {
    return elapsed;
  }
  const cycle = onSeconds + offSeconds;
  const cycles = Math.floor(elapsed / cycle);
  return cycles * onSeconds + Math.min(onSeconds, elapsed - cycles * cycle);
}

/** The elapsed time at which some time in bursts has passed. */
function elapsedSeconds(arrivals: OpenArrivals, sending: number): number {
  const { onSeconds, offSeconds = 0 } = arrivals;
  if (onSeconds === undefined) {
    return sending;
  }
  const bursts = Math.floor(sending / onSeconds);
  return bursts * (onSeconds + offSeconds) + (sending - bursts * onSeconds);
}

/**
 * Computes the mean number of requests of an open process.
 *
 * @param arrivals - the process
 * @param seconds - how long it lasts
 * @returns the number of requests
 */
export function expectedRequests(arrivals: OpenArrivals, seconds: number): number {
  const { perSecond, untilPerSecond = perSecond } = arrivals;
  return (sendingSeconds(arrivals, seconds) * (perSecond + untilPerSecond)) / 2;
}

/**
 * Generates the arrival times of an open process.
 *
 * Both kinds integrate the rate over time. The next request arrives when the integral has grown by 1, or for `poisson` by
 * an exponentially distributed number.
 *
 * @param arrivals - the process
 * @param seconds - how long it lasts; no request arrives if it is not positive
 * @param random - random numbers
 * @returns a function that returns the next time in seconds from the start; `Infinity` after the last
 */
export function arrivalTimes(
  arrivals: OpenArrivals,
  seconds: number,
  random: Random,
): () => number {
  const { process, perSecond, untilPerSecond = perSecond } = arrivals;
  const sending = sendingSeconds(arrivals, seconds);
  const slope = (untilPerSecond - perSecond) / sending;
  const total = expectedRequests(arrivals, seconds);
  let due = process === 'constant' ? random.next() - 1 : 0;
  return () => {
    due += process === 'constant' ? 1 : random.nextExponential();
    if (!(due < total)) {
      return Infinity;
    }
    // Solves perSecond * t + slope * t² / 2 = due for t, in the form that does not cancel digits.
    const root = Math.sqrt(Math.max(0, perSecond * perSecond + 2 * slope * due));
    return elapsedSeconds(arrivals, due === 0 ? 0 : (2 * due) / (perSecond + root));
  };
}
