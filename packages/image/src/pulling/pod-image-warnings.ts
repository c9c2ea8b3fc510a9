import type { KubesemError, PodLike } from '@kubesem/core';
import type { DockerKeyring } from '../credentials/keyring/docker-keyring.js';
import { explainCredentials } from '../credentials/keyring/explain-credentials.js';
import { podImagePullSecrets } from '../credentials/keyring/image-pull-secrets.js';
import type { RegistryCredential } from '../credentials/keyring/keyring-part.js';
import { lookup } from '../credentials/keyring/lookup.js';
import type { Report } from '../read.js';
import type { ImageReference } from '../reference/reference.js';
import { type ImageProblem, shorten } from './image-problems.js';
import { type PodImage, readPodImages } from './pod-images.js';
import { hasSpaceAtAnEnd } from './verification-allowlist.js';

/**
 * What is odd about an image of a Pod, or about what it is pulled with.
 *
 * Of the image:
 * - `UNPARSABLE_IMAGE`: it cannot be parsed; the container waits with the reason `InvalidImageName`
 * - `NO_TAG`: it has neither tag nor digest, so that `latest` is filled in, which can be another image every time
 * - `LATEST_TAG`: its tag is `latest`, without a digest
 * - `TAG_AND_DIGEST`: it has both, and only the digest is pulled; the tag may have moved on long ago
 *
 * Of the pull policy:
 * - `UNKNOWN_PULL_POLICY`: it is none of the three
 * - `LATEST_NOT_PULLED`: the image is `latest`, and the policy is one with which nodes keep whatever they have
 *
 * Of credentials, where there are any to compare with:
 * - `NO_CREDENTIALS`: none match the image, so that it is pulled without
 * - `PATH_ENDS_WITHIN_SEGMENT`: some match only because a path is a plain prefix: `…/images` of `…/images2`
 *
 * Of the Secrets with credentials:
 * - `PULL_SECRET_NOT_FOUND`: there is none of that name in the Pod's namespace
 * - `PULL_SECRET_IGNORED`: it is of another type or holds no credentials, and the kubelet passes over it
 * - `PULL_SECRET_UNDECODABLE`: it cannot be decoded, and the kubelet pulls no image of the Pod
 * - `CREDENTIALS_IGNORED`: the kubelet leaves out one entry of it
 */
export type PodImageWarningCode =
  | 'UNPARSABLE_IMAGE'
  | 'NO_TAG'
  | 'LATEST_TAG'
  | 'TAG_AND_DIGEST'
  | 'UNKNOWN_PULL_POLICY'
  | 'LATEST_NOT_PULLED'
  | 'NO_CREDENTIALS'
  | 'PATH_ENDS_WITHIN_SEGMENT'
  | 'PULL_SECRET_NOT_FOUND'
  | 'PULL_SECRET_IGNORED'
  | 'PULL_SECRET_UNDECODABLE'
  | 'CREDENTIALS_IGNORED';

/** An image or a policy that Kubernetes takes or refuses, and that is odd. */
export interface PodImageWarning extends ImageProblem<PodImageWarningCode> {
  /** What the API server does with it on creation. */
  readonly apiServer: 'refuses' | 'accepts';
}

/**
 * The images and pull policies of a Pod that are odd.
 *
 * Images that are left out are not among them, nor is what `validatePodImages` lists.
 *
 * @param pod - what should be a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the warnings, empty if there are none or if it is no Pod
 * @example
 * ```ts
 * import { podImageWarnings } from '@kubesem/image';
 *
 * const warnings = podImageWarnings({
 *   containers: [{ image: 'registry:5000/app', imagePullPolicy: 'Never' }, { image: 'App:1.2' }],
 * });
 * warnings.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'containers[0].image NO_TAG',
 * //   'containers[0].imagePullPolicy LATEST_NOT_PULLED',
 * //   'containers[1].image UNPARSABLE_IMAGE',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1; `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1,
 * `validatePullPolicy` and `validateContainerOnlyForPod`.
 */
export function podImageWarnings(pod: PodLike): readonly PodImageWarning[] {
  const warnings: PodImageWarning[] = [];
  for (const image of imagesOf(pod, () => {})) {
    if (image.image !== '') {
      const warn = warner(image, warnings);
      warnOfImage(image, warn);
      warnOfPolicy(image, warn);
    }
  }
  return warnings;
}

/**
 * The images of a Pod that no credentials match, or that some match by accident.
 *
 * Images that need none are among the former: whether a registry asks for credentials is not known here. Images that are
 * never pulled are left out.
 *
 * @param pod - what should be a Pod, a Pod template or a Pod spec; it is not changed
 * @param keyring - what its images are pulled with
 * @returns the warnings, empty if there are none or if it is no Pod
 * @example
 * ```ts
 * import { createDockerKeyring, podCredentialWarnings } from '@kubesem/image';
 *
 * const keyring = createDockerKeyring({ node: [{ server: 'example.com/images' }] });
 * const pod = { containers: [{ image: 'example.com/images2/app' }, { image: 'eu.example.com/images/app' }] };
 * podCredentialWarnings(pod, keyring).map(({ code }) => code) // => ['PATH_ENDS_WITHIN_SEGMENT', 'NO_CREDENTIALS']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Lookup`.
 */
export function podCredentialWarnings(
  pod: PodLike,
  keyring: DockerKeyring,
): readonly PodImageWarning[] {
  const warnings: PodImageWarning[] = [];
  for (const image of imagesOf(pod, () => {})) {
    if (image.reference !== undefined && image.pullPolicy !== 'Never') {
      warnOfCredentials(image.reference, keyring, warner(image, warnings));
    }
  }
  return warnings;
}

