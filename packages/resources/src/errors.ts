import { KubesemError } from '@kubesem/core';

/**
 * Why a Pod cannot be read.
 *
 * - `INVALID_QUANTITY`: an amount is not a quantity
 * - `INVALID_TYPE`: a field holds another JSON type than Kubernetes defines, such as a list where an object belongs
 */
export type PodResourcesErrorCode = 'INVALID_QUANTITY' | 'INVALID_TYPE';

/**
 * Thrown where a field of a Pod cannot be read; `path` names the field within the object that was passed in, and for
 * a wrong quantity `offset` is where its text stops to be one.
 *
 * @example
 * ```ts
 * import { podRequests } from '@kubesem/resources';
 *
 * podRequests({ containers: [{ name: 'app', resources: { requests: { memory: '1GiB' } } }] }) // throws INVALID_QUANTITY
 * ```
 */
export class PodResourcesError extends KubesemError<PodResourcesErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'PodResourcesError';
}
