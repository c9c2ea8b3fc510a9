import { appendAll, fromByteString, raise } from '@kubesem/core/internal';
import { parseImage } from '../../reference/parse-image.js';
import {
  compareGlob,
  type ImageGlobRule,
  type ImageTarget,
  imageGlobProblem,
  imageTarget,
} from '../glob/image-glob.js';
import type { DockerConfigError } from '../sources/credential-errors.js';
import { withoutUserInfo } from '../sources/hidden-fields.js';
import type { DockerKeyring } from './docker-keyring.js';
import {
  isDockerHub,
  type KeyringPart,
  type KeyringPattern,
  type RegistryCredential,
} from './keyring-part.js';

/**
 * The result of comparing a pattern with an image: a match, or the first part that does not match.
 *
 * - `MATCH`, `PORT`, `LABEL_COUNT`, `PATH`, `LABEL`, `INVALID_GLOB`: as in {@link ImageGlobRule}
 * - `INVALID_PATTERN`: the pattern that remains of the entry's key is not a URL, so it matches no image
 * - `INVALID_IMAGE`: the name of the image is not a URL, so no pattern matches it
 */
export type CredentialPatternRule = ImageGlobRule | 'INVALID_PATTERN' | 'INVALID_IMAGE';

/** The result of one pattern. */
export interface CredentialPatternExplanation {
  /** The pattern. */
  readonly pattern: string;
  /** Whether the pattern matches, or which part does not. */
  readonly rule: CredentialPatternRule;
  /** That part of the pattern; undefined if it matches, or cannot be compared. */
  readonly expected: string | undefined;
  /** That part of the image; undefined if it matches, or cannot be compared. */
  readonly found: string | undefined;
  /**
   * Whether the pattern matches only because its path is a plain prefix that ends within a segment of the image's path, such
   * as `/images` in `/images2`.
   */
  readonly endsWithinSegment: boolean;
  /** The credentials of the pattern, which are tried if it matches. */
  readonly credentials: readonly RegistryCredential[];
}

/**
 * Whether the fallback to the entry of Docker Hub applies.
 *
 * - `USED`: no pattern matches, the image is on Docker Hub, and there is an entry `index.docker.io`
 * - `NO_ENTRY`: no pattern matches and the image is on Docker Hub, but there is no such entry
 * - `OTHER_REGISTRY`: no pattern matches, and the image is on another registry
 * - `MATCHED`: a pattern matches, so there is no fallback
 */
export type DockerHubRule = 'USED' | 'NO_ENTRY' | 'OTHER_REGISTRY' | 'MATCHED';

/** The result of entries that are searched together. */
export interface KeyringPartExplanation {
  /** The source of the entries. */
  readonly origin: KeyringPart['origin'];
  /** All patterns, in the order in which they are tried. */
  readonly patterns: readonly CredentialPatternExplanation[];
  /** Whether the fallback to the entry of Docker Hub applies. */
  readonly dockerHub: DockerHubRule;
  /** The entries that are ignored because their keys are not URLs. */
  readonly ignored: readonly DockerConfigError[];
}

/** How the credentials for an image are found. */
export interface CredentialsExplanation {
  /** The name to look up: with the registry, without tag and digest. */
  readonly name: string;
  /** The result of {@link registryCredentials}. */
  readonly credentials: readonly RegistryCredential[];
  /** The entries of Secrets, of the node and of providers, in the order in which they are tried. */
  readonly parts: readonly KeyringPartExplanation[];
}

/**
 * Explains for each pattern of a keyring whether it matches an image, or which part does not.
 *
 * The explanation prints no password.
 *
 * @param image - an image as in a container; or a reference, of which only the name is used, without defaults
 * @param keyring - the keyring from {@link dockerKeyring} or {@link collectDockerKeyring}
 * @returns the result of each pattern, and the credentials that {@link registryCredentials} finds
 * @throws {@link ImageParseError} with the codes of {@link parseImage} if the string is not an image
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name of a reference is not a string
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { dockerKeyring, explainRegistryCredentials } from '@kubesem/image';
 *
 * const keyring = dockerKeyring({
 *   node: [
 *     { server: 'quay.io/images', username: 'anna', password: 'tiger' },
 *     { server: '*.quay.io', username: 'any', password: 'wolf' },
 *   ],
 * });
 * const { name, parts } = explainRegistryCredentials('quay.io/images2/app:1.0', keyring);
 * name // => 'quay.io/images2/app'
 * parts[1]?.patterns.map(({ pattern, rule, expected, found }) => [pattern, rule, expected, found]) // => [
 * //   ['quay.io/images', 'MATCH', undefined, undefined],
 * //   ['*.quay.io', 'LABEL_COUNT', '3', '2'],
 * // ]
 * parts[1]?.patterns[0]?.endsWithinSegment // => true
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Lookup` and `URLsMatch`.
 */
