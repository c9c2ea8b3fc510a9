import { type FieldPath, type Problem, type Secret } from '@kubesem/core';
import {
  decodeBase64,
  encodeBase64,
  type Fields,
  fields,
  fromByteString,
  goJson,
  THROW,
  toByteString,
  wrongSecretType,
} from '@kubesem/core/internal';
import { SECRET } from '@kubesem/core/kinds';
import { DockerConfigError, dockerConfigError } from './credential-errors.js';
import {
  type DockerConfigEntry,
  type DockerConfigFormat,
  readEntries,
  storeWarnings,
} from './docker-config.js';
import { goJsonObject } from './json.js';

/** The contents of a Secret that {@link dockerConfigSecret} makes. */
export interface DockerConfigSecretOptions {
  /** Name of the Secret; absent if the Secret has no name. */
  readonly name?: string | undefined;
  /** Namespace of the Secret; absent if the Secret has no namespace. */
  readonly namespace?: string | undefined;
  /** The registry; Docker Hub (`https://index.docker.io/v1/`) if absent. */
  readonly server?: string | undefined;
  /** User name, not empty. The kubelet reads it up to its first `:`, and the rest as part of the password. */
  readonly username: string;
  /** Password, not empty. */
  readonly password: string;
  /** Email address, which registries no longer use. */
  readonly email?: string | undefined;
}

/**
 * Makes a Secret with the credentials for one registry, as `kubectl create secret docker-registry` does.
 *
 * @param options - registry and credentials; a lone surrogate becomes U+FFFD
 * @returns a Secret of type `kubernetes.io/dockerconfigjson`, byte for byte the one of kubectl
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `EMPTY` if user name, password or server is empty
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if one of them is not a string
 * @example
 * ```ts
 * import { dockerConfigSecret } from '@kubesem/image';
 * import { readDockerConfigSecret } from '@kubesem/image/internal';
 *
 * const secret = dockerConfigSecret({ name: 'quay', server: 'quay.io', username: 'änne', password: 'tiger' });
 * secret.type // => 'kubernetes.io/dockerconfigjson'
 * readDockerConfigSecret(secret) // => [{ server: 'quay.io', username: 'änne', email: '' }]
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/cmd/create` v0.37.1, `CreateSecretDockerRegistryOptions`; Go 1.26 `encoding/json`.
 */
export function dockerConfigSecret(options: DockerConfigSecretOptions): Secret {
  const { name, namespace, email = '', server = 'https://index.docker.io/v1/' } = options;
  const given = fields({ ...options, server }, THROW);
  for (const field of ['username', 'password', 'server'] as const) {
    if (given.secretText(field) === '') {
      given.required(field, `expected a ${field}`, 'EMPTY');
    }
  }
  const { username, password } = options;
  const auth = encodeBase64(toByteString(`${username}:${password}`));
  const entry = goJsonObject({ username, password, email, auth });
  const config = `{"auths":{${goJson(server)}:${entry}}}`;
  return {
    apiVersion: 'v1',
    kind: SECRET.kind,
    metadata: { ...(name && { name }), ...(namespace && { namespace }) },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': encodeBase64(toByteString(config)) },
  };
}

/**
 * Reads the credentials of a Secret as the kubelet does. One fault makes all of it invalid.
 *
 * `stringData` overwrites `data`, as when the API server stores the Secret.
 *
 * @param secret - a Secret of type `kubernetes.io/dockerconfigjson` or `kubernetes.io/dockercfg`
 * @returns the entries in the order in which their keys first appear
 * @throws {@link DockerConfigError} with code `NOT_DOCKER_CONFIG` if the Secret has another type, or no data under the key
 * of its type; the kubelet ignores such a Secret
 * @throws {@link DockerConfigError} with code `INVALID_DATA` if the data is not base64
 * @throws {@link DockerConfigError} with code `INVALID_JSON` if the data is not JSON, or has more than 10,000 levels
 * @throws {@link DockerConfigError} with code `INVALID_TYPE` if a value has the wrong JSON type
 * @throws {@link DockerConfigError} with code `INVALID_BASE64` if an `auth` is not base64
 * @throws {@link DockerConfigError} with code `NO_COLON` if a decoded `auth` has no `:`
 * @example
 * ```ts
 * import { readDockerConfigSecret } from '@kubesem/image/internal';
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
  const { entries } = readSecretEntries(openSecret(secret, faults), faults);
  const [error] = faults;
  if (error !== undefined) {
    throw error;
  }
  return entries;
}

/** The valid entries of a Secret, the path of an entry, and the Secret's credential stores. */
export interface SecretEntries {
  readonly entries: readonly DockerConfigEntry[];
  readonly pathOf: (server: string) => FieldPath;
  readonly warnings: readonly Problem<'CREDENTIAL_STORE'>[];
}

