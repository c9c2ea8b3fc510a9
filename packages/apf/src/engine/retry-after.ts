const MAX_RETRY_AFTER_SECONDS = 32;

/**
 * Counts the rejected requests of a priority level, and computes after how many seconds clients should retry.
 *
 * The number of seconds doubles, up to 32, while at least three times as many requests are rejected in that time. It falls
 * by one while fewer than one request a second is rejected.
 *
 * @example
 * ```ts
 * import { RetryAfterTracker } from '@kubesem/apf/internal';
 *
 * const tracker = new RetryAfterTracker();
 * for (const second of [1000, 1000, 1000, 1001]) tracker.record(second);
 * tracker.retryAfterSeconds // => 2
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `dropped_requests_tracker.go`.
 */
export class RetryAfterTracker {
  /** Seconds in which requests were rejected, with their number, the latest last. */
  private history: (readonly [second: number, requests: number])[] = [];
  private second = 0;
  private requests = 0;
  private updated = 0;
  private seconds = 1;

  /** The value of `Retry-After` now, in whole seconds. */
  get retryAfterSeconds(): number {
    return this.seconds;
  }

  /**
   * Counts one rejected request.
   *
   * @param unixSecond - time of the rejection, in whole seconds since 1970
   */
  record(unixSecond: number): void {
    if (unixSecond === this.second) {
      this.requests++;
      return;
    }
    const { second } = this;
    const longest = Math.min(2 * this.seconds, MAX_RETRY_AFTER_SECONDS);
    this.history.push([second, this.requests]);
    while (second - (this.history[0] as readonly [number, number])[0] > longest) {
      this.history.shift();
    }
    this.second = unixSecond;
    this.requests = 1;
    this.adjust(unixSecond);
  }

  private adjust(now: number): void {
    let dropped = 0;
    for (const [second, requests] of [...this.history].reverse()) {
      if (now - second > this.seconds) {
        break;
      }
      if (second < now) {
        dropped += requests;
      }
    }
    if (now - this.updated >= this.seconds && dropped >= 3 * this.seconds) {
      this.seconds = Math.min(2 * this.seconds, MAX_RETRY_AFTER_SECONDS);
      this.updated = now;
    } else if (dropped < this.seconds && this.seconds > 1) {
      this.seconds--;
    }
  }
}
