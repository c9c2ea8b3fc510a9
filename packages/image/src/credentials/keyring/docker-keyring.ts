import { type FieldProblem, type ObjectMeta, type Secret } from '@kubesem/core';
import { appendAll, type Fields, fields, THROW } from '@kubesem/core/internal';
import { SECRET, SERVICE_ACCOUNT } from '@kubesem/core/kinds';
import { DockerConfigError } from '../sources/credential-errors.js';
import {
  openSecret,
  readSecretEntries,
  type SecretEntries,
} from '../sources/docker-config-secret.js';
import { withoutUserInfo } from '../sources/hidden-fields.js';
import {
  type CredentialEntry,
  type CredentialSource,
  type KeyringBatch,
  type KeyringPart,
  keyringPart,
} from './keyring-part.js';

/** Credentials for registries, indexed by image patterns. Create it once to look up many images. */
export interface DockerKeyring {
  /** The entries of Secrets, of the node and of providers, in the order in which they are tried. */
  readonly parts: readonly KeyringPart[];
}

/** The response of a credential provider. */
export interface ProviderCredentials {
  /** The entries of `auth` in the response. */
  readonly entries: readonly CredentialEntry[];
  /** The ServiceAccount whose token the provider received, if any. */
  readonly serviceAccount?: Omit<CredentialSource, 'kind'> | undefined;
}

/** The sources of the kubelet's credentials, in the order in which it tries them. */
export interface DockerKeyringSources {
  /** The Secrets of the Pod, in the order in which it lists them. */
  readonly secrets?: readonly Secret[] | undefined;
  /**
   * The entries of the node's own configuration, from {@link parseDockerConfig}: those of the first `config.json` that can
   * be decoded, otherwise of the first `.dockercfg`.
   */
  readonly node?: readonly CredentialEntry[] | undefined;
  /** The responses of the credential providers, in the order of the kubelet's configuration. */
  readonly providers?: readonly ProviderCredentials[] | undefined;
}

/** A keyring, and the faults of its sources. */
export interface CollectedDockerKeyring {
  /** The keyring of all valid credentials. */
  readonly keyring: DockerKeyring;
  /** The faults, with what the kubelet does because of them. */
  readonly faults: readonly DockerConfigError[];
  /** The credential stores and helpers of Secrets, which the kubelet ignores. */
  readonly warnings: readonly FieldProblem<'CREDENTIAL_STORE'>[];
  /** Whether the kubelet would pull no image of the Pod, because a Secret cannot be decoded. */
  readonly kubeletRefuses: boolean;
}

/**
 * Creates a keyring as the kubelet does. It fails if a Secret cannot be decoded.
 *
 * Secrets of other types or without data are ignored, and so are entries whose key is not a URL. Entries with the same
 * pattern are tried in the order of their sources, and within a source in the order in which they are written. (In the Go
 * code, the order within a source is random.)
 *
 * @param sources - the sources of the credentials
 * @returns the keyring
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a list of sources, a provider or its
 * ServiceAccount has the wrong JSON type
 * @throws {@link DockerConfigError} with code `INVALID_DATA` if the data of a Secret is not base64
 * @throws {@link DockerConfigError} with code `INVALID_JSON` if the data is not JSON, or has more than 10,000 levels
 * @throws {@link DockerConfigError} with code `INVALID_TYPE` if a value has the wrong JSON type
 * @throws {@link DockerConfigError} with code `INVALID_BASE64` if an `auth` is not base64
 * @throws {@link DockerConfigError} with code `NO_COLON` if a decoded `auth` has no `:`
 * @example
 * ```ts
 * import { dockerConfigSecret, dockerKeyring, registryCredentials } from '@kubesem/image';
 *
 * const secret = dockerConfigSecret({ name: 'team', server: 'quay.io/team', username: 'anna', password: 'tiger' });
 * const keyring = dockerKeyring({
 *   secrets: [secret],
 *   node: [{ server: 'https://*.io', username: 'node', password: 'wolf' }],
 * });
 * registryCredentials('quay.io/team/app:1.0', keyring).map(({ username }) => username) // => ['anna', 'node']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`;
 * `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `BasicDockerKeyring.Add`.
 */
