import type { Secret } from '@kubesem/core';
import type { DockerConfigError } from '../sources/credential-errors.js';
import { entriesPath, readSecretEntries } from '../sources/docker-config-secret.js';
import {
  type CredentialEntry,
  type CredentialSource,
  type KeyringBatch,
  type KeyringPart,
  keyringPart,
} from './keyring-part.js';

/** Credentials for registries by the images that they are for; build one once and look up many images. */
export interface DockerKeyring {
  /** The Secrets', the node's and the providers' entries, in the order in which they are tried. */
  readonly parts: readonly KeyringPart[];
}

/** What one credential provider answered. */
export interface ProviderCredentials {
  /** The entries of the answer's `auth`. */
  readonly entries: readonly CredentialEntry[];
  /** The ServiceAccount whose token it was given, if any. */
  readonly serviceAccount?: Omit<CredentialSource, 'kind'> | undefined;
}

/** Where the kubelet has credentials from, in the order in which it tries them. */
export interface DockerKeyringSources {
  /** The Secrets of the Pod, in the order in which it lists them, as they are stored. */
  readonly secrets?: readonly Secret[] | undefined;
  /**
   * The entries of the node's own configuration, as of `parseDockerConfig`: the first `config.json` that can be decoded,
   * or else the first `.dockercfg`.
   */
  readonly node?: readonly CredentialEntry[] | undefined;
  /** What the credential providers answered, in the order of the kubelet's configuration. */
  readonly providers?: readonly ProviderCredentials[] | undefined;
}

/** A keyring, and what is wrong with its sources. */
export interface CollectedDockerKeyring {
  /** The keyring of all that can be used. */
  readonly keyring: DockerKeyring;
  /** Every fault, with what the kubelet does about it, in the order of the sources. */
  readonly faults: readonly DockerConfigError[];
  /** Whether the kubelet would have no keyring at all, and pull no image: one Secret cannot be decoded. */
  readonly kubeletRefuses: boolean;
}

/**
 * Makes a keyring as the kubelet does: a Secret that cannot be decoded fails it.
 *
 * Secrets of other types, or without data, are passed over, and so is an entry whose key is no URL. Entries that come
 * to the same pattern are tried in the order of their sources, and within one in the order in which they are written;
 * the Go code has no order there if they stand in one source.
 *
 * @param sources - where the credentials are from
 * @returns the keyring; it keeps nothing of the sources but the credentials
 * @throws `INVALID_DATA` if the data of a Secret is not base64
 * @throws `INVALID_JSON` if the data is not JSON, or nested deeper than 10,000 levels
 * @throws `NOT_AN_OBJECT` if the whole, `auths`, `HttpHeaders` or an entry is neither object nor null
 * @throws `NOT_TEXT` if a field of an entry or a header is neither string nor null
 * @throws {DockerConfigError} `INVALID_BASE64`: an `auth` is not base64
 * @throws `NO_COLON` if an `auth` holds no `:`
 * @example
 * ```ts
 * import { createDockerKeyring, dockerConfigSecret, lookup } from '@kubesem/image';
 *
 * const secret = dockerConfigSecret({ name: 'team', server: 'quay.io/team', username: 'anna', password: 'katze' });
 * const keyring = createDockerKeyring({
 *   secrets: [secret],
 *   node: [{ server: 'https://*.io', username: 'node', password: 'hund' }],
 * });
 * lookup(keyring, 'quay.io/team/app:1.0').map(({ username }) => username) // => ['anna', 'node']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`;
 * `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Add`.
 */
export function createDockerKeyring(sources: DockerKeyringSources): DockerKeyring {
  const { keyring, faults } = collectDockerKeyring(sources);
  const error = faults.find(({ effect }) => effect === 'REFUSES_SOURCE');
  if (error !== undefined) {
    throw error;
  }
  return keyring;
}

/**
 * Makes a keyring of all that can be used, and tells every fault with its entry.
 *
 * This is not what the kubelet does where `kubeletRefuses` is true: it would pull no image of the Pod.
 *
 * @param sources - where the credentials are from
 * @returns the keyring, the faults, and whether the kubelet would refuse
 * @example
 * ```ts
 * import { collectDockerKeyring, dockerConfigSecret, lookup } from '@kubesem/image';
 *
 * const broken = { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'e30K' + 'fQ==' } };
 * const quay = dockerConfigSecret({ server: 'quay.io', username: 'anna', password: 'katze' });
 * const { keyring, faults, kubeletRefuses } = collectDockerKeyring({ secrets: [broken, quay] });
 * faults.map(({ code, path }) => `${code} ${path}`) // => ['INVALID_JSON secrets[0].data[.dockerconfigjson]']
 * kubeletRefuses // => true
 * lookup(keyring, 'quay.io/team/app').length // => 1
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
export function collectDockerKeyring(sources: DockerKeyringSources): CollectedDockerKeyring {
  const faults: DockerConfigError[] = [];
  const secrets = (sources.secrets ?? []).map((secret, i): KeyringBatch => {
    const { uid, namespace, name } = secret?.metadata ?? {};
    return {
      entries: readSecretEntries(secret, `secrets[${i}]`, faults),
      source: { kind: 'Secret', uid: uid ?? '', namespace: namespace ?? '', name: name ?? '' },
      path: entriesPath(secret, `secrets[${i}]`),
    };
  });
  const node = { entries: sources.node ?? [], source: undefined, path: 'node' };
  const providers = (sources.providers ?? []).map(
    ({ entries, serviceAccount }, i): KeyringBatch => ({
      entries,
      source: serviceAccount && { kind: 'ServiceAccount', ...serviceAccount },
      path: `providers[${i}].entries`,
    }),
  );
  const parts = [
    keyringPart('Secrets', secrets),
    keyringPart('node', [node]),
    keyringPart('providers', providers),
  ];
  return {
    keyring: { parts },
    faults: [...faults, ...parts.flatMap(({ ignored }) => ignored)],
    kubeletRefuses: faults.some(({ effect }) => effect === 'REFUSES_SOURCE'),
  };
}
