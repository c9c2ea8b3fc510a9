import { attempt, type PodLike, type Problem, type ProblemDetails } from '@kubesem/core';
import { ABSENT, podFields, problemOf } from '@kubesem/core/internal';
import type { CREDENTIAL_CODES } from '../credentials/codes.js';
import type { IMAGE_CODES } from './codes.js';
import { type ReadImage, readPodImages } from './pod-images.js';
import { hasSpaceAtAnEnd } from './pull-settings.js';

/** Codes of the warnings about the images of a Pod and the credentials with which they are pulled. */
export type PodImageWarningCode = keyof typeof IMAGE_CODES | keyof typeof CREDENTIAL_CODES;

/** A field of a Pod that is probably a mistake, although the API server accepts it. */
export type PodImageWarning = Problem<PodImageWarningCode>;

/** Makes a warning. */
export function podImageWarning(details: ProblemDetails<PodImageWarningCode>): PodImageWarning {
  return problemOf({ ...details, severity: 'warning' });
}

/**
 * Finds images and pull policies of a Pod that are probably a mistake.
 *
 * Absent images are skipped, and so are fields of the wrong type and what the API server rejects, which `validatePod` of
 * `@kubesem/validation/pod` lists.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the warnings; empty if there are none or the object is not a Pod
 * @example
 * ```ts
 * import { podImageWarnings } from '@kubesem/image';
 *
 * const warnings = podImageWarnings({
 *   containers: [{ image: 'registry:5000/app', imagePullPolicy: 'Never' }, { image: 'App:1.2' }],
 * });
 * warnings.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'containers[0].image IMAGE_TAG_MISSING',
 * //   'containers[0].imagePullPolicy IMAGE_LATEST_NOT_PULLED',
 * //   'containers[1].image IMAGE_INVALID',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1.
 */
export function podImageWarnings(podLike: PodLike): readonly PodImageWarning[] {
  return readImageWarnings(readableImages(podLike));
}

/**
 * Finds the warnings of {@link podImageWarnings} in images that have been read, which saves time.
 *
 * @param images - the images of `readableImages`
 * @returns the warnings; empty if there are none
 *
 * @example
 * ```ts
 * import { readableImages, readImageWarnings } from '@kubesem/image/internal';
 *
 * const images = readableImages({ containers: [{ image: 'app' }] });
 * readImageWarnings(images).map(({ code }) => code) // => ['IMAGE_TAG_MISSING']
 * ```
 */
export function readImageWarnings(images: readonly ReadImage[]): readonly PodImageWarning[] {
  return images
    .filter(({ image }) => image !== '')
    .flatMap((image) => imageWarnings(image).concat(policyWarnings(image)));
}

/**
 * Reads the images of a Pod without fields of the wrong type.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the images; none if the object is not a Pod
 *
 * @example
 * ```ts
 * import { readableImages } from '@kubesem/image/internal';
 *
 * readableImages({ containers: [{ image: 'app' }] }).map(({ pullPolicy }) => pullPolicy) // => ['Always']
 * ```
 */
export function readableImages(podLike: PodLike): readonly ReadImage[] {
  const { value } = attempt(() => podFields(podLike, ABSENT));
  return value === undefined ? [] : readPodImages(value);
}

function imageWarnings({
  kind,
  image,
  path,
  error,
  reference,
  pullPolicyRule,
}: ReadImage): readonly PodImageWarning[] {
  if (reference === undefined) {
    // The API server rejects white space, but not in the image of a volume.
    if (kind !== 'volume' && hasSpaceAtAnEnd(image)) {
      return [];
    }
    const message = `${error?.message}; the container waits with the reason InvalidImageName`;
    return [podImageWarning({ code: 'IMAGE_INVALID', path, value: image, message })];
  }
  const { tag, digest } = reference;
  if (tag !== undefined && digest !== undefined) {
    const policy =
      pullPolicyRule === 'LATEST_TAG'
        ? ', except for the pull policy, which `latest` makes Always'
        : '';
    const message = `tag and digest: the kubelet pulls the digest and ignores the tag${policy}`;
    return [podImageWarning({ code: 'IMAGE_TAG_IGNORED', path, value: image, message })];
  }
  if (tag !== 'latest') {
    return [];
  }
  const code = image.endsWith(':latest') ? 'IMAGE_TAG_LATEST' : 'IMAGE_TAG_MISSING';
  const message =
    code === 'IMAGE_TAG_LATEST'
      ? 'the tag `latest` can change; pin a version or a digest'
      : 'no tag or digest: this pulls `latest`, which can change; pin a version or a digest';
  return [podImageWarning({ code, path, value: image, message })];
}

function policyWarnings({
  reference,
  pullPolicy: value,
  pullPolicyPath: path,
}: ReadImage): readonly PodImageWarning[] {
  const isKept = value === 'IfNotPresent' || value === 'Never';
  if (isKept && reference?.tag === 'latest' && !reference.digest) {
    const message =
      'each node keeps the version of `latest` that it has; set Always or pin a version';
    return [podImageWarning({ code: 'IMAGE_LATEST_NOT_PULLED', path, value, message })];
  }
  return [];
}
