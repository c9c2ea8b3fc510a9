import { compareGlob, type ImageGlobRule, type ImageTarget } from '../glob/image-glob.js';
import { fromByteString } from '../sources/byte-string.js';
import type { DockerConfigError } from '../sources/credential-errors.js';
import { withoutUserInfo } from '../sources/hidden-fields.js';
import type { DockerKeyring } from './docker-keyring.js';
import {
  isDockerHub,
  type KeyringPart,
  type KeyringPattern,
  type RegistryCredential,
} from './keyring-part.js';
import { repositoryOf } from './lookup.js';

/**
 * What came of a pattern; what does not match is told of the first part that decides.
 *
 * - `MATCH`, `PORT`, `LABEL_COUNT`, `PATH`, `LABEL`, `INVALID_GLOB`: as in {@link ImageGlobRule}
 * - `INVALID_PATTERN`: what was left of the entry's key is no URL any more, so that nothing ever matches it
 * - `INVALID_IMAGE`: the image's name is no URL, so that no pattern matches it
 */
export type CredentialPatternRule = ImageGlobRule | 'INVALID_PATTERN' | 'INVALID_IMAGE';

/** What came of one pattern. */
export interface CredentialPatternExplanation {
  /** The pattern. */
  readonly pattern: string;
  /** Whether it matches, or which part does not. */
  readonly rule: CredentialPatternRule;
  /** What the pattern has there; undefined if it matches, or is not to be compared. */
  readonly expected: string | undefined;
  /** What the image has there; undefined if it matches, or is not to be compared. */
  readonly found: string | undefined;
  /**
   * Whether it matches only because a path is a plain prefix: that of the pattern ends within a segment of the image's,
   * as `/images` does in `/images2`.
   */
  readonly endsWithinSegment: boolean;
  /** The credentials under the pattern, which are tried if it matches. */
  readonly credentials: readonly RegistryCredential[];
}

/**
 * Whether the entry of Docker Hub was fallen back to.
 *
 * - `USED`: no pattern matched, the image is on Docker Hub, and there is an entry `index.docker.io`
 * - `NO_ENTRY`: no pattern matched and the image is on Docker Hub, but there is no such entry
 * - `OTHER_REGISTRY`: no pattern matched, and the image is on another registry
 * - `MATCHED`: a pattern matched, so there is no need to
 */
export type DockerHubRule = 'USED' | 'NO_ENTRY' | 'OTHER_REGISTRY' | 'MATCHED';

/** What came of the entries that are searched together. */
export interface KeyringPartExplanation {
  /** Where the entries come from. */
  readonly origin: KeyringPart['origin'];
  /** Every pattern, in the order in which they are tried. */
  readonly patterns: readonly CredentialPatternExplanation[];
  /** Whether the entry of Docker Hub was fallen back to. */
  readonly dockerHub: DockerHubRule;
  /** The entries that are left out, since their keys are no URLs. */
  readonly ignored: readonly DockerConfigError[];
}

/** How the credentials of an image were found. */
export interface CredentialsExplanation {
  /** The name that was looked up: the image's with its registry, without tag and digest. */
  readonly name: string;
  /** What `lookup` answers. */
  readonly credentials: readonly RegistryCredential[];
  /** The Secrets', the node's and the providers' entries, in the order in which they are tried. */
  readonly parts: readonly KeyringPartExplanation[];
}

/**
 * Says for each pattern of a keyring whether it matches an image, or which part of it does not.
 *
 * It has no password in it that would be printed.
 *
 * @param keyring - of `createDockerKeyring` or `collectDockerKeyring`
 * @param image - an image as it stands in a container; or a reference, of which only the name counts, as it is
 * @returns the judgement on each pattern, and the credentials that `lookup` finds
 * @throws the codes of `parseImage` if the text is no image
 * @throws `NOT_A_STRING` if the name of a reference is no string
 * @throws `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { createDockerKeyring, explainCredentials } from '@kubesem/image';
 *
 * const keyring = createDockerKeyring({
 *   node: [
 *     { server: 'quay.io/images', username: 'anna', password: 'katze' },
 *     { server: '*.quay.io', username: 'any', password: 'hund' },
 *   ],
 * });
 * const { name, parts } = explainCredentials(keyring, 'quay.io/images2/app:1.0');
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
export function explainCredentials(
  keyring: DockerKeyring,
  image: string | { readonly name: string },
): CredentialsExplanation {
  const { name, target } = repositoryOf(image);
  const credentials: RegistryCredential[] = [];
  const parts = keyring.parts.map((part): KeyringPartExplanation => {
    const patterns = part.patterns.map((pattern) => explainPattern(pattern, target));
    const found = patterns.filter(({ rule }) => rule === 'MATCH');
    const dockerHub = dockerHubRule(part, found.length > 0, name);
    credentials.push(...found.flatMap((pattern) => pattern.credentials));
    if (dockerHub === 'USED') {
      credentials.push(...part.dockerHub);
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
