/** The shortest duration that differs from 0, in seconds. */
const SHORTEST = 1e-6;
/** Ratio of the bounds of a bucket, so its middle is off by less than 1 %. */
const GROWTH = 1.02;
/** The natural logarithm of `GROWTH`. */
const LOG_GROWTH = 0.019802627296179712;

/** A summary of many durations. */
export interface DurationSummary {
  /** Number of durations. */
  readonly count: number;
  /** Mean in seconds. Without durations, this and all following fields are 0. */
  readonly meanSeconds: number;
  /** Median in seconds, accurate to 1 %. */
  readonly p50Seconds: number;
  /** 90th percentile in seconds, accurate to 1 %. */
  readonly p90Seconds: number;
  /** 99th percentile in seconds, accurate to 1 %. */
  readonly p99Seconds: number;
  /** Longest duration in seconds. */
  readonly maxSeconds: number;
}

/**
 * Counts durations in buckets that grow by 2 % each, at most about 1,400 of them. Durations below a microsecond count as
 * a microsecond, except for 0.
 */
export class LogHistogram {
  private count = 0;
  private zeros = 0;
  private sum = 0;
  private max = 0;
  private readonly buckets: number[] = [];

  /**
   * Counts one duration.
   *
   * @param seconds - the duration, not negative
   */
  record(seconds: number): void {
    this.count++;
    if (seconds === 0) {
      this.zeros++;
      return;
    }
    this.sum += seconds;
    if (seconds > this.max) {
      this.max = seconds;
    }
    const index = seconds <= SHORTEST ? 0 : Math.floor(Math.log(seconds / SHORTEST) / LOG_GROWTH);
    while (this.buckets.length <= index) {
      this.buckets.push(0);
    }
    this.buckets[index] = (this.buckets[index] as number) + 1;
  }

  /**
   * Adds the counts of another histogram.
   *
   * @param other - the other histogram; not changed
   */
  add(other: LogHistogram): void {
    this.count += other.count;
    this.zeros += other.zeros;
    this.sum += other.sum;
    this.max = Math.max(this.max, other.max);
    other.buckets.forEach((count, index) => {
      while (this.buckets.length <= index) {
        this.buckets.push(0);
      }
      this.buckets[index] = (this.buckets[index] as number) + count;
    });
  }

  /** Summarizes the durations. */
  summary(): DurationSummary {
    const { count, sum, max } = this;
    return {
      count,
      meanSeconds: count === 0 ? 0 : sum / count,
      p50Seconds: this.percentile(0.5),
      p90Seconds: this.percentile(0.9),
      p99Seconds: this.percentile(0.99),
      maxSeconds: max,
    };
  }

  /** The duration that the given part of all durations does not exceed. */
  private percentile(part: number): number {
    const rank = Math.ceil(part * this.count);
    let seen = this.zeros;
    if (rank <= seen) {
      return 0;
    }
    for (let index = 0; index < this.buckets.length; index++) {
      seen += this.buckets[index] as number;
      if (seen >= rank) {
        return Math.min(this.max, SHORTEST * GROWTH ** (index + 0.5));
      }
    }
    return this.max;
  }
}
