import { type PodLike } from '@kubesem/core';
import { displayText } from '@kubesem/core/internal';
import {
  type PodImageWarning,
  podImageWarning,
  readableImages,
} from '../../pulling/pod-image-warnings.js';
import type { ReadImage } from '../../pulling/pod-images.js';
import type { ImageReference } from '../../reference/reference.js';
import type { DockerKeyring } from './docker-keyring.js';
import type { RegistryCredential } from './keyring-part.js';
import { explainRegistryCredentials, registryCredentials } from './registry-credentials.js';

/**
 * Finds the images of a Pod that no credentials match, or that credentials match only by accident.
 *
 * The former include public images, because only the registry decides whether credentials are required. Images that are never
 * pulled are skipped.
 *
 * A field of the wrong type counts as absent.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param keyring - the credentials with which its images are pulled
 * @returns the warnings; empty if there are none or the object is not a Pod
 * @example
 * ```ts
 * import { dockerKeyring, podCredentialWarnings } from '@kubesem/image';
 *
 * const keyring = dockerKeyring({ node: [{ server: 'example.com/images', username: 'anna' }] });
 * const pod = { containers: [{ image: 'example.com/images2/app' }, { image: 'eu.example.com/images/app' }] };
 * podCredentialWarnings(pod, keyring).map(({ code }) => code) // => ['PATH_ENDS_WITHIN_SEGMENT', 'CREDENTIALS_MISSING']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Lookup`.
 */
export function podCredentialWarnings(
  podLike: PodLike,
  keyring: DockerKeyring,
): readonly PodImageWarning[] {
  return readableImages(podLike).flatMap((image) =>
    image.reference === undefined || image.pullPolicy === 'Never'
      ? []
      : imageWarnings(image, image.reference, keyring),
  );
}

function imageWarnings(
  { path, image: value }: ReadImage,
  reference: ImageReference,
  keyring: DockerKeyring,
): readonly PodImageWarning[] {
  let found: readonly RegistryCredential[];
  try {
    found = registryCredentials(reference, keyring);
  } catch {
    // IMAGE_TOO_LONG
    return [];
  }
  const { name } = reference;
  if (found.every(isAnonymous)) {
    const what = found.length === 0 ? 'no credentials' : 'only entries without user and password';
    const message = `${what} match ${displayText(name)}, so it is pulled without credentials`;
    return [podImageWarning({ code: 'CREDENTIALS_MISSING', path, value, message })];
  }
  // The explanation is slow for many patterns.
  if (!found.some(({ pattern }) => mayEndWithinSegment(pattern, name))) {
    return [];
  }
  return explainRegistryCredentials(reference, keyring)
    .parts.flatMap((part) => part.patterns)
    .filter(({ endsWithinSegment }) => endsWithinSegment)
    .map(({ pattern }) => {
      const message = `the credentials for ${displayText(pattern)} match only as a plain prefix; add a \`/\` at its end to match whole path segments`;
      return podImageWarning({ code: 'PATH_ENDS_WITHIN_SEGMENT', path, value, message });
    });
}

/**
 * Reports whether the runtime pulls without credentials.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `PullImage`, which passes them to the runtime;
 * `github.com/containerd/containerd` v2, `ParseAuth`: "An empty auth config is valid for anonymous registry".
 */
function isAnonymous({ username, password }: RegistryCredential): boolean {
  return username === '' && password === '';
}

/** Reports whether the path of a matching pattern may end within a segment; patterns with escapes are not decoded. */
function mayEndWithinSegment(pattern: string, name: string): boolean {
  const path = pathOf(pattern);
  const next = pathOf(name)[path.length];
  const isWithin = !path.endsWith('/') && next !== undefined && next !== '/';
  return isWithin || pattern.includes('%');
}

function pathOf(name: string): string {
  return name.replace(/^[^/]*/, '');
}
