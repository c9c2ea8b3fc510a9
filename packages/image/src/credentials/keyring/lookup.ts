import { raise } from '@kubesem/core';
import { parseImage } from '../../reference/parse-image.js';
import { type ImageTarget, imageGlobProblem, imageTarget } from '../glob/image-glob.js';
import type { DockerKeyring } from './docker-keyring.js';
import type { RegistryCredential } from './keyring-part.js';

/**
 * Finds the credentials for an image, in the order in which the kubelet tries them.
 *
 * The kubelet tries those of the Pod's Secrets first, then those of the node, then those of credential providers. Within
 * each of these, it tries the matching patterns in descending order of their bytes: a longer path before a shorter one of
 * the same host, and letters before `*`. If no pattern matches and the image is on Docker Hub, it uses the entry
 * `index.docker.io`, which `docker login` writes as `https://index.docker.io/v1/`. The registry `localhost` without a port
 * counts as Docker Hub here.
 *
 * @param keyring - the keyring from {@link createDockerKeyring}
 * @param image - an image as in a container; or a reference, of which only the name is used, without defaults
 * @returns the credentials; if empty, the image is pulled without credentials
 * @throws {@link ImageParseError} with the codes of {@link parseImage} if the string is not an image
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name of a reference is not a string
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { createDockerKeyring, lookup } from '@kubesem/image';
 *
 * const keyring = createDockerKeyring({
 *   node: [
 *     { server: 'https://index.docker.io/v1/', username: 'hub', password: 'tiger' },
 *     { server: '*.example.com', username: 'any', password: 'wolf' },
 *     { server: 'eu.example.com/team', username: 'team', password: 'maus' },
 *   ],
 * });
 * lookup(keyring, 'busybox').map(({ username }) => username) // => ['hub']
 * lookup(keyring, 'eu.example.com/team/app').map(({ username }) => username) // => ['team', 'any']
 * lookup(keyring, 'example.com/team/app') // => []
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Lookup`;
 * `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `EnsureImageExists`.
 */
export function lookup(
  keyring: DockerKeyring,
  image: string | { readonly name: string },
): readonly RegistryCredential[] {
  const { name, target } = repositoryOf(image);
  return keyring.parts.flatMap((part) => part.find(name, target));
}

/** Returns the name to look up, and its parts; they are undefined if the name is not a URL, which no pattern matches. */
export function repositoryOf(image: string | { readonly name: string }): {
  readonly name: string;
  readonly target: ImageTarget | undefined;
} {
  const { name } = typeof image === 'object' && image !== null ? image : parseImage(image);
  const target = imageTarget(name);
  if (target === 'IMAGE_TOO_LONG' || target === 'INVALID_TYPE') {
    raise(imageGlobProblem(target, 'image'));
  }
  return { name, target: typeof target === 'string' ? undefined : target };
}
