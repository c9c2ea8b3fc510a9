import {
  ABSENT,
  type ContainerStatus,
  fields,
  fieldTimeMs,
  readOption,
  type Timestamp,
  timestampMs,
} from '@kubesem/core';

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
