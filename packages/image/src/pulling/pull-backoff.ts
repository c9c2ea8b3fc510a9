const INITIAL_SECONDS = 10;
const MAX_SECONDS = 300;

/** What the kubelet remembers of the failed pulls of one image for one Pod. Source: `flowcontrol.Backoff`. */
export interface ImagePullBackOff {
  /** Seconds from the last failed pull during which no other one is tried. */
  readonly backoffSeconds: number;
  /** When the last pull failed, in milliseconds of any clock that the caller keeps. */
  readonly failedAtMs: number;
}

/**
 * How long the kubelet waits after so many failed pulls in a row: 10 s, then twice as long each time, at most 300 s.
 *
 * It keeps count for each pair of Pod and image. The next pull comes with the first synchronisation of the Pod after
 * that, so some time later.
 *
 * @param failures - number of failed pulls, from 0
 * @returns seconds; 0 if none has failed
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
  // Beyond 300 s it stays the same, and 2 to the power of thousands is no number.
  return failures < 1 ? 0 : Math.min(INITIAL_SECONDS * 2 ** Math.min(failures - 1, 5), MAX_SECONDS);
}

/**
 * The back-off after one more failed pull.
 *
 * It starts at 10 s if none has failed before or the last failure is more than 600 s ago, else it doubles. A pull that
 * succeeds does not reset it: only those 600 s do.
 *
 * @param before - what the last call returned for this Pod and image; undefined if no pull has failed yet
 * @param nowMs - now, in milliseconds of the clock that all calls share
 * @returns the new back-off; nothing is changed
 * @example
 * ```ts
 * import { imagePullFailed } from '@kubesem/image';
 *
 * const first = imagePullFailed(undefined, 0);
 * const second = imagePullFailed(first, 15_000);
 * second // => { backoffSeconds: 20, failedAtMs: 15_000 }
 * imagePullFailed(second, 615_000).backoffSeconds // => 40
 * imagePullFailed(second, 615_001).backoffSeconds // => 10
 * ```
 *
 * Source: `k8s.io/client-go/util/flowcontrol` v0.37.1, `Backoff.Next`.
 */
export function imagePullFailed(
  before: ImagePullBackOff | null | undefined,
  nowMs: number,
): ImagePullBackOff {
  const backoffSeconds = isRemembered(before, nowMs)
    ? Math.min(2 * before.backoffSeconds, MAX_SECONDS)
    : INITIAL_SECONDS;
  return { backoffSeconds, failedAtMs: nowMs };
}

/**
 * How long the kubelet still waits before it tries to pull again; meanwhile the container waits with the reason
 * `ImagePullBackOff`.
 *
 * @param backOff - what {@link imagePullFailed} returned last; undefined if no pull has failed yet
 * @param nowMs - now, in milliseconds of the same clock
 * @returns milliseconds; 0 if it may pull
 * @example
 * ```ts
 * import { imagePullBackOffRemainingMs, imagePullFailed } from '@kubesem/image';
 *
 * const backOff = imagePullFailed(undefined, 1000);
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
  return isRemembered(backOff, nowMs)
    ? Math.max(backOff.failedAtMs + 1000 * backOff.backoffSeconds - nowMs, 0)
    : 0;
}

/** Twice the longest back-off later, all is forgotten. Source: `Backoff.hasExpired`. */
function isRemembered(
  backOff: ImagePullBackOff | null | undefined,
  nowMs: number,
): backOff is ImagePullBackOff {
  return backOff != null && nowMs - backOff.failedAtMs <= 2 * 1000 * MAX_SECONDS;
}
