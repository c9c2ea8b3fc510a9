import { readOption, TIME_OPTION } from '@kubesem/core/internal';

const INITIAL_SECONDS = 10;
const MAX_SECONDS = 300;

/** The state of the back-off of one image of one Pod. Source: `flowcontrol.Backoff`. */
export interface ImagePullBackOff {
  /** Seconds after the last failed pull until the next one. */
  readonly backoffSeconds: number;
  /** When the last pull failed, in milliseconds of the caller's clock. */
  readonly failedAtMs: number;
}

/**
 * Returns the back-off after a number of consecutive failed pulls: 10 s, doubled each time, at most 300 s.
 *
 * Each pair of Pod and image has its own back-off. The next pull happens at the first synchronization of the Pod after it,
 * so a little later.
 *
 * @param failures - number of failed pulls, from 0
 * @returns seconds; 0 if no pull has failed
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if it is not a number
 *
 * @example
 * ```ts
 * import { imagePullBackOffSeconds } from '@kubesem/image';
 *
 * [0, 1, 2, 3, 4, 5, 6, 7].map(imagePullBackOffSeconds) // => [0, 10, 20, 40, 80, 160, 300, 300]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `imageBackOffPeriod` and `MaxImageBackOff`;
 * `k8s.io/client-go/util/flowcontrol` v0.37.1, `Backoff`.
 */
export function imagePullBackOffSeconds(failures: number): number {
  readOption('failures', failures, { min: -Infinity, max: Infinity });
  // The exponent is limited, because 2 to the power of thousands is infinite.
  return failures < 1 ? 0 : Math.min(INITIAL_SECONDS * 2 ** Math.min(failures - 1, 5), MAX_SECONDS);
}

/**
 * Returns the back-off after one more failed pull.
 *
 * It is 10 s for the first failure, or if the last one was more than 600 s ago; otherwise it doubles. A successful pull
 * does not reset the back-off.
 *
 * @param before - the result of the last call for this Pod and image; undefined if no pull has failed yet
 * @param nowMs - current time in milliseconds of the caller's clock
 * @returns the new back-off
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `nowMs` is not a time
 *
 * @example
 * ```ts
 * import { nextImagePullBackOff } from '@kubesem/image';
 *
 * const first = nextImagePullBackOff(undefined, 0);
 * const second = nextImagePullBackOff(first, 15_000);
 * second // => { backoffSeconds: 20, failedAtMs: 15_000 }
 * nextImagePullBackOff(second, 615_000).backoffSeconds // => 40
 * nextImagePullBackOff(second, 615_001).backoffSeconds // => 10
 * ```
 *
 * Source: `k8s.io/client-go/util/flowcontrol` v0.37.1, `Backoff.Next`.
 */
export function nextImagePullBackOff(
  before: ImagePullBackOff | null | undefined,
  nowMs: number,
): ImagePullBackOff {
  readOption('nowMs', nowMs, TIME_OPTION);
  const backoffSeconds = isRemembered(before, nowMs)
    ? Math.min(2 * before.backoffSeconds, MAX_SECONDS)
    : INITIAL_SECONDS;
  return { backoffSeconds, failedAtMs: nowMs };
}

/**
 * Returns the remaining time of a back-off. Until then, the container waits with the reason `ImagePullBackOff`.
 *
 * @param backOff - the last result of {@link nextImagePullBackOff}; undefined if no pull has failed yet
 * @param nowMs - current time in milliseconds of the same clock
 * @returns milliseconds; 0 if the kubelet can pull
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `nowMs` is not a time
 *
 * @example
 * ```ts
 * import { imagePullBackOffRemainingMs, nextImagePullBackOff } from '@kubesem/image';
 *
 * const backOff = nextImagePullBackOff(undefined, 1000);
 * imagePullBackOffRemainingMs(backOff, 10_999) // => 1
 * imagePullBackOffRemainingMs(backOff, 11_000) // => 0
 * ```
 *
 * Source: `k8s.io/client-go/util/flowcontrol` v0.37.1, `Backoff.IsInBackOffSinceUpdate`.
 */
export function imagePullBackOffRemainingMs(
  backOff: ImagePullBackOff | null | undefined,
  nowMs: number,
): number {
  readOption('nowMs', nowMs, TIME_OPTION);
  return isRemembered(backOff, nowMs)
    ? Math.max(backOff.failedAtMs + 1000 * backOff.backoffSeconds - nowMs, 0)
    : 0;
}

/** The kubelet forgets a failure after twice the maximum back-off. Source: `Backoff.hasExpired`. */
function isRemembered(
  backOff: ImagePullBackOff | null | undefined,
  nowMs: number,
): backOff is ImagePullBackOff {
  return backOff != null && nowMs - backOff.failedAtMs <= 2 * 1000 * MAX_SECONDS;
}
