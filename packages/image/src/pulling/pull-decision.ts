import { safeParseImage } from '../reference/parse-image.js';
import { type ImagePullPolicy, needsPull } from './pull-policy.js';

/** The input of {@link imagePullDecision}. */
export interface ImagePullRequest {
  /** The image as in the container. */
  readonly image: string;
  /** The pull policy of the container, with its default. */
  readonly pullPolicy: ImagePullPolicy | (string & {});
  /** Whether the node has the image. */
  readonly isPresent: boolean;
  /** Whether the Pod must prove that it can use a present image: see `imagePullVerification`; false by default. */
  readonly mustVerify?: boolean | undefined;
  /** Remaining back-off after a failed pull: see `imagePullBackOffRemainingMs`; 0 by default. */
  readonly backOffRemainingMs?: number | undefined;
}

/**
 * The rule that decides whether the kubelet pulls an image.
 *
 * - `INVALID_IMAGE`: the image cannot be parsed; the container waits
 * - `ALWAYS`: the policy is `Always` or unknown; the kubelet pulls
 * - `ABSENT`: the node does not have the image; the kubelet pulls
 * - `PRESENT`: the node has the image; the kubelet uses it
 * - `NOT_VERIFIED`: the node has the image, but the Pod must prove that it can use it; the kubelet pulls
 * - `NEVER`: the kubelet would have to pull because of `ABSENT` or `NOT_VERIFIED`, but the policy is `Never`; the container
 *   waits
 * - `BACK_OFF`: the kubelet would pull, but an earlier pull failed recently; the container waits
 */
export type ImagePullRule =
  | 'INVALID_IMAGE'
  | 'ALWAYS'
  | 'ABSENT'
  | 'PRESENT'
  | 'NOT_VERIFIED'
  | 'NEVER'
  | 'BACK_OFF';

/** What the kubelet does with the image of a container that is about to start. */
export interface ImagePullDecision {
  /** Whether the kubelet pulls the image, uses the image of the node, or lets the container wait. */
  readonly action: 'PULL' | 'USE' | 'WAIT';
  /** The rule that decides. */
  readonly rule: ImagePullRule;
  /** The reason in the status of the waiting container; absent if it does not wait. */
  readonly waitReason?: ImageWaitReason | undefined;
}

/**
 * Decides what the kubelet does with the image of a container that is about to start.
 *
 * @param request - the image, its pull policy, and its state on the node
 * @returns the decision and its rule
 * @example
 * ```ts
 * import { imagePullDecision } from '@kubesem/image';
 *
 * const image = 'example.com/app:1.2';
 * imagePullDecision({ image, pullPolicy: 'IfNotPresent', isPresent: true }) // => { action: 'USE', rule: 'PRESENT' }
 * imagePullDecision({ image, pullPolicy: 'Never', isPresent: false }) // => {
 * //   action: 'WAIT',
 * //   rule: 'NEVER',
 * //   waitReason: 'ErrImageNeverPull',
 * // }
 * imagePullDecision({ image, pullPolicy: 'Always', isPresent: true, backOffRemainingMs: 4000 }).waitReason // => 'ImagePullBackOff'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `EnsureImageExists`.
 */
export function imagePullDecision(request: ImagePullRequest): ImagePullDecision {
  const { image, pullPolicy, isPresent, mustVerify = false, backOffRemainingMs } = request ?? {};
  if (!safeParseImage(image).ok) {
    return { action: 'WAIT', rule: 'INVALID_IMAGE', waitReason: 'InvalidImageName' };
  }
  const pullsByPolicy = needsPull(pullPolicy, isPresent);
  if (!pullsByPolicy && isPresent && !mustVerify) {
    return { action: 'USE', rule: 'PRESENT' };
  }
  if (pullPolicy === 'Never') {
    return { action: 'WAIT', rule: 'NEVER', waitReason: 'ErrImageNeverPull' };
  }
  if (typeof backOffRemainingMs === 'number' && backOffRemainingMs > 0) {
    return { action: 'WAIT', rule: 'BACK_OFF', waitReason: 'ImagePullBackOff' };
  }
  if (!pullsByPolicy) {
    return { action: 'PULL', rule: 'NOT_VERIFIED' };
  }
  return { action: 'PULL', rule: pullPolicy === 'IfNotPresent' ? 'ABSENT' : 'ALWAYS' };
}

/**
 * Reasons why a container waits for its image, as in `state.waiting.reason` of its status.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1; `k8s.io/cri-api/pkg/errors` v0.37.1.
 */
export type ImageWaitReason =
  | 'InvalidImageName'
  | 'ImageInspectError'
  | 'ErrImageNeverPull'
  | 'ErrImagePull'
  | 'RegistryUnavailable'
  | 'SignatureValidationFailed'
  | 'ImagePullBackOff';

/**
 * Returns the reason that the kubelet reports for a failed pull.
 *
 * @param message - the error message of the container runtime
 * @returns `RegistryUnavailable` or `SignatureValidationFailed` if the message starts with that word, otherwise
 * `ErrImagePull`
 * @example
 * ```ts
 * import { imagePullErrorReason } from '@kubesem/image';
 *
 * imagePullErrorReason('RegistryUnavailable: connection refused') // => 'RegistryUnavailable'
 * imagePullErrorReason('pull access denied') // => 'ErrImagePull'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `evalCRIPullErr`.
 */
export function imagePullErrorReason(message: string): ImageWaitReason {
  const special = ['RegistryUnavailable', 'SignatureValidationFailed'] as const;
  return special.find((word) => message.startsWith(word)) ?? 'ErrImagePull';
}
