import { childPath } from '../field/path.js';
import { readString } from '../field/read.js';
import { podParts } from './parts.js';
import type { PodLike } from './pod-like.js';

/** The quality of service class of a Pod. */
export type PodQosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const QOS_CLASSES: readonly string[] = ['Guaranteed', 'Burstable', 'BestEffort'];

/**
 * Returns the quality of service class that the API server stored when the Pod was created.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns `status.qosClass`; undefined if it is absent or not one of the three classes
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
export function storedQosClass(podLike: PodLike): PodQosClass | undefined {
  const { status, statusPath } = podParts(podLike);
  const qosClass = readString(status.qosClass, childPath(statusPath, 'qosClass'));
  return QOS_CLASSES.includes(qosClass) ? (qosClass as PodQosClass) : undefined;
}
