/** The shortest duration that is told from none, in seconds. */
const SHORTEST = 1e-6;
/** The bounds of a bucket are this far apart, so that its middle is off by less than 1 %. */
const GROWTH = 1.02;
/** The natural logarithm of that. */
const LOG_GROWTH = 0.019802627296179712;

/** Durations of many requests, summed up. */
export interface DurationSummary {
  /** How many there are. */
  readonly count: number;
  /** Their mean, in seconds; 0 if there are none, as all that follow. */
  readonly meanSeconds: number;
  /** Half of them is at most that, in seconds; off by up to 1 %, as the two that follow. */
  readonly p50Seconds: number;
  /** Nine of ten are at most that, in seconds. */
  readonly p90Seconds: number;
  /** 99 of 100 are at most that, in seconds. */
  readonly p99Seconds: number;
  /** The longest, in seconds. */
  readonly maxSeconds: number;
}

/**
 * Counts durations in buckets that grow by 2 % each: any number of them takes the memory of about 1,400 numbers at
 * most. What is below a microsecond counts as that; no duration at all has a bucket of its own.
 */
export class LogHistogram {
  private count = 0;
  private zeros = 0;
  private sum = 0;
  private max = 0;
  private readonly buckets: number[] = [];

  /**
   * Counts one.
   *
   * @param seconds - not negative
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
   * Adds what another one has counted.
   *
   * @param other - stays as it is
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

  /** Sums up what was counted. */
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

  /** The duration that the given part of all does not exceed. */
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
