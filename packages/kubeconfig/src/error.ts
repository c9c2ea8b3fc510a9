import { KubesemError } from '@kubesem/core';

/**
 * Why there is no connection to a cluster.
 *
 * - `UNREADABLE_KUBECONFIG`: a file cannot be read, or is not a kubeconfig
 * - `NO_KUBECONFIG`: no server is configured at all
 * - `CONTEXT_NOT_FOUND`, `CLUSTER_NOT_FOUND`, `USER_NOT_FOUND`: an override names one that is not there
 * - `INVALID_KUBECONFIG`: the context is missing or incomplete, or its parts contradict each other
 * - `INVALID_TIMEOUT`: the request timeout is not a duration
 * - `CREDENTIALS_UNAVAILABLE`: a file with a certificate, key or token cannot be used, or a credential plugin failed
 * - `NOT_SUPPORTED`: an authentication provider that kubectl has removed, or a kind of proxy
 * - `FOREIGN_URL`: a request to another server than that of the connection, or to none
 * - `INVALID_TYPE`: an option or a part of a connection has the wrong type
 */
export type KubeconfigErrorCode =
  | 'UNREADABLE_KUBECONFIG'
  | 'NO_KUBECONFIG'
  | 'CONTEXT_NOT_FOUND'
  | 'CLUSTER_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'INVALID_KUBECONFIG'
  | 'INVALID_TIMEOUT'
  | 'CREDENTIALS_UNAVAILABLE'
  | 'NOT_SUPPORTED'
  | 'FOREIGN_URL'
  | 'INVALID_TYPE';

/**
 * Thrown if a kubeconfig cannot be used. The message is that of client-go where it has one. It never contains a token, a
 * password, a key, or the output of a credential plugin.
 *
 * @example
 * ```ts
 * import { loadKubeconfig } from '@kubesem/kubeconfig';
 *
 * loadKubeconfig({ kubeconfig: '/no/such/file' }) // throws UNREADABLE_KUBECONFIG
 * ```
 */
export class KubeconfigError extends KubesemError<KubeconfigErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'KubeconfigError';

  /**
   * Makes an error without a cause, which could quote a secret.
   *
   * @param code - why there is no connection
   * @param message - what is wrong
   */
  constructor(code: KubeconfigErrorCode, message: string) {
    super({ code, message });
  }
}
