/**
 * The one Kubernetes release that every package of the family follows and is proven against.
 *
 * @example
 * ```ts
 * import { KUBERNETES_VERSION } from '@kubesem/core';
 *
 * KUBERNETES_VERSION // => '1.37.1'
 * ```
 */
export const KUBERNETES_VERSION = '1.37.1';
