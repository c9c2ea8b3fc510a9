import { parseImage } from '../../reference/parse-image.js';
import { expectation, ImageGlobError, type ImageTarget, imageTarget } from '../glob/image-glob.js';
import type { DockerKeyring } from './docker-keyring.js';
import type { RegistryCredential } from './keyring-part.js';

/**
 * Finds the credentials for an image, in the order in which the kubelet tries them.
 *
 * First come those of the Pod's Secrets, then the node's, then those of credential providers. Within each, the patterns
 * that match are tried in descending order of their bytes, so a longer path before a shorter one of the same host, and
 * letters before `*`. If none of them matches, and the image is on Docker Hub, the entry `index.docker.io` is used,
 * which `docker login` writes as `https://index.docker.io/v1/`. A registry `localhost` without a port counts as Docker
 * Hub there.
 *
 * @param keyring - of {@link createDockerKeyring}
 * @param image - an image as it stands in a container; or a reference, of which only the name counts, as it is
 * @returns the credentials; empty if there are none, and then the image is pulled without
 * @throws the codes of {@link parseImage} if the text is no image
 * @throws `NOT_A_STRING` if the name of a reference is no string
 * @throws `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { createDockerKeyring, lookup } from '@kubesem/image';
 *
 * const keyring = createDockerKeyring({
 *   node: [
 *     { server: 'https://index.docker.io/v1/', username: 'hub', password: 'katze' },
 *     { server: '*.example.com', username: 'any', password: 'hund' },
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

/** The name to look up, and its parts; no pattern matches a name that is no URL. */
export function repositoryOf(image: string | { readonly name: string }): {
  readonly name: string;
  readonly target: ImageTarget | undefined;
} {
  const { name } = typeof image === 'object' && image !== null ? image : parseImage(image);
  const target = imageTarget(name);
  if (target === 'IMAGE_TOO_LONG' || target === 'NOT_A_STRING') {
    const message = `cannot look up an image: expected ${expectation(target)} as its name`;
    throw new ImageGlobError({ code: target, message, path: 'image' });
  }
  return { name, target: typeof target === 'string' ? undefined : target };
}
