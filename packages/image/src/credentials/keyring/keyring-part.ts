import { compileGlob, type ImageGlob, type ImageTarget } from '../glob/image-glob.js';
import { type ImageUrlErrorCode, parseImageUrl } from '../glob/image-url.js';
import { findMatches, keyringIndex } from '../glob/keyring-index.js';
import { fromByteString, toByteString } from '../sources/byte-string.js';
import { type DockerConfigError, dockerConfigError } from '../sources/credential-errors.js';
import { hide, withoutUserInfo } from '../sources/hidden-fields.js';

/** Credentials that the kubelet passes to the container runtime. */
export interface RegistryCredential {
  /** User name; empty where there is none. */
  readonly username: string;
  /** Mail address; empty where there is none. */
  readonly email: string;
  /** Password. Not enumerable, so it is neither printed nor copied with the credentials. */
  readonly password: string;
  /**
   * The key under which they are kept: host and path of the entry, without scheme and without a leading `/v1/` or
   * `/v2/`. What stands in front of an `@` is replaced by `***`.
   */
  readonly pattern: string;
  /** The object that they come from; undefined if they are the node's. */
  readonly source: CredentialSource | undefined;
}

/** Which object credentials come from. */
export interface CredentialSource {
  /** Its kind: a ServiceAccount gave its token to a credential provider for them. */
  readonly kind: 'Secret' | 'ServiceAccount';
  /** Its `metadata.uid`; empty where there is none. */
  readonly uid: string;
  /** Its namespace; empty where there is none. */
  readonly namespace: string;
  /** Its name; empty where there is none. */
  readonly name: string;
}

/** Credentials by the pattern of images that they are for, as they go into a keyring. */
export interface CredentialEntry {
  /** A host with an optional scheme, port and path. */
  readonly server: string;
  /** User name. */
  readonly username?: string | null | undefined;
  /** Password. */
  readonly password?: string | null | undefined;
  /** Mail address. */
  readonly email?: string | null | undefined;
}

/** Entries that are searched together: Docker Hub's are fallen back to if none of these matches. */
export interface KeyringPart {
  /** Where the entries come from. */
  readonly origin: 'Secrets' | 'node' | 'providers';
  /** The patterns, those that are tried first in front. */
  readonly patterns: readonly KeyringPattern[];
  /** The entries that the kubelet leaves out. */
  readonly ignored: readonly DockerConfigError[];
  /** @internal What `lookup` finds in this part. */
  readonly find: (name: string, target: ImageTarget | undefined) => readonly RegistryCredential[];
  /** @internal What is used for Docker Hub if no pattern matches. */
  readonly dockerHub: readonly RegistryCredential[];
}

/** A pattern with its credentials. */
export interface KeyringPattern {
  /** The pattern, as `RegistryCredential` has it. */
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
  /** Path of the entries. */
  readonly path: string;
}

/**
 * Files entries under their patterns.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Add`.
 */
export function keyringPart(
  origin: KeyringPart['origin'],
  batches: readonly KeyringBatch[],
): KeyringPart {
  const ignored: DockerConfigError[] = [];
  const byKey = new Map<string, RegistryCredential[]>();
  for (const { entries, source, path } of batches) {
    for (const entry of entries) {
      const key = keyOf(entry.server);
      if (key === undefined) {
        const place = `${path}[${withoutUserInfo(String(entry.server))}]`;
        ignored.push(dockerConfigError('INVALID_SERVER', place, 'IGNORES_ENTRY'));
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

/**
 * Whether a name without a match falls back to Docker Hub.
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

/** Host and path of an entry's key, as a byte string; undefined if it is no URL. */
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

/** A key for people. */
function displayKey(key: string): string {
  return withoutUserInfo(fromByteString(key));
}

function registryCredential(
  { username, password, email }: CredentialEntry,
  pattern: string,
  source: CredentialSource | undefined,
): RegistryCredential {
  const fields = { username: username ?? '', email: email ?? '', pattern, source };
  return hide(fields, 'password', password ?? '');
}
