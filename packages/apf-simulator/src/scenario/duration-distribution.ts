import type { Random } from './random.js';

const NANOSECONDS_PER_SECOND = 1e9;
/** The 99th percentile of the normal distribution with the mean 0 and the standard deviation 1. */
const NORMAL99 = 2.3263478740408408;

/**
 * How long something takes: always the same number of seconds, or one of a distribution.
 *
 * - `exponential`: many short ones, few long ones; `meanSeconds` is the mean
 * - `uniform`: all from `minSeconds` to `maxSeconds` alike
 * - `lognormal`: as durations of servers usually are; half of them is below `medianSeconds`, and one of a hundred above
 *   `p99Seconds`
 */
export type DurationDistribution =
  | number
  | {
      /** Which distribution. */
      readonly distribution: 'exponential';
      /** The mean, in seconds. */
      readonly meanSeconds: number;
    }
  | {
      /** Which distribution. */
      readonly distribution: 'uniform';
      /** The shortest, in seconds. */
      readonly minSeconds: number;
      /** The longest, in seconds. */
      readonly maxSeconds: number;
    }
  | {
      /** Which distribution. */
      readonly distribution: 'lognormal';
      /** Half of the durations is below, in seconds. */
      readonly medianSeconds: number;
      /** One of a hundred is above, in seconds; at least the median. */
      readonly p99Seconds: number;
    };

/** The standard deviation of the logarithms of a lognormal distribution. */
function logDeviation(medianSeconds: number, p99Seconds: number): number {
  return Math.log(p99Seconds / medianSeconds) / NORMAL99;
}

/** The mean of a distribution, in seconds. */
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
 * Prepares to draw durations.
 *
 * @param duration - in order, as {@link parseScenario} answers it
 * @returns draws one, in whole nanoseconds
 */
export function durationSampler(duration: DurationDistribution): (random: Random) => number {
  const seconds = secondsOf(duration);
  return (random) => Math.round(seconds(random) * NANOSECONDS_PER_SECOND);
}