export function dockerKeyring(sources: DockerKeyringSources): DockerKeyring {
  const { keyring, faults } = collectDockerKeyring(sources);
  const error = faults.find(({ effect }) => effect === 'REFUSES_SOURCE');
  if (error !== undefined) {
    throw error;
  }
  return keyring;
}

/**
 * Creates a keyring of all valid credentials, and collects all faults and warnings.
 *
 * If `kubeletRefuses` is true, the kubelet would pull no image of the Pod instead.
 *
 * @param sources - the sources of the credentials
 * @returns the keyring, the faults, the warnings, and whether the kubelet would pull no image
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a list of sources, a provider or its
 * ServiceAccount has the wrong JSON type
 * @example
 * ```ts
 * import { collectDockerKeyring, dockerConfigSecret, registryCredentials } from '@kubesem/image';
 *
 * const broken = { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'e30K' + 'fQ==' } };
 * const quay = dockerConfigSecret({ server: 'quay.io', username: 'anna', password: 'tiger' });
 * const { keyring, faults, kubeletRefuses } = collectDockerKeyring({ secrets: [broken, quay] });
 * faults.map(({ code, problem }) => `${code} ${problem.path}`) // => ['INVALID_JSON secrets[0].data[.dockerconfigjson]']
 * kubeletRefuses // => true
 * registryCredentials('quay.io/team/app', keyring).length // => 1
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
export function collectDockerKeyring(sources: DockerKeyringSources): CollectedDockerKeyring {
  const faults: DockerConfigError[] = [];
  const warnings: FieldProblem<'CREDENTIAL_STORE'>[] = [];
  const given = fields(sources, THROW);
  const secrets = Array.from(given.list('secrets'), (secret, index) => {
    const opened = openSecret(secret, faults, given.pathOf('secrets', index));
    const { stores, ...batch } = secretBatch(opened, faults);
    appendAll(warnings, stores);
    return batch;
  });
  const node: KeyringBatch = {
    entries: given.list('node'),
    source: undefined,
    pathOf: (index) => given.pathOf('node', index, 'server'),
  };
  const providers = given.each('providers', providerBatch);
  const parts = [
    keyringPart('Secrets', secrets),
    keyringPart('node', [node]),
    keyringPart('providers', providers),
  ];
  return {
    keyring: { parts },
    faults: [...faults, ...parts.flatMap(({ ignored }) => ignored)],
    warnings,
    kubeletRefuses: faults.some(({ effect }) => effect === 'REFUSES_SOURCE'),
  };
}

function secretBatch(
  secret: Fields<Secret>,
  faults: DockerConfigError[],
): KeyringBatch & { readonly stores: SecretEntries['warnings'] } {
  const source = readSource(SECRET.kind, secret.at('metadata'));
  const { entries, pathOf, warnings } = readSecretEntries(secret, faults);
  return {
    entries,
    source,
    pathOf: (_, { server }) => pathOf(withoutUserInfo(server)),
    stores: warnings,
  };
}

function providerBatch(provider: Fields<ProviderCredentials>): KeyringBatch {
  return {
    entries: provider.list('entries'),
    source: provider.has('serviceAccount')
      ? readSource(SERVICE_ACCOUNT.kind, provider.at('serviceAccount'))
      : undefined,
    pathOf: (index) => provider.pathOf('entries', index, 'server'),
  };
}

function readSource(
  kind: CredentialSource['kind'],
  object: Fields<Pick<ObjectMeta, 'uid' | 'namespace' | 'name'>>,
): CredentialSource {
  return {
    kind,
    uid: object.text('uid'),
    namespace: object.text('namespace'),
    name: object.text('name'),
  };
}
