import type { CredentialSource, ImageExplanation } from '@kubesem/image';

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
 * Describes where registry credentials come from.
 *
 * @param credential - a credential of `lookup`
 * @returns the Secret with its namespace, or `node` for the configuration of the node
 *
 * @example
 * ```ts
 * import { credentialSource } from '@kubesem/inspect';
 *
 * credentialSource({ source: { kind: 'Secret', namespace: 'shop', name: 'regcred' } }) // => 'Secret shop/regcred'
 * credentialSource({}) // => 'node'
 * ```
 */
export function credentialSource({
  source,
}: {
  readonly source?: Pick<CredentialSource, 'kind' | 'namespace' | 'name'> | undefined;
}): string {
  if (source === undefined) {
    return 'node';
  }
  const { kind, namespace, name } = source;
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
