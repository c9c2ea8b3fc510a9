import { pullName } from '../reference/format-image.js';
import { safeParseImage } from '../reference/parse-image.js';

/** An image that a node has. */
export interface PresentImage {
  /** What the runtime calls it. */
  readonly id: string;
  /** Its names with a tag. */
  readonly repoTags?: readonly string[] | null | undefined;
  /** Its names with a digest. */
  readonly repoDigests?: readonly string[] | null | undefined;
  /** The runtime handler that it was pulled for; absent and empty are the same. */
  readonly runtimeHandler?: string | null | undefined;
}

/** Feature gates of {@link findPresentImage} and {@link imageRecordKey}. */
export interface PresentImageOptions {
  /** Whether images are told apart by the runtime handler, too; alpha and off by default. */
  readonly RuntimeClassInImageCriApi?: boolean | undefined;
}

/**
 * The image of a node that a container would start with, by its name and, with the feature gate, its runtime handler.
 *
 * The kubelet asks the runtime, which looks for the digest if the name has one and else for the tag, or for its own ID.
 *
 * @param images - what the node has
 * @param image - the image as it stands in a container
 * @param runtimeHandler - `handler` of the Pod's RuntimeClass; empty for none
 * @param options - feature gates
 * @returns the image; undefined if the node lacks it
 * @example
 * ```ts
 * import { findPresentImage } from '@kubesem/image';
 *
 * const images = [{ id: 'sha256:1a', repoTags: ['docker.io/library/busybox:1.36'], runtimeHandler: 'kata' }];
 * findPresentImage(images, 'busybox:1.36')?.id // => 'sha256:1a'
 * findPresentImage(images, 'busybox') // => undefined
 * findPresentImage(images, 'busybox:1.36', 'runc', { RuntimeClassInImageCriApi: true }) // => undefined
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `GetImageRef` and `ToRuntimeAPIImageSpec`. How names are
 * looked up is the runtime's matter; this is what containerd and CRI-O do.
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
      (options.RuntimeClassInImageCriApi !== true ||
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
 * The key by which the kubelet keeps account of an image for garbage collection: the runtime's ID of it, and with the
 * feature gate the runtime handler, too.
 *
 * @param id - what the runtime calls the image
 * @param runtimeHandler - the handler that it was pulled for; empty for none
 * @param options - feature gates
 * @returns the ID, or both with a comma between them
 * @example
 * ```ts
 * import { imageRecordKey } from '@kubesem/image';
 *
 * imageRecordKey('sha256:1a', 'kata') // => 'sha256:1a'
 * imageRecordKey('sha256:1a', 'kata', { RuntimeClassInImageCriApi: true }) // => 'sha256:1a,kata'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `getImageTuple`.
 */
export function imageRecordKey(
  id: string,
  runtimeHandler = '',
  options: PresentImageOptions = {},
): string {
  return options.RuntimeClassInImageCriApi === true && runtimeHandler !== ''
    ? `${id},${runtimeHandler}`
    : id;
}
