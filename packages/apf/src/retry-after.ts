const maxRetryAfterSeconds = 32;

interface DroppedInSecond {
  readonly second: number;
  readonly requests: number;
}

/**
 * Counts the requests that a priority level drops, and says after how many seconds clients should come back.
 *
 * It doubles, up to 32 seconds, while three times as many requests as it has seconds are dropped in that time, and falls
 * by one second while fewer than one a second are.
 *
 * @example
 * ```ts
 * import { RetryAfterTracker } from '@kubesem/apf';
 *
 * const tracker = new RetryAfterTracker();
 * for (const second of [1000, 1000, 1000, 1001]) tracker.record(second);
 * tracker.retryAfterSeconds // => 2
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`dropped_requests_tracker.go`).
 */
export class RetryAfterTracker {
  private history: DroppedInSecond[] = [];
  private second = 0;
  private requests = 0;
  private updated = 0;
  private seconds = 1;

  /** What the server would send now, in whole seconds. */
  get retryAfterSeconds(): number {
    return this.seconds;
  }

  /**
   * Counts one request.
   *
   * @param unixSecond - when it was dropped, in whole seconds since 1970
   */
  record(unixSecond: number): void {
    if (unixSecond === this.second) {
      this.requests++;
      return;
    }
    this.remember();
    this.second = unixSecond;
    this.requests = 1;
    this.adjust(unixSecond);
  }

  private remember(): void {
    const { second, requests } = this;
    const longest = Math.min(2 * this.seconds, maxRetryAfterSeconds);
    this.history.push({ second, requests });
    const first = this.history.findIndex((entry) => second - entry.second <= longest);
    this.history = this.history.slice(first);
  }

  private adjust(now: number): void {
    let dropped = 0;
    for (let i = this.history.length - 1; i >= 0; i--) {
      const { second, requests } = this.history[i] as DroppedInSecond;
      if (now - second > this.seconds) break;
      if (second < now) dropped += requests;
    }
    if (now - this.updated >= this.seconds && dropped >= 3 * this.seconds) {
      this.seconds = Math.min(2 * this.seconds, maxRetryAfterSeconds);
      this.updated = now;
    } else if (dropped < this.seconds && this.seconds > 1) {
      this.seconds--;
    }
  }
}
