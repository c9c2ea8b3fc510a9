import { FieldError, type FieldPath, type FieldProblem } from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';
import type { DOCKER_CONFIG_CODES } from '../codes.js';

/** Codes of the faults in a source of credentials. */
export type DockerConfigErrorCode = keyof typeof DOCKER_CONFIG_CODES | 'INVALID_TYPE';

/**
 * What the kubelet does because of a fault.
 *
 * - `REFUSES_SOURCE`: it cannot decode the configuration. If it is that of a Secret, the kubelet pulls no image of the
 *   Pod, not even with other Secrets; if it is that of the node, the kubelet continues without it
 * - `IGNORES_ENTRY`: it ignores the entry and uses the others
 * - `IGNORES_SOURCE`: it ignores the Secret
 */
export type KubeletEffect = 'REFUSES_SOURCE' | 'IGNORES_ENTRY' | 'IGNORES_SOURCE';

/**
 * A fault in a source of credentials. The segments of its problem lead to the fault, such as
 * `['secrets', 0, 'data', '.dockerconfigjson', 'auths', 'quay.io']`.
 *
 * The error contains no user name, password or other data of the source. In the key of an entry, `***` replaces the text
 * before an `@`.
 *
 * @example
 * ```ts
 * import { safeParseDockerConfig } from '@kubesem/image';
 *
 * const { error } = safeParseDockerConfig('{ "auths": { "quay.io": { "auth": "c2VjcmV0" } } }');
 * error?.name // => 'DockerConfigError'
 * error?.code // => 'NO_COLON'
 * error?.problem.segments // => ['auths', 'quay.io', 'auth']
 * error?.effect // => 'REFUSES_SOURCE'
 * ```
 */
export class DockerConfigError extends FieldError<DockerConfigErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'DockerConfigError';
  /** What the kubelet does because of the fault. */
  readonly effect: KubeletEffect;

  /**
   * Makes an error from a problem.
   *
   * @param problem - what is wrong, and where
   * @param effect - what the kubelet does because of it
   */
  constructor(problem: FieldProblem<DockerConfigErrorCode>, effect: KubeletEffect) {
    super(problem);
    this.effect = effect;
  }
}

const MESSAGES: { readonly [Code in Exclude<DockerConfigErrorCode, 'INVALID_TYPE'>]: string } = {
  NOT_DOCKER_CONFIG:
    'expected a Secret of type kubernetes.io/dockerconfigjson with data under .dockerconfigjson, or of type kubernetes.io/dockercfg with data under .dockercfg',
  INVALID_DATA: 'expected base64',
  INVALID_JSON: 'expected JSON',
  INVALID_BASE64: 'expected base64',
  NO_COLON: "expected base64 of a user name, a ':' and a password",
  INVALID_SERVER: "expected a registry with an optional path, such as 'example.com/team'",
};

/** Makes the error of a fault. */
export function dockerConfigError(
  code: keyof typeof MESSAGES,
  path: FieldPath | undefined,
  effect: KubeletEffect = 'REFUSES_SOURCE',
): DockerConfigError {
  const message = MESSAGES[code];
  const problem = fieldProblem({ type: 'INVALID', code, path, message });
  return new DockerConfigError(problem, effect);
}
