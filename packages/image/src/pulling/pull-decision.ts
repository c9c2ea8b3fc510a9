import { safeParseImage } from '../reference/parse-image.js';
import type { ImageWaitReason } from './image-wait-reasons.js';
import { type ImagePullPolicy, needsPull } from './pull-policy.js';

/** What {@link decideImagePull} looks at. */
export interface ImagePullRequest {
  /** The image as it stands in the container. */
  readonly image: string;
  /** The pull policy of the container, which has its default. */
  readonly pullPolicy: ImagePullPolicy | (string & {});
  /** Whether the node has the image. */
  readonly isPresent: boolean;
  /** Whether the Pod has yet to show that it may use an image which is there: see `verifyImagePull`; by default not. */
  readonly mustVerify?: boolean | undefined;
  /** How long no pull is tried after one that failed: see `imagePullBackOffRemainingMs`; by default 0. */
  readonly backOffRemainingMs?: number | undefined;
}

/**
 * Why the kubelet does what it does about an image.
 *
 * - `INVALID_IMAGE`: the image cannot be parsed; it waits
 * - `ALWAYS`: the policy is `Always`, or one that Kubernetes does not know; it pulls
 * - `ABSENT`: the node lacks the image; it pulls
 * - `PRESENT`: the node has the image; it uses it
 * - `NOT_VERIFIED`: the node has the image, and the Pod has yet to show that it may use it; it pulls
 * - `NEVER`: as one of the two before, and the policy is `Never`; it waits
 * - `BACK_OFF`: it would pull, but an earlier pull failed a short time ago; it waits
 */
export type ImagePullRule =
  | 'INVALID_IMAGE'
  | 'ALWAYS'
  | 'ABSENT'
  | 'PRESENT'
  | 'NOT_VERIFIED'
  | 'NEVER'
  | 'BACK_OFF';

/** What the kubelet does about the image of a container that is to start. */
export interface ImagePullDecision {
  /** Whether it asks the registry, takes the image that the node has, or leaves the container waiting. */
  readonly action: 'PULL' | 'USE' | 'WAIT';
  /** Why. */
  readonly rule: ImagePullRule;
  /** What the status of the container says while it waits; absent if it does not. */
  readonly waitReason?: ImageWaitReason | undefined;
}

/**
 * What the kubelet does about the image of a container that is to start.
 *
 * @param request - the image, its policy, and what is known of it on the node
 * @returns the decision, and the rule that gave it
 * @example
 * ```ts
 * import { decideImagePull } from '@kubesem/image';
 *
 * const image = 'example.com/app:1.2';
 * decideImagePull({ image, pullPolicy: 'IfNotPresent', isPresent: true }) // => { action: 'USE', rule: 'PRESENT' }
 * decideImagePull({ image, pullPolicy: 'Never', isPresent: false }) // => {
 * //   action: 'WAIT',
 * //   rule: 'NEVER',
 * //   waitReason: 'ErrImageNeverPull',
 * // }
 * decideImagePull({ image, pullPolicy: 'Always', isPresent: true, backOffRemainingMs: 4000 }).waitReason // => 'ImagePullBackOff'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `EnsureImageExists`.
 */
export function decideImagePull(request: ImagePullRequest): ImagePullDecision {
  const { image, pullPolicy, isPresent, mustVerify = false, backOffRemainingMs = 0 } = request;
  if (!safeParseImage(image).ok) {
    return { action: 'WAIT', rule: 'INVALID_IMAGE', waitReason: 'InvalidImageName' };
  }
  const asksAtOnce = needsPull(pullPolicy, isPresent);
  if (!asksAtOnce && isPresent && !mustVerify) {
    return { action: 'USE', rule: 'PRESENT' };
  }
  if (pullPolicy === 'Never') {
    return { action: 'WAIT', rule: 'NEVER', waitReason: 'ErrImageNeverPull' };
  }
  if (backOffRemainingMs > 0) {
    return { action: 'WAIT', rule: 'BACK_OFF', waitReason: 'ImagePullBackOff' };
  }
  if (!asksAtOnce) {
    return { action: 'PULL', rule: 'NOT_VERIFIED' };
  }
  return { action: 'PULL', rule: pullPolicy === 'IfNotPresent' ? 'ABSENT' : 'ALWAYS' };
}
