import type { DurationDistribution } from './duration-distribution.js';
import type { Random } from './random.js';

/** Requests that come whatever becomes of those before. */
export interface OpenArrivals {
  /** `poisson`: each comes by itself, at random. `constant`: as by a metronome, from a random beat on. */
  readonly process: 'poisson' | 'constant';
  /** How many come in a second, of all clients together. */
  readonly perSecond: number;
  /** How many come in a second at the end, if the rate goes up or down evenly; absent if it does not. */
  readonly untilPerSecond?: number | undefined;
  /** If they come in bursts, the length of each in seconds. The first begins at once. */
  readonly onSeconds?: number | undefined;
  /** The length of the pauses between the bursts, in seconds; needed with `onSeconds`. */
  readonly offSeconds?: number | undefined;
}

/** Clients that send their next request when they have the answer to the one before. */
export interface ClosedLoopArrivals {
  /** Each client has at most one request at a time. */
  readonly process: 'closed-loop';
  /** How long a client waits between an answer and its next request, and before the first one. */
  readonly thinkSeconds: DurationDistribution;
}

/** When the requests of a flow come. */
export type ArrivalProcess = OpenArrivals | ClosedLoopArrivals;

/** The time in which an open process sends, out of the time that passes: it stands still between bursts. */
function sendingSeconds(arrivals: OpenArrivals, elapsed: number): number {
  const { onSeconds, offSeconds = 0 } = arrivals;
  if (onSeconds === undefined) {
    return elapsed;
  }
  const cycle = onSeconds + offSeconds;
  const cycles = Math.floor(elapsed / cycle);
  return cycles * onSeconds + Math.min(onSeconds, elapsed - cycles * cycle);
}

/** When so much of sending time has passed. */
function elapsedSeconds(arrivals: OpenArrivals, sending: number): number {
  const { onSeconds, offSeconds = 0 } = arrivals;
  if (onSeconds === undefined) {
    return sending;
  }
  const bursts = Math.floor(sending / onSeconds);
  return bursts * (onSeconds + offSeconds) + (sending - bursts * onSeconds);
}

/**
 * The number of requests that an open process sends on average.
 *
 * @param arrivals - the process
 * @param seconds - for how long
 */
export function expectedRequests(arrivals: OpenArrivals, seconds: number): number {
  const { perSecond, untilPerSecond = perSecond } = arrivals;
  return (sendingSeconds(arrivals, seconds) * (perSecond + untilPerSecond)) / 2;
}

/**
 * The times of an open process.
 *
 * Both kinds count up how many requests are due by the rate: the next one comes when another 1 is, or with `poisson`
 * another number of the exponential distribution.
 *
 * @param arrivals - the process
 * @param seconds - for how long it lasts; without time, none comes
 * @param random - decides
 * @returns each call answers the next time, in seconds from the beginning; `Infinity` after the last
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
    // The time t at which perSecond * t + slope * t² / 2 are due, in the form that does not cancel.
    const root = Math.sqrt(Math.max(0, perSecond * perSecond + 2 * slope * due));
    return elapsedSeconds(arrivals, due === 0 ? 0 : (2 * due) / (perSecond + root));
  };
}
