import {
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  type PodFields,
  type PodLike,
  type Problem,
} from '@kubesem/core';
import {
  ABSENT,
  type FieldPolicy,
  FieldProblems,
  podFields,
  problemOf,
} from '@kubesem/core/internal';
import type { CREDENTIAL_CODES } from '../credentials/codes.js';
import type { IMAGE_CODES } from './codes.js';
import { checkPullSecretFields } from './pod-image-pull-secrets.js';
import { type ReadImage, readPodImages } from './pod-images.js';
import { hasSpaceAtAnEnd } from './pull-settings.js';

/** Codes of the warnings about the images of a Pod and the credentials with which they are pulled. */
export type PodImageWarningCode = keyof typeof IMAGE_CODES | keyof typeof CREDENTIAL_CODES;

/** A field of a Pod that is probably a mistake, even if it is valid. */
export interface PodImageWarning extends Problem<PodImageWarningCode> {
  /** Type of the error with which the API server rejects the field. */
  readonly type?: FieldErrorType | undefined;
  /** What the API server does with the field on creation. */
  readonly apiServer: 'rejects' | 'accepts';
}

/** The parts of a warning that a check knows. */
interface WarningDetails {
  readonly code: PodImageWarningCode;
  readonly path: FieldPath;
  readonly value: string;
  readonly message: string;
  /** `INVALID` if absent. */
  readonly type?: FieldErrorType;
  /** `accepts` if absent. */
  readonly apiServer?: PodImageWarning['apiServer'];
}

/** Makes a warning. */
export function podImageWarning({
  type = 'INVALID',
  apiServer = 'accepts',
  ...details
}: WarningDetails): PodImageWarning {
  const severity = apiServer === 'rejects' ? 'error' : 'warning';
  const problem = problemOf({ severity, ...details });
  return { ...(apiServer === 'rejects' && { type }), ...problem, apiServer };
}

/**
 * Finds images and pull policies of a Pod that are probably a mistake.
 *
 * Absent images are skipped, and so are fields of the wrong type, which {@link validatePodImages} lists.
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
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1; `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1,
 * `validatePullPolicy` and `validateContainerOnlyForPod`.
 */
export function podImageWarnings(podLike: PodLike): readonly PodImageWarning[] {
  return readImageWarnings(readableImages(podLike));
}

/**
 * Finds the warnings of {@link podImageWarnings} in images that have been read, which saves time.
 *
 * @param images - the images of `checkPodImages`
 * @returns the warnings; empty if there are none
 *
 * @example
 * ```ts
 * import { checkPodImages, readImageWarnings } from '@kubesem/image';
 *
 * const { images } = checkPodImages({ containers: [{ image: 'app' }] });
 * readImageWarnings(images).map(({ code }) => code) // => ['IMAGE_TAG_MISSING']
 * ```
 *
 * @internal
 */
export function readImageWarnings(images: readonly ReadImage[]): readonly PodImageWarning[] {
  return images
    .filter(({ image }) => image !== '')
    .flatMap((image) => imageWarnings(image).concat(policyWarnings(image)));
}

/**
 * Finds fields of the wrong JSON type that prevent reading the images of a Pod or selecting its image pull Secrets.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the problems; empty if there are none or the object is not a Pod
 * @example
 * ```ts
 * import { validatePodImages } from '@kubesem/image';
 *
 * const [problem] = validatePodImages(JSON.parse('{ "containers": [{ "image": 5 }] }'));
 * problem?.code // => 'INVALID_TYPE'
 * problem?.segments // => ['containers', 0, 'image']
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1.
 */
export function validatePodImages(podLike: PodLike): readonly FieldProblem<'INVALID_TYPE'>[] {
  return checkPodImages(podLike).problems;
}

/**
 * The images of a Pod, and what prevents reading them.
 *
 * @internal
 */
export interface CheckedPodImages {
  /** The images; those that cannot be read are empty. */
  readonly images: readonly ReadImage[];
  /** The result of `validatePodImages`. */
  readonly problems: readonly FieldProblem<'INVALID_TYPE'>[];
}

/**
 * Reads the images of a Pod and lists the fields of {@link validatePodImages}. This takes less time than one after the
 * other.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the images and the problems
 *
 * @example
 * ```ts
 * import { checkPodImages } from '@kubesem/image';
 *
 * const { images } = checkPodImages({ containers: [{ image: 'app' }] });
 * images.map(({ pullPolicy }) => pullPolicy) // => ['Always']
 * ```
 *
 * @internal
 */
export function checkPodImages(podLike: PodLike): CheckedPodImages {
  const problems = new FieldProblems<never>();
  const pod = openPod(podLike, problems);
  if (pod === undefined) {
    return { images: [], problems: [] };
  }
  // No rule of images reads the status, but without it no kubelet reads the Pod.
  pod.pod.at('status');
  const images = readPodImages(pod);
  checkPullSecretFields(pod);
  return { images, problems: problems.list() };
}

/** Reads the images of a Pod without fields of the wrong type; returns none if the object is not a Pod. */
export function readableImages(podLike: PodLike): readonly ReadImage[] {
  const pod = openPod(podLike, ABSENT);
  return pod === undefined ? [] : readPodImages(pod);
}

function openPod(podLike: PodLike, policy: FieldPolicy): PodFields | undefined {
  try {
    return podFields(podLike, policy);
  } catch {
    // NOT_A_POD
    return undefined;
  }
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
    // The API server does not check the image of a volume for white space.
    const apiServer = kind !== 'volume' && hasSpaceAtAnEnd(image) ? 'rejects' : 'accepts';
    const message = `${error?.message}; the container waits with the reason InvalidImageName`;
    return [podImageWarning({ code: 'IMAGE_INVALID', path, value: image, message, apiServer })];
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

const POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];

function policyWarnings({
  reference,
  pullPolicy: value,
  pullPolicyPath: path,
}: ReadImage): readonly PodImageWarning[] {
  if (!POLICIES.includes(value)) {
    return [
      podImageWarning({
        type: 'NOT_SUPPORTED',
        code: 'UNKNOWN_PULL_POLICY',
        path,
        value,
        message: `expected one of ${POLICIES.join(', ')}`,
        apiServer: 'rejects',
      }),
    ];
  }
  if (value !== 'Always' && reference?.tag === 'latest' && !reference.digest) {
    const message =
      'each node keeps the version of `latest` that it has; set Always or pin a version';
    return [podImageWarning({ code: 'IMAGE_LATEST_NOT_PULLED', path, value, message })];
  }
  return [];
}
