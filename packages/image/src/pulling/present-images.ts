import { pullName, safeParseImage } from '../reference/parse-image.js';

/** An image that a node has. */
export interface PresentImage {
  /** ID in the container runtime. */
  readonly id: string;
  /** Names with a tag. */
  readonly repoTags?: readonly string[] | null | undefined;
  /** Names with a digest. */
  readonly repoDigests?: readonly string[] | null | undefined;
  /** The runtime handler for which it was pulled; empty if absent. */
  readonly runtimeHandler?: string | null | undefined;
}

/** Feature gates of {@link findPresentImage} and {@link imageRecordKey}. */
export interface PresentImageOptions {
  /** Whether the runtime handler also identifies an image; alpha and disabled by default. */
  readonly runtimeClassInImageCriApi?: boolean | undefined;
}

/**
 * Finds the image of a node with which a container would start.
 *
 * The kubelet asks the container runtime, which finds an image by its digest if the name has one, otherwise by its tag, or
 * by its ID. With the feature gate, the runtime handler must also match.
 *
 * @param images - the images of the node
 * @param image - the image as in a container
 * @param runtimeHandler - `handler` of the Pod's RuntimeClass; empty if it has none
 * @param options - feature gates
 * @returns the image; undefined if the node does not have it
 * @example
 * ```ts
 * import { findPresentImage } from '@kubesem/image';
 *
 * const images = [{ id: 'sha256:1a', repoTags: ['docker.io/library/busybox:1.36'], runtimeHandler: 'kata' }];
 * findPresentImage(images, 'busybox:1.36')?.id // => 'sha256:1a'
 * findPresentImage(images, 'busybox') // => undefined
 * findPresentImage(images, 'busybox:1.36', 'runc', { runtimeClassInImageCriApi: true }) // => undefined
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `GetImageRef` and `ToRuntimeAPIImageSpec`. The lookup
 * depends on the container runtime; this follows containerd and CRI-O.
 */
export function findPresentImage(
  images: readonly PresentImage[],
  image: string,
  runtimeHandler = '',
  options: PresentImageOptions = {},
): PresentImage | undefined {
  const wanted = canonicalName(image);
  return images.find(
    (present) =>
      (options.runtimeClassInImageCriApi !== true ||
        (present.runtimeHandler ?? '') === runtimeHandler) &&
      (present.id === image ||
        (wanted !== undefined &&
          [...(present.repoDigests ?? []), ...(present.repoTags ?? [])].some(
            (name) => canonicalName(name) === wanted,
          ))),
  );
}

function canonicalName(image: string): string | undefined {
  const { value } = safeParseImage(image);
  return value && pullName(value);
}

/**
 * Returns the key by which the kubelet records an image for garbage collection: its ID, and with the feature gate also the
 * runtime handler.
 *
 * @param id - ID of the image in the container runtime
 * @param runtimeHandler - the handler for which it was pulled; empty if it has none
 * @param options - feature gates
 * @returns the ID, or ID and handler separated by a comma
 * @example
 * ```ts
 * import { imageRecordKey } from '@kubesem/image';
 *
 * imageRecordKey('sha256:1a', 'kata') // => 'sha256:1a'
 * imageRecordKey('sha256:1a', 'kata', { runtimeClassInImageCriApi: true }) // => 'sha256:1a,kata'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `getImageTuple`.
 */
export function imageRecordKey(
  id: string,
  runtimeHandler = '',
  options: PresentImageOptions = {},
): string {
  return options.runtimeClassInImageCriApi === true && runtimeHandler !== ''
    ? `${id},${runtimeHandler}`
    : id;
}
