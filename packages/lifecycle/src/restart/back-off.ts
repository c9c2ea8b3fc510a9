import type { CrashLoopSettings } from './crash-loop.js';

/** When a container exited, and when the kubelet checks it. */
export interface BackOffTimes {
  /** When the container exited, in milliseconds. */
  readonly finishedAtMs: number;
  /** The current time, in milliseconds. */
  readonly nowMs: number;
}

/**
 * Computes the restart delays of a container in `CrashLoopBackOff`: 10 seconds, doubled each time, up to the longest delay.
 *
 * A delay starts when the container exits. The delays reset if the container exits after more than twice the longest delay
 * since its last restart. The kubelet also resets them after this time while the container waits ({@link collect}).
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
   * Returns the delay of a container that has exited.
   *
   * @param times - when it exited, and the current time
   * @returns the milliseconds from its exit to its restart; 0 if it restarts now: the next call assumes that it has
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
   * Resets the delays if the last restart is long enough ago. The kubelet does this every 2 seconds.
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
