import type { LevelSeries } from './simulation-result.js';

/** What is measured of one priority level over time: averages over the time of each sample. */
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
   * @param done - the number of samples before the level was there
   * @param nowNs - the time
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

  /** Some seats are occupied, or fewer, if the number is negative. */
  addSeats(seats: number, nowNs: number): void {
    this.advance(nowNs);
    this.seats += seats;
  }

  /** So many more requests wait, or fewer, if the number is negative. */
  addWaiting(requests: number, nowNs: number): void {
    this.advance(nowNs);
    this.waiting += requests;
  }

  /** The level has so many seats from now on. */
  setLimit(seats: number, nowNs: number): void {
    this.advance(nowNs);
    this.limit = seats;
  }

  /** A request has waited, for so many seconds. */
  waited(seconds: number): void {
    this.waits++;
    this.waitSum += seconds;
  }

  /** A request was rejected. */
  rejected(): void {
    this.rejections++;
  }

  /**
   * Ends a sample.
   *
   * @param nowNs - its end
   * @param lengthNs - its length
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

  /** What was measured, as plain data. */
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
