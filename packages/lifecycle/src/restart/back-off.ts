import type { CrashLoopSettings } from './crash-loop.js';

/** When a container ended, and the time at which the kubelet looks at it. */
export interface BackOffTimes {
  /** When the container ended, in milliseconds. */
  readonly finishedAtMs: number;
  /** The current time, in milliseconds. */
  readonly nowMs: number;
}

/**
 * The delays of one container that crashes again and again: 10 seconds, then twice as long each time, up to the longest
 * delay.
 *
 * A delay counts from the end of the container. The series starts anew if a run ends longer after the last restart than
 * twice the longest delay; the kubelet also forgets it after this time while the container waits ({@link collect}).
 *
 * @example
 * ```ts
 * import { CrashLoopBackOff, crashLoopSettings } from '@kubesem/lifecycle';
 *
 * const backOff = new CrashLoopBackOff(crashLoopSettings());
 * backOff.next({ finishedAtMs: 0, nowMs: 0 }) // => 0
 * backOff.next({ finishedAtMs: 1000, nowMs: 1000 }) // => 10_000
 * backOff.next({ finishedAtMs: 1000, nowMs: 11_000 }) // => 0
 * backOff.next({ finishedAtMs: 12_000, nowMs: 12_000 }) // => 20_000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `doBackOff`.
 */
export class CrashLoopBackOff {
  private readonly initialMs: number;
  private readonly maxMs: number;
  private delayMs: number | undefined;
  private restartedAtMs = 0;

  /**
   * Starts without a delay.
   *
   * @param settings - the first and the longest delay
   */
  constructor({ initialSeconds, maxSeconds }: CrashLoopSettings) {
    this.initialMs = initialSeconds * 1000;
    this.maxMs = maxSeconds * 1000;
  }

  /**
   * Decides about a container that has ended.
   *
   * @param times - when it ended, and the current time
   * @returns the milliseconds from its end to its restart; 0 if it restarts now, which the next call counts as done
   */
  next({ finishedAtMs, nowMs }: BackOffTimes): number {
    const { delayMs } = this;
    if (delayMs === undefined || this.isStable(finishedAtMs)) {
      this.delayMs = this.initialMs;
    } else if (nowMs - finishedAtMs < delayMs) {
      return delayMs;
    } else {
      this.delayMs = Math.min(delayMs * 2, this.maxMs);
    }
    this.restartedAtMs = nowMs;
    return 0;
  }

  /**
   * Forgets the delays if the last restart is long ago, as the kubelet does every two seconds.
   *
   * @param nowMs - the current time, in milliseconds
   */
  collect(nowMs: number): void {
    if (this.isStable(nowMs)) {
      this.delayMs = undefined;
    }
  }

  private isStable(atMs: number): boolean {
    return atMs - this.restartedAtMs > 2 * this.maxMs;
  }
}
