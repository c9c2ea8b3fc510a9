import type { CredentialSource, ImageExplanation, RegistryCredential } from '@kubesem/image';
import type { ReportedCredential } from '../report/report.js';

const AS_WRITTEN = 'as written';

/** Where a part of the name of an image comes from, in a few words. The rules are those of `explainImage`. */
export const IMAGE_PART_TEXTS: {
  readonly [rule in ImageExplanation['domain' | 'path' | 'tag' | 'digest']['rule']]: string;
} = {
  AS_WRITTEN,
  NO_SLASH: 'default: the name contains no `/`',
  LOCALHOST: AS_WRITTEN,
  DOCKER_HUB_ALIAS: 'replaces index.docker.io, its old name',
  UNDERSCORE: 'none: the first part contains `_`, so it belongs to the repository',
  DOT_OR_COLON: 'as written: it contains `.` or `:`',
  UPPERCASE: 'as written: it contains an uppercase letter',
  PLAIN: 'default: the first part contains no `.`, `:` or uppercase letter',
  OFFICIAL_IMAGE: 'default: `library/` precedes single words at Docker Hub',
  DIGEST_WINS: 'as written, but ignored: the digest is pulled',
  DEFAULT_TAG: 'default: the name has neither tag nor digest',
  DIGEST_ONLY: 'none: the name has a digest',
  NOT_WRITTEN: 'none',
};

/**
 * Omits user and password: the user can be a token, and is data of a Secret as the password is.
 *
 * @param credential - a credential of `lookup`
 * @returns what may be printed
 *
 * @example
 * ```ts
 * import { dockerKeyring, registryCredentials } from '@kubesem/image';
 * import { reportedCredential } from '@kubesem/inspect/internal';
 *
 * const keyring = dockerKeyring({ node: [{ server: 'quay.io' }] });
 * registryCredentials('quay.io/app', keyring).map(reportedCredential) // => [{ pattern: 'quay.io', source: undefined, isAnonymous: true }]
 * ```
 */
export function reportedCredential(credential: RegistryCredential): ReportedCredential {
  const { pattern, source, username, password } = credential;
  return { pattern, source, isAnonymous: username === '' && password === '' };
}

/**
 * Describes where registry credentials come from.
 *
 * @param credential - a credential of `lookup`
 * @returns the Secret with its namespace, or `node` for the configuration of the node; with `(anonymous)` for an entry
 * without user and password
 *
 * @example
 * ```ts
 * import { credentialSource } from '@kubesem/inspect';
 *
 * credentialSource({ source: { kind: 'Secret', namespace: 'shop', name: 'regcred' } }) // => 'Secret shop/regcred'
 * credentialSource({ isAnonymous: true }) // => 'node (anonymous)'
 * ```
 */
export function credentialSource({
  source,
  isAnonymous = false,
}: {
  readonly source?: Pick<CredentialSource, 'kind' | 'namespace' | 'name'> | undefined;
  readonly isAnonymous?: boolean | undefined;
}): string {
  const { kind, namespace = '', name } = source ?? {};
  const from = namespace === '' ? name : `${namespace}/${name}`;
  return `${source === undefined ? 'node' : `${kind} ${from}`}${isAnonymous ? ' (anonymous)' : ''}`;
}
