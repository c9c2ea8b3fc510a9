import { type ContainerStatus, type Timestamp } from '@kubesem/core';
import { ABSENT, fields, fieldTimeMs, readOption, timestampMs } from '@kubesem/core/internal';

const INITIAL_SECONDS = 10;
const REDUCED_INITIAL_SECONDS = 1;
const MAX_SECONDS = 300;

/** Settings of the kubelet for `CrashLoopBackOff`. */
export interface CrashLoopConfiguration {
  /** `crashLoopBackOff.maxContainerRestartPeriod` of its configuration, in seconds; 300 by default. */
  readonly maxContainerRestartPeriodSeconds?: number | undefined;
  /** Whether its feature gate `ReduceDefaultCrashLoopBackOffDecay` is on; off by default. */
  readonly reduceDefaultCrashLoopBackOffDecay?: boolean | undefined;
}

/** How long the kubelet waits before it restarts a container in `CrashLoopBackOff`. */
export interface CrashLoopSettings {
  /** The first delay, in seconds. */
  readonly initialSeconds: number;
  /** The longest delay, in seconds. */
  readonly maxSeconds: number;
}

/**
 * Computes the delays of a node for containers in `CrashLoopBackOff`.
 *
 * @param configuration - settings of the kubelet
 * @returns the first and the longest delay, in seconds
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the maximum is not from 1 to 300 seconds,
 *   which the kubelet rejects
 *
 * @example
 * ```ts
 * import { crashLoopSettings } from '@kubesem/lifecycle';
 *
 * crashLoopSettings() // => { initialSeconds: 10, maxSeconds: 300 }
 * crashLoopSettings({ maxContainerRestartPeriodSeconds: 5 }) // => { initialSeconds: 5, maxSeconds: 5 }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `newCrashLoopBackOff`, with the default feature gates.
 */
export function crashLoopSettings({
  maxContainerRestartPeriodSeconds: maxSeconds = MAX_SECONDS,
  reduceDefaultCrashLoopBackOffDecay: isReduced = false,
}: CrashLoopConfiguration = {}): CrashLoopSettings {
  readOption('maxContainerRestartPeriodSeconds', maxSeconds, { min: 1, max: MAX_SECONDS });
  const initialSeconds = isReduced ? REDUCED_INITIAL_SECONDS : INITIAL_SECONDS;
  return { initialSeconds: Math.min(initialSeconds, maxSeconds), maxSeconds };
}

/** When a container in `CrashLoopBackOff` may restart. */
export interface CrashLoop {
  /** The delay after its last exit, in seconds. */
  readonly backOffSeconds: number;
  /** The earliest restart, in milliseconds since 1970; undefined if it is not known when the container exited. */
  readonly restartsAtMs: number | undefined;
  /** The time until then, in milliseconds; 0 if it has passed; undefined if one of the times is not known. */
  readonly remainingMs: number | undefined;
}

/** Options of {@link crashLoop}. */
export interface CrashLoopOptions {
  /** The current time. */
  readonly now?: Timestamp | undefined;
}

/** The delay in a message of the kubelet, in the format of a Go duration. */
const MESSAGE =
  /^back-off (?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)? restarting failed container=/;

/**
 * Counts down to the restart of a container in `CrashLoopBackOff`.
 *
 * The API reports the delay only in the message of the waiting state. The kubelet restarts the container at its next sync
 * after the delay, up to 50 % later.
 *
 * A field of the wrong type counts as absent.
 *
 * @param status - the status of the container
 * @param options - the current time
 * @returns the delay and the time of the earliest restart; undefined if the container is not in `CrashLoopBackOff`, or the
 * message has no delay
 *
 * @example
 * ```ts
 * import { crashLoop } from '@kubesem/lifecycle';
 *
 * const status = {
 *   state: { waiting: {
 *     reason: 'CrashLoopBackOff',
 *     message: 'back-off 2m40s restarting failed container=app pod=web_default(1234)',
 *   } },
 *   lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:00:00Z' } },
 * };
 * crashLoop(status, { now: '2026-01-01T00:02:00Z' })?.remainingMs // => 40_000
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `doBackOff`.
 */
export function crashLoop(
  status: ContainerStatus,
  { now }: CrashLoopOptions = {},
): CrashLoop | undefined {
  const container = fields(status, ABSENT);
  const waiting = container.at('state').at('waiting');
  const isWaiting = waiting.text('reason') === 'CrashLoopBackOff';
  const found = isWaiting ? MESSAGE.exec(waiting.text('message')) : null;
  if (found === null) {
    return undefined;
  }
  const [, hours = 0, minutes = 0, seconds = 0] = found;
  const backOffSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const endedMs = fieldTimeMs(container.at('lastState').at('terminated'), 'finishedAt');
  const restartsAtMs = endedMs === undefined ? undefined : endedMs + backOffSeconds * 1000;
  const remainingMs = Math.max(0, (restartsAtMs ?? Number.NaN) - timestampMs(now));
  return {
    backOffSeconds,
    restartsAtMs,
    remainingMs: Number.isNaN(remainingMs) ? undefined : remainingMs,
  };
}

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
