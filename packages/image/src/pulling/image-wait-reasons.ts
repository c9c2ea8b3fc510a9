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

/** Details of a reason. */
export interface ImageWaitReasonDetails {
  /** What happened, in one sentence. */
  readonly meaning: string;
  /** The reason of the event that the kubelet records on the Pod. */
  readonly event: 'InspectFailed' | 'ErrImageNeverPull' | 'Failed' | 'BackOff';
  /** The type of that event. */
  readonly eventType: 'Warning' | 'Normal';
  /** Whether the container runtime tried to pull; such a failure starts or extends the back-off. */
  readonly pullAttempted: boolean;
}

/**
 * The reasons why a container waits for its image, with the events that the kubelet records.
 *
 * None of them is final: the kubelet tries again at every synchronization of the Pod.
 *
 * @example
 * ```ts
 * import { IMAGE_WAIT_REASONS } from '@kubesem/image';
 *
 * IMAGE_WAIT_REASONS.ErrImageNeverPull.event // => 'ErrImageNeverPull'
 * IMAGE_WAIT_REASONS.ErrImageNeverPull.pullAttempted // => false
 * IMAGE_WAIT_REASONS.ImagePullBackOff.eventType // => 'Normal'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `EnsureImageExists` and `evalCRIPullErr`;
 * `k8s.io/kubernetes/pkg/kubelet/events` v1.37.1.
 */
export const IMAGE_WAIT_REASONS: { readonly [Reason in ImageWaitReason]: ImageWaitReasonDetails } =
  {
    InvalidImageName: {
      meaning: 'the image cannot be parsed',
      event: 'InspectFailed',
      eventType: 'Warning',
      pullAttempted: false,
    },
    ImageInspectError: {
      meaning: 'the runtime cannot determine whether the node has the image',
      event: 'InspectFailed',
      eventType: 'Warning',
      pullAttempted: false,
    },
    ErrImageNeverPull: {
      meaning: 'the policy is Never, and the node does not have the image or the Pod cannot use it',
      event: 'ErrImageNeverPull',
      eventType: 'Warning',
      pullAttempted: false,
    },
    ErrImagePull: {
      meaning: 'the runtime could not pull the image',
      event: 'Failed',
      eventType: 'Warning',
      pullAttempted: true,
    },
    RegistryUnavailable: {
      meaning: 'the runtime could not reach the registry',
      event: 'Failed',
      eventType: 'Warning',
      pullAttempted: true,
    },
    SignatureValidationFailed: {
      meaning: 'the runtime rejected the signature of the image',
      event: 'Failed',
      eventType: 'Warning',
      pullAttempted: true,
    },
    ImagePullBackOff: {
      meaning: 'an earlier pull failed, and the kubelet waits before the next one',
      event: 'BackOff',
      eventType: 'Normal',
      pullAttempted: false,
    },
  };

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
