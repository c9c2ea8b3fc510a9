import { fieldPath, KubesemError, type Secret } from '@kubesem/core';
import { decodeBase64, encodeBase64 } from './base64.js';
import { fromByteString, toByteString, wellFormed } from './byte-string.js';
import { type DockerConfigError, dockerConfigError } from './credential-errors.js';
import { type DockerConfigEntry, readEntries } from './docker-config.js';

/** What {@link dockerConfigSecret} makes a Secret of. */
export interface DockerConfigSecretOptions {
  /** Name of the Secret; without one it has none yet. */
  readonly name?: string | undefined;
  /** Namespace of the Secret; without one it has none yet. */
  readonly namespace?: string | undefined;
  /** The registry; Docker Hub, as `https://index.docker.io/v1/`, where nobody says. */
  readonly server?: string | undefined;
  /** User name, not empty. The kubelet reads it back up to its first `:`, and the rest as part of the password. */
  readonly username: string;
  /** Password, not empty. */
  readonly password: string;
  /** Mail address, which no registry asks for today. */
  readonly email?: string | undefined;
}

/**
 * Thrown where there is no credential to write into a Secret: the `code` is `EMPTY`, and `path` says which field is.
 * @example
 * ```ts
 * import { dockerConfigSecret } from '@kubesem/image';
 *
 * dockerConfigSecret({ username: 'anna', password: '' }) // throws EMPTY
 * ```
 */
export class DockerConfigSecretError extends KubesemError<'EMPTY'> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'DockerConfigSecretError';
}

/**
 * Makes a Secret with the credentials for one registry, as `kubectl create secret docker-registry` does.
 *
 * @param options - registry and credentials; half of a surrogate pair becomes U+FFFD
 * @returns a Secret of type `kubernetes.io/dockerconfigjson`, byte for byte that of kubectl
 * @throws `EMPTY` if user name, password or server is empty
 * @example
 * ```ts
 * import { dockerConfigSecret, readDockerConfigSecret } from '@kubesem/image';
 *
 * const secret = dockerConfigSecret({ name: 'quay', server: 'quay.io', username: 'änne', password: 'katze' });
 * secret.type // => 'kubernetes.io/dockerconfigjson'
 * readDockerConfigSecret(secret) // => [{ server: 'quay.io', username: 'änne', email: '' }]
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/cmd/create` v0.37.1, `CreateSecretDockerRegistryOptions`; Go 1.26 `encoding/json`.
 */
export function dockerConfigSecret(options: DockerConfigSecretOptions): Secret {
  const { name, namespace, server = 'https://index.docker.io/v1/' } = options;
  const { username, password, email = '' } = options;
  for (const [field, value] of Object.entries({ username, password, server })) {
    if (typeof value !== 'string' || value === '') {
      const message = `cannot make a Secret: expected a ${field}`;
      throw new DockerConfigSecretError({ code: 'EMPTY', message, path: field });
    }
  }
  const auth = encodeBase64(toByteString(`${username}:${password}`));
  const fields = Object.entries({ username, password, email, auth })
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `"${field}":${goJson(value)}`);
  const config = `{"auths":{${goJson(server)}:{${fields.join()}}}}`;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...(name && { name }), ...(namespace && { namespace }) },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': encodeBase64(toByteString(config)) },
  };
}

/**
 * Reads the credentials of a Secret as the kubelet does; one fault refuses them all.
 *
 * The Secret is taken as stored: `stringData` is not looked at.
 *
 * @param secret - a Secret of type `kubernetes.io/dockerconfigjson` or `kubernetes.io/dockercfg`
 * @returns the entries in the order in which their keys first appear
 * @throws `NOT_DOCKER_CONFIG` if the Secret is of another type, or has no data for its type; the
 * kubelet goes on without it
 * @throws `INVALID_DATA` if the data is not base64
 * @throws `INVALID_JSON` if the data is not JSON, or nested deeper than 10,000 levels
 * @throws `NOT_AN_OBJECT` if the whole, `auths`, `HttpHeaders` or an entry is neither object nor null
 * @throws `NOT_TEXT` if a field of an entry or a header is neither string nor null
 * @throws {DockerConfigError} `INVALID_BASE64`: an `auth` is not base64
 * @throws `NO_COLON` if an `auth` holds no `:`
 * @example
 * ```ts
 * import { readDockerConfigSecret } from '@kubesem/image';
 *
 * const data = { '.dockercfg': 'eyJxdWF5LmlvIjp7InVzZXJuYW1lIjoiYW5uYSJ9fQ==' };
 * readDockerConfigSecret({ type: 'kubernetes.io/dockercfg', data }) // => [{ server: 'quay.io', username: 'anna', email: '' }]
 * readDockerConfigSecret({ type: 'Opaque', data }) // throws NOT_DOCKER_CONFIG
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
export function readDockerConfigSecret(secret: Secret): readonly DockerConfigEntry[] {
  const faults: DockerConfigError[] = [];
  const entries = readSecretEntries(secret, '', faults);
  const [error] = faults;
  if (error !== undefined) {
    throw error;
  }
  return entries;
}

/** Reads the entries of a Secret, and adds the faults with a path that starts with `path`. */
export function readSecretEntries(
  secret: Secret,
  path: string,
  faults: DockerConfigError[],
): readonly DockerConfigEntry[] {
  const { type, data } = secret ?? {};
  if (type !== 'kubernetes.io/dockerconfigjson' && type !== 'kubernetes.io/dockercfg') {
    faults.push(dockerConfigError('NOT_DOCKER_CONFIG', join(path, 'type'), 'IGNORES_SOURCE'));
    return [];
  }
  const format = type === 'kubernetes.io/dockercfg' ? 'dockercfg' : 'dockerconfigjson';
  const value = data?.[`.${format}`] ?? '';
  const valuePath = join(path, fieldPath('data', `.${format}`));
  const bytes = typeof value === 'string' ? decodeBase64(toByteString(value), true) : undefined;
  if (bytes === undefined) {
    faults.push(dockerConfigError('INVALID_DATA', valuePath));
    return [];
  }
  if (bytes === '') {
    faults.push(dockerConfigError('NOT_DOCKER_CONFIG', valuePath, 'IGNORES_SOURCE'));
    return [];
  }
  return readEntries(fromByteString(bytes), format, valuePath, faults);
}

/** The path of the entries of a Secret. */
export function entriesPath(secret: Secret, path: string): string {
  return secret?.type === 'kubernetes.io/dockercfg'
    ? `${path}.data[.dockercfg]`
    : `${path}.data[.dockerconfigjson].auths`;
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** JSON as Go writes it, which escapes what could end a script in HTML. */
export function goJson(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
