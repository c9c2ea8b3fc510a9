import { type FieldPath } from '@kubesem/core';
import { fromByteString, toByteString, wrongSecretType } from '@kubesem/core/internal';
import { compileGlob, type ImageGlob, type ImageTarget } from '../glob/image-glob.js';
import { type ImageUrlErrorCode, parseImageUrl } from '../glob/image-url.js';
import { findMatches, keyringIndex } from '../glob/keyring-index.js';
import { DockerConfigError, dockerConfigError } from '../sources/credential-errors.js';
import { hide, withoutUserInfo } from '../sources/hidden-fields.js';

/** Credentials that the kubelet passes to the container runtime. */
export interface RegistryCredential {
  /** User name; empty if absent. */
  readonly username: string;
  /** Email address; empty if absent. */
  readonly email: string;
  /** Password. Not enumerable, so it is not printed or copied with the credentials. */
  readonly password: string;
  /** @internal As in `DockerConfigEntry`. */
  readonly hashed?: string | undefined;
  /**
   * The key of the credentials: host and path of the entry, without the scheme and without a leading `/v1/` or `/v2/`.
   * `***` replaces the text before an `@`.
   */
  readonly pattern: string;
  /** The object that provides them; undefined for those of the node. */
  readonly source: CredentialSource | undefined;
}

/** The object that provides credentials. */
export interface CredentialSource {
  /** Its kind; for a ServiceAccount, a credential provider returned the credentials for its token. */
  readonly kind: 'Secret' | 'ServiceAccount';
  /** Its `metadata.uid`; empty if absent. */
  readonly uid: string;
  /** Its namespace; empty if absent. */
  readonly namespace: string;
  /** Its name; empty if absent. */
  readonly name: string;
}

/** Credentials with the pattern of their images, as the input of a keyring. */
export interface CredentialEntry {
  /** A host with an optional scheme, port and path. */
  readonly server: string;
  /** User name. */
  readonly username?: string | null | undefined;
  /** Password. */
  readonly password?: string | null | undefined;
  /** Email address. */
  readonly email?: string | null | undefined;
  /** @internal As in `DockerConfigEntry`. */
  readonly hashed?: string | undefined;
}

/** Entries that are searched together; if none matches, those of Docker Hub are the fallback. */
export interface KeyringPart {
  /** The source of the entries. */
  readonly origin: 'Secrets' | 'node' | 'providers';
  /** The patterns in the order in which they are tried. */
  readonly patterns: readonly KeyringPattern[];
  /** The entries that the kubelet ignores. */
  readonly ignored: readonly DockerConfigError[];
  /** @internal The result of `registryCredentials` in this part. */
  readonly find: (name: string, target: ImageTarget | undefined) => readonly RegistryCredential[];
  /** @internal The fallback for Docker Hub if no pattern matches. */
  readonly dockerHub: readonly RegistryCredential[];
}

/** A pattern with its credentials. */
export interface KeyringPattern {
  /** The pattern, as in {@link RegistryCredential}. */
  readonly pattern: string;
  /** Its credentials, in the order of the sources. */
  readonly credentials: readonly RegistryCredential[];
  /** @internal */
  readonly glob: ImageGlob | ImageUrlErrorCode;
}

/** The key of Docker Hub's entry, which `docker login` writes. */
const DOCKER_HUB = 'index.docker.io';

/** Entries of one source. */
export interface KeyringBatch {
  readonly entries: readonly CredentialEntry[];
  readonly source: CredentialSource | undefined;
  /** Returns the path of an entry. */
  readonly pathOf: (index: number, entry: CredentialEntry) => FieldPath;
}

/**
 * Groups entries by their patterns.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Add`.
 */
export function keyringPart(
  origin: KeyringPart['origin'],
  batches: readonly KeyringBatch[],
): KeyringPart {
  const ignored: DockerConfigError[] = [];
  const byKey = new Map<string, RegistryCredential[]>();
  for (const { entries, source, pathOf } of batches) {
    for (const [index, entry] of entries.entries()) {
      const key = keyOf(entry?.server);
      if (key === undefined) {
        ignored.push(ignoredEntry(entry, pathOf(index, entry)));
        continue;
      }
      const credentials = byKey.get(key) ?? [];
      byKey.set(key, credentials);
      credentials.push(registryCredential(entry, displayKey(key), source));
    }
  }
  const patterns = [...byKey]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([key, credentials]) =>
      hide({ pattern: displayKey(key), credentials }, 'glob', compileGlob(key)),
    );
  const index = keyringIndex(
    patterns.flatMap(({ glob, credentials }, rank) =>
      typeof glob === 'string' ? [] : [[glob, { rank, credentials }] as const],
    ),
  );
  const dockerHub = byKey.get(DOCKER_HUB) ?? [];
  const find: KeyringPart['find'] = (name, target) => {
    const found = target === undefined ? [] : findMatches(index, target);
    if (found.length === 0) {
      return isDockerHub(name) ? dockerHub : [];
    }
    return found.sort((a, b) => a.rank - b.rank).flatMap(({ credentials }) => credentials);
  };
  return hide(hide({ origin, patterns, ignored }, 'find', find), 'dockerHub', dockerHub);
}

function ignoredEntry(entry: CredentialEntry, path: FieldPath): DockerConfigError {
  return typeof entry?.server === 'string'
    ? dockerConfigError('INVALID_SERVER', path, 'IGNORES_ENTRY')
    : new DockerConfigError(wrongSecretType(path, 'a string'), 'IGNORES_ENTRY');
}

/**
 * Reports whether a name without a match falls back to Docker Hub.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `isDefaultRegistryMatch`.
 */
export function isDockerHub(name: string): boolean {
  const slash = name.indexOf('/');
  const first = slash < 0 ? name : name.slice(0, slash);
  return (
    first !== '' &&
    (slash < 0 || first === 'docker.io' || first === DOCKER_HUB || !/[.:]/.test(first))
  );
}

/** Returns host and path of an entry's key as a byte string; undefined if the key is not a URL. */
function keyOf(server: unknown): string | undefined {
  if (typeof server !== 'string') {
    return undefined;
  }
  const url = parseImageUrl(toByteString(server).replace(/^https?:\/\//, ''));
  if (typeof url === 'string') {
    return undefined;
  }
  const path = url.path.replace(/^\/v[12]\//, '/');
  return path === '/' ? url.host : url.host + path;
}

/** Returns a key for display. */
function displayKey(key: string): string {
  return withoutUserInfo(fromByteString(key));
}

function registryCredential(
  { username, password, email, hashed }: CredentialEntry,
  pattern: string,
  source: CredentialSource | undefined,
): RegistryCredential {
  const fields = { username: username ?? '', email: email ?? '', pattern, source };
  const credential = hide(fields, 'password', password ?? '');
  return hashed === undefined ? credential : hide(credential, 'hashed', hashed);
}