export function explainRegistryCredentials(
  image: string | { readonly name: string },
  keyring: DockerKeyring,
): CredentialsExplanation {
  const { name, target } = repositoryOf(image);
  const credentials: RegistryCredential[] = [];
  const parts = keyring.parts.map((part): KeyringPartExplanation => {
    const patterns = part.patterns.map((pattern) => explainPattern(pattern, target));
    const found = patterns.filter(({ rule }) => rule === 'MATCH');
    const dockerHub = dockerHubRule(part, found.length > 0, name);
    appendAll(
      credentials,
      found.flatMap((pattern) => pattern.credentials),
    );
    if (dockerHub === 'USED') {
      appendAll(credentials, part.dockerHub);
    }
    return { origin: part.origin, patterns, dockerHub, ignored: part.ignored };
  });
  return { name, credentials, parts };
}

function dockerHubRule(part: KeyringPart, hasMatch: boolean, name: string): DockerHubRule {
  if (hasMatch) {
    return 'MATCHED';
  }
  if (!isDockerHub(name)) {
    return 'OTHER_REGISTRY';
  }
  return part.dockerHub.length > 0 ? 'USED' : 'NO_ENTRY';
}

function explainPattern(
  { pattern, credentials, glob }: KeyringPattern,
  target: ImageTarget | undefined,
): CredentialPatternExplanation {
  const none = { pattern, expected: undefined, found: undefined, endsWithinSegment: false };
  if (typeof glob === 'string') {
    return { ...none, rule: 'INVALID_PATTERN', credentials };
  }
  if (target === undefined) {
    return { ...none, rule: 'INVALID_IMAGE', credentials };
  }
  const { rule, label = 0 } = compareGlob(glob, target);
  if (rule === 'MATCH') {
    const rest = target.path.slice(glob.path.length);
    const endsWithinSegment = !glob.path.endsWith('/') && rest !== '' && !rest.startsWith('/');
    return { ...none, rule, endsWithinSegment, credentials };
  }
  const [expected = '', found = ''] = [glob, target].map((url) =>
    fromByteString(
      {
        PORT: url.port,
        LABEL_COUNT: String(url.labels.length),
        PATH: url.path,
        LABEL: url.labels[label] ?? '',
        INVALID_GLOB: url.labels[label] ?? '',
      }[rule],
    ),
  );
  return { ...none, rule, expected: withoutUserInfo(expected), found, credentials };
}

/**
 * Finds the credentials for an image, in the order in which the kubelet tries them.
 *
 * The kubelet tries those of the Pod's Secrets first, then those of the node, then those of credential providers. Within
 * each of these, it tries the matching patterns in descending order of their bytes: a longer path before a shorter one of
 * the same host, and letters before `*`. If no pattern matches and the image is on Docker Hub, it uses the entry
 * `index.docker.io`, which `docker login` writes as `https://index.docker.io/v1/`. The registry `localhost` without a port
 * counts as Docker Hub here.
 *
 * @param image - an image as in a container; or a reference, of which only the name is used, without defaults
 * @param keyring - the keyring from {@link dockerKeyring}
 * @returns the credentials; if empty, the image is pulled without credentials
 * @throws {@link ImageParseError} with the codes of {@link parseImage} if the string is not an image
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name of a reference is not a string
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { dockerKeyring, registryCredentials } from '@kubesem/image';
 *
 * const keyring = dockerKeyring({
 *   node: [
 *     { server: 'https://index.docker.io/v1/', username: 'hub', password: 'tiger' },
 *     { server: '*.example.com', username: 'any', password: 'wolf' },
 *     { server: 'eu.example.com/team', username: 'team', password: 'maus' },
 *   ],
 * });
 * registryCredentials('busybox', keyring).map(({ username }) => username) // => ['hub']
 * registryCredentials('eu.example.com/team/app', keyring).map(({ username }) => username) // => ['team', 'any']
 * registryCredentials('example.com/team/app', keyring) // => []
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Lookup`;
 * `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `EnsureImageExists`.
 */
export function registryCredentials(
  image: string | { readonly name: string },
  keyring: DockerKeyring,
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