/**
 * What keeps the images of a Pod from being read, and the names of the Secrets that they are pulled with: fields that
 * hold another JSON type than Kubernetes takes there.
 *
 * @param pod - what should be a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the problems, empty if there are none or if it is no Pod
 * @example
 * ```ts
 * import { validatePodImages } from '@kubesem/image';
 *
 * const [problem] = validatePodImages(JSON.parse('{ "containers": [{ "image": 5 }] }'));
 * problem?.code // => 'INVALID_TYPE'
 * problem?.path // => 'containers[0].image'
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1.
 */
export function validatePodImages(pod: PodLike): readonly ImageProblem<'INVALID_TYPE'>[] {
  const problems: ImageProblem<'INVALID_TYPE'>[] = [];
  const report: Report = ({ code, path = '', input = '', message: text }) => {
    const message = text.slice(path.length + 2);
    problems.push({ type: 'FieldValueTypeInvalid', path, value: input, code, message });
  };
  imagesOf(pod, report);
  try {
    podImagePullSecrets(pod);
  } catch (error) {
    if ((error as KubesemError).code === 'INVALID_TYPE') {
      report(error as KubesemError<'INVALID_TYPE'>);
    }
  }
  return problems;
}

function imagesOf(pod: PodLike, report: Report): readonly PodImage[] {
  try {
    return readPodImages(pod, report);
  } catch {
    return [];
  }
}

/** Adds a warning, of the image itself unless the details say otherwise. */
type Warn = (
  code: PodImageWarningCode,
  message: string,
  details?: Partial<Pick<PodImageWarning, 'type' | 'path' | 'value' | 'apiServer'>>,
) => void;

function warner({ image, path }: PodImage, warnings: PodImageWarning[]): Warn {
  const common = {
    type: 'FieldValueInvalid',
    path,
    value: shorten(image),
    apiServer: 'accepts',
  } as const;
  return (code, message, details) => warnings.push({ ...common, ...details, code, message });
}

function warnOfImage(
  { kind, image, error, reference, pullPolicyRule }: PodImage,
  warn: Warn,
): void {
  if (reference === undefined) {
    // Of the image of a volume it does not ask.
    const apiServer = kind !== 'volume' && hasSpaceAtAnEnd(image) ? 'refuses' : 'accepts';
    const message = `${error?.message}; its container waits with the reason InvalidImageName`;
    warn('UNPARSABLE_IMAGE', message, { apiServer });
    return;
  }
  const { tag, digest } = reference;
  if (tag !== undefined && digest !== undefined) {
    const policy =
      pullPolicyRule === 'LATEST_TAG' ? `, and \`latest\` makes the pull policy Always` : '';
    warn('TAG_AND_DIGEST', `expected a tag or a digest; the tag is not looked at${policy}`);
  } else if (tag === 'latest') {
    const isWritten = image.endsWith(':latest');
    const code = isWritten ? 'LATEST_TAG' : 'NO_TAG';
    const found = isWritten ? '' : ', which is filled in,';
    warn(code, `expected a tag or digest; \`latest\`${found} can be another image every time`);
  }
}

function warnOfPolicy({ reference, pullPolicy, pullPolicyPath: path }: PodImage, warn: Warn): void {
  const policies: readonly string[] = ['Always', 'IfNotPresent', 'Never'];
  if (!policies.includes(pullPolicy)) {
    warn('UNKNOWN_PULL_POLICY', `expected one of ${policies.join(', ')}`, {
      type: 'FieldValueNotSupported',
      path,
      value: shorten(pullPolicy),
      apiServer: 'refuses',
    });
  } else if (pullPolicy !== 'Always' && reference?.tag === 'latest' && !reference.digest) {
    const message = 'expected Always for `latest`; each node keeps the image that it has';
    warn('LATEST_NOT_PULLED', message, { path, value: pullPolicy });
  }
}

function warnOfCredentials(reference: ImageReference, keyring: DockerKeyring, warn: Warn): void {
  let found: readonly RegistryCredential[];
  try {
    found = lookup(keyring, reference);
  } catch {
    // A name of thousands of characters.
    return;
  }
  const { name } = reference;
  if (found.length === 0) {
    warn('NO_CREDENTIALS', `expected credentials for ${shorten(name)}, found none that match`);
  }
  // To explain takes longer the more patterns there are.
  if (!found.some(({ pattern }) => mayEndWithinSegment(pattern, name))) {
    return;
  }
  const patterns = explainCredentials(keyring, reference).parts.flatMap((part) => part.patterns);
  for (const { pattern } of patterns.filter(({ endsWithinSegment }) => endsWithinSegment)) {
    const message = `expected whole segments of the path to match; ${shorten(pattern)} is a plain prefix, and a \`/\` at its end would tell them apart`;
    warn('PATH_ENDS_WITHIN_SEGMENT', message);
  }
}

/** Whether the path of a pattern that matches ends within a segment; one with escapes is not read so closely. */
function mayEndWithinSegment(pattern: string, name: string): boolean {
  const [path, whole] = [pattern, name].map((text) => text.replace(/^[^/]*/, '')) as [
    string,
    string,
  ];
  const next = whole[path.length];
  const isWithin = !path.endsWith('/') && next !== undefined && next !== '/';
  return isWithin || pattern.includes('%');
}
