import type { LevelSeries } from './result.js';

/** Measures one priority level over time, as averages over each sample. */
export class SeriesRecorder {
  private seats = 0;
  private waiting = 0;
  private limit = 0;
  private sinceNs = 0;
  private seatArea = 0;
  private waitingArea = 0;
  private limitArea = 0;
  private waits = 0;
  private waitSum = 0;
  private rejections = 0;
  private readonly samples: Record<keyof LevelSeries, number[]>;

  /**
   * Starts to measure.
   *
   * @param done - number of samples before the level existed
   * @param nowNs - current time in nanoseconds
   */
  constructor(done: number, nowNs: number) {
    this.sinceNs = nowNs;
    const zeros = (): number[] => new Array<number>(done).fill(0);
    this.samples = {
      seatsInUse: zeros(),
      currentLimit: zeros(),
      requestsWaiting: zeros(),
      waitSeconds: zeros(),
      rejected: zeros(),
    };
  }

  /** Changes the number of occupied seats. */
  addSeats(seats: number, nowNs: number): void {
    this.advance(nowNs);
    this.seats += seats;
  }

  /** Changes the number of waiting requests. */
  addWaiting(requests: number, nowNs: number): void {
    this.advance(nowNs);
    this.waiting += requests;
  }

  /** Sets the number of seats. */
  setLimit(seats: number, nowNs: number): void {
    this.advance(nowNs);
    this.limit = seats;
  }

  /** Counts the wait of a request. */
  waited(seconds: number): void {
    this.waits++;
    this.waitSum += seconds;
  }

  /** Counts a rejected request. */
  rejected(): void {
    this.rejections++;
  }

  /**
   * Ends a sample.
   *
   * @param nowNs - end of the sample in nanoseconds
   * @param lengthNs - length of the sample in nanoseconds
   */
  sample(nowNs: number, lengthNs: number): void {
    this.advance(nowNs);
    const { samples } = this;
    samples.seatsInUse.push(this.seatArea / lengthNs);
    samples.currentLimit.push(this.limitArea / lengthNs);
    samples.requestsWaiting.push(this.waitingArea / lengthNs);
    samples.waitSeconds.push(this.waits === 0 ? 0 : this.waitSum / this.waits);
    samples.rejected.push(this.rejections);
    this.seatArea = 0;
    this.limitArea = 0;
    this.waitingArea = 0;
    this.waits = 0;
    this.waitSum = 0;
    this.rejections = 0;
  }

  /** The measured series as plain data. */
  get series(): LevelSeries {
    return this.samples;
  }

  private advance(nowNs: number): void {
    const elapsed = nowNs - this.sinceNs;
    if (elapsed === 0) {
      return;
    }
    this.sinceNs = nowNs;
    this.seatArea += this.seats * elapsed;
    this.waitingArea += this.waiting * elapsed;
    this.limitArea += this.limit * elapsed;
  }
}
