import { KubesemError, type KubesemErrorDetails } from '@kubesem/core';

/**
 * What is wrong with a source of credentials.
 *
 * - `NOT_A_STRING`: the text of the configuration is no string
 * - `NOT_DOCKER_CONFIG`: a Secret of another type, or without data under the key of its type
 * - `INVALID_DATA`: the data of a Secret is not base64, which the API server stores for nobody
 * - `INVALID_JSON`: the configuration is not JSON, or nested deeper than 10,000 levels
 * - `NOT_AN_OBJECT`: the configuration, its `auths`, its `HttpHeaders` or an entry is no object
 * - `NOT_TEXT`: a field of an entry, or a header, is no string
 * - `INVALID_BASE64`: the `auth` of an entry is not base64
 * - `NO_COLON`: the `auth` of an entry holds no `:` between a user name and a password
 * - `INVALID_SERVER`: an entry's key, with `https://` in front, is no URL
 */
export type DockerConfigErrorCode =
  | 'NOT_A_STRING'
  | 'NOT_DOCKER_CONFIG'
  | 'INVALID_DATA'
  | 'INVALID_JSON'
  | 'NOT_AN_OBJECT'
  | 'NOT_TEXT'
  | 'INVALID_BASE64'
  | 'NO_COLON'
  | 'INVALID_SERVER';

/**
 * What the kubelet does about a fault.
 *
 * - `REFUSES_SOURCE`: it cannot decode the configuration. If that is a Secret's, no image of the Pod is pulled, not even
 *   with the credentials of the other Secrets; if it is the node's, the kubelet goes on without it
 * - `IGNORES_ENTRY`: it leaves out the entry and uses the others
 * - `IGNORES_SOURCE`: it goes on as if the Secret were not there
 */
export type KubeletEffect = 'REFUSES_SOURCE' | 'IGNORES_ENTRY' | 'IGNORES_SOURCE';

/**
 * A fault in a source of credentials; `path` leads to it, such as `secrets[0].data[.dockerconfigjson].auths[quay.io]`.
 *
 * Neither message nor path holds a user name or a password, and there is no `input`.
 *
 * @example
 * ```ts
 * import { safeParseDockerConfig } from '@kubesem/image';
 *
 * const { error } = safeParseDockerConfig('{ "auths": { "quay.io": { "auth": "c2VjcmV0" } } }');
 * error?.name // => 'DockerConfigError'
 * error?.code // => 'NO_COLON'
 * error?.path // => 'auths[quay.io].auth'
 * error?.effect // => 'REFUSES_SOURCE'
 * ```
 */
export class DockerConfigError extends KubesemError<DockerConfigErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'DockerConfigError';
  /** What the kubelet does about it. */
  readonly effect: KubeletEffect;

  /**
   * Makes an error out of its parts.
   *
   * @param details - code, message and path, and what the kubelet does
   */
  constructor(
    details: KubesemErrorDetails<DockerConfigErrorCode> & {
      /** What the kubelet does about it. */
      readonly effect: KubeletEffect;
    },
  ) {
    super(details);
    this.effect = details.effect;
  }
}

const EXPECTED: { readonly [Code in DockerConfigErrorCode]: string } = {
  NOT_A_STRING: 'the text of a configuration',
  NOT_DOCKER_CONFIG:
    'a Secret of type kubernetes.io/dockerconfigjson with data under .dockerconfigjson, or of type kubernetes.io/dockercfg with data under .dockercfg',
  INVALID_DATA: 'base64',
  INVALID_JSON: 'JSON',
  NOT_AN_OBJECT: 'an object',
  NOT_TEXT: 'a string',
  INVALID_BASE64: 'base64',
  NO_COLON: "base64 of a user name, a ':' and a password",
  INVALID_SERVER: 'a key that is a registry with an optional path, such as example.com/team',
};

/** An error with what was expected. */
export function dockerConfigError(
  code: DockerConfigErrorCode,
  path: string,
  effect: KubeletEffect = 'REFUSES_SOURCE',
): DockerConfigError {
  const place = path === '' ? '' : ` at ${path}`;
  return new DockerConfigError({
    code,
    path,
    effect,
    message: `not credentials for registries: expected ${EXPECTED[code]}${place}`,
  });
}
