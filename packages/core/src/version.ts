/**
 * The Kubernetes release that all packages of kubesem follow and are tested against.
 *
 * @example
 * ```ts
 * import { KUBERNETES_VERSION } from '@kubesem/core';
 *
 * KUBERNETES_VERSION // => '1.37.1'
 * ```
 */
export const KUBERNETES_VERSION = '1.37.1';