/** Opens the Secret at a path; its fields of the wrong type become faults. */
export function openSecret(
  secret: Secret | null | undefined,
  faults: DockerConfigError[],
  path?: FieldPath,
): Fields<Secret> {
  return fields<Secret, 'INVALID_TYPE'>(
    secret,
    { report: (problem) => faults.push(new DockerConfigError(problem(), 'REFUSES_SOURCE')) },
    path,
  );
}

/** Reads the entries of a Secret, and adds its faults. */
export function readSecretEntries(
  secret: Fields<Secret>,
  faults: DockerConfigError[],
): SecretEntries {
  const format = secretFormat(secret.raw('type'));
  if (format === undefined) {
    const path = secret.pathOf('type');
    faults.push(dockerConfigError('NOT_DOCKER_CONFIG', path, 'IGNORES_SOURCE'));
    return { entries: [], pathOf: () => path, warnings: [] };
  }
  const stored = secretValue(secret, `.${format}`);
  const text = textOf(stored, faults);
  const unused: string[] = [];
  const below: readonly string[] = format === 'dockercfg' ? [] : ['auths'];
  return {
    entries: text === undefined ? [] : readEntries(text, format, stored.path, faults, unused),
    warnings: storeWarnings(unused, stored.path),
    pathOf: (server) => stored.pathOf(...below, server),
  };
}

/** Returns the format of the credentials in a Secret of that type; undefined if the kubelet ignores the type. */
export function secretFormat(type: unknown): DockerConfigFormat | undefined {
  switch (type) {
    case 'kubernetes.io/dockerconfigjson':
      return 'dockerconfigjson';
    case 'kubernetes.io/dockercfg':
      return 'dockercfg';
    default:
      return undefined;
  }
}

/** Decodes a value; undefined if it is empty or invalid. */
function textOf(
  { path, value, isText }: SecretValue,
  faults: DockerConfigError[],
): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  const bytes = isText ? value : decodeBase64(toByteString(value), true);
  if (bytes === undefined) {
    faults.push(dockerConfigError('INVALID_DATA', path));
    return undefined;
  }
  if (bytes === '') {
    faults.push(dockerConfigError('NOT_DOCKER_CONFIG', path, 'IGNORES_SOURCE'));
    return undefined;
  }
  return isText ? bytes : fromByteString(bytes);
}

/** A value of a Secret, as the API server stores it. */
interface SecretValue {
  /** Where it is in the Secret. */
  readonly path: FieldPath;
  /** The path of what is below it. */
  readonly pathOf: (...below: readonly string[]) => FieldPath;
  /** The value; empty if absent, undefined if it has the wrong JSON type. */
  readonly value: string | undefined;
  /** Whether the value is text, as in `stringData`, and not base64. */
  readonly isText: boolean;
}

/** Finds the value that is stored under a key of a Secret; the one in `stringData` wins. */
export function secretValue(secret: Fields<Secret>, key: string): SecretValue {
  const stringData: unknown = secret.raw('stringData');
  // Null under the key is an empty value, which also wins.
  const isText =
    stringData !== undefined && !(isObject(stringData) && stringData[key] === undefined);
  const field = isText ? 'stringData' : 'data';
  const pathOf: SecretValue['pathOf'] = (...below) => secret.keyOf(field, key, ...below);
  const found = { path: pathOf(), pathOf, value: undefined, isText };
  const values: unknown = secret.raw(field) ?? {};
  if (!isObject(values)) {
    secret.policy.report(() => wrongSecretType(secret.pathOf(field), 'an object'));
    return found;
  }
  const value = values[key] ?? '';
  if (typeof value !== 'string') {
    secret.policy.report(() => wrongSecretType(found.path, 'a string'));
    return found;
  }
  return { ...found, value };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
