import type { Random } from './random.js';

const NANOSECONDS_PER_SECOND = 1e9;
/** The 99th percentile of the normal distribution with the mean 0 and the standard deviation 1. */
const NORMAL99 = 2.3263478740408408;

/**
 * How long something takes: a fixed number of seconds, or a distribution.
 *
 * - `exponential`: many short durations and few long ones, with the mean `meanSeconds`
 * - `uniform`: equally probable from `minSeconds` to `maxSeconds`
 * - `lognormal`: typical for servers; half of the durations are below `medianSeconds`, and one in a hundred is above
 *   `p99Seconds`
 *
 * All numbers are from 0 to 10,000,000, and above 0 for `exponential` and `lognormal`.
 */
export type DurationDistribution =
  | number
  | {
      /** Name of the distribution. */
      readonly distribution: 'exponential';
      /** Mean in seconds. */
      readonly meanSeconds: number;
    }
  | {
      /** Name of the distribution. */
      readonly distribution: 'uniform';
      /** Shortest duration in seconds. */
      readonly minSeconds: number;
      /** Longest duration in seconds; not below `minSeconds`. */
      readonly maxSeconds: number;
    }
  | {
      /** Name of the distribution. */
      readonly distribution: 'lognormal';
      /** Median in seconds. */
      readonly medianSeconds: number;
      /** 99th percentile in seconds; not below the median. */
      readonly p99Seconds: number;
    };

/** The standard deviation of the logarithms of a lognormal distribution. */
function logDeviation(medianSeconds: number, p99Seconds: number): number {
  return Math.log(p99Seconds / medianSeconds) / NORMAL99;
}

/** Computes the mean of a distribution in seconds. */
export function meanSeconds(duration: DurationDistribution): number {
  if (typeof duration === 'number') {
    return duration;
  }
  switch (duration.distribution) {
    case 'exponential':
      return duration.meanSeconds;
    case 'uniform':
      return (duration.minSeconds + duration.maxSeconds) / 2;
    case 'lognormal':
      return (
        duration.medianSeconds *
        Math.exp(logDeviation(duration.medianSeconds, duration.p99Seconds) ** 2 / 2)
      );
  }
}

/** How far the mean of draws can be above their median before a few enormous ones make up most of it. */
const MOST_SKEW = 10;

/**
 * Computes what most draws take. The mean of a lognormal distribution can come from draws that almost never happen, while
 * all others last no time.
 */
export function typicalSeconds(duration: DurationDistribution): number {
  const mean = meanSeconds(duration);
  const isSkewed = typeof duration === 'object' && duration.distribution === 'lognormal';
  return isSkewed ? Math.min(mean, MOST_SKEW * duration.medianSeconds) : mean;
}

function secondsOf(duration: DurationDistribution): (random: Random) => number {
  if (typeof duration === 'number') {
    return () => duration;
  }
  switch (duration.distribution) {
    case 'exponential':
      return (random) => duration.meanSeconds * random.nextExponential();
    case 'uniform': {
      const width = duration.maxSeconds - duration.minSeconds;
      return (random) => duration.minSeconds + width * random.next();
    }
    case 'lognormal': {
      const deviation = logDeviation(duration.medianSeconds, duration.p99Seconds);
      return (random) => duration.medianSeconds * Math.exp(deviation * random.nextNormal());
    }
  }
}

/**
 * Prepares random durations.
 *
 * @param duration - a checked distribution
 * @returns a function that draws a duration in whole nanoseconds
 */
export function durationSampler(duration: DurationDistribution): (random: Random) => number {
  const seconds = secondsOf(duration);
  return (random) => Math.round(seconds(random) * NANOSECONDS_PER_SECOND);
}
