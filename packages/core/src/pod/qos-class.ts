import { THROW } from '../field/policy.js';
import { podFields } from './pod-fields.js';
import type { PodLike } from './pod-like.js';

/** The quality of service class of a Pod. */
export type PodQosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** A class as it is stored in a Pod, which may be one that Kubernetes does not have. */
export type StoredQosClass = PodQosClass | (string & {});

/**
 * Returns the quality of service class that the API server stored when the Pod was created.
 *
 * An unknown class is returned as stored: Kubernetes does not check it either.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns `status.qosClass`; undefined if it is absent or empty
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 * @throws {@link FieldError} with code `INVALID_TYPE` if the status or the class has the wrong type
 *
 * @example
 * ```ts
 * import { storedQosClass } from '@kubesem/core';
 *
 * storedQosClass({ status: { qosClass: 'Burstable' } }) // => 'Burstable'
 * storedQosClass({ containers: [] }) // => undefined
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, type `PodStatus`.
 */
export function storedQosClass(podLike: PodLike): StoredQosClass | undefined {
  return podFields(podLike, THROW).status.text('qosClass') || undefined;
}
