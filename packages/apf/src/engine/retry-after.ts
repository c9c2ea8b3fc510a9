const MAX_RETRY_AFTER_SECONDS = 32;

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
  /** Seconds in which requests were dropped, and how many were, the latest last. */
  private history: (readonly [second: number, requests: number])[] = [];
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
