import { type PodLike, type StoredQosClass, storedQosClass } from '@kubesem/core';
import { podQosClass } from './computed.js';

/**
 * Returns the class that the kubelet and the quota controller use: the one in the status, which the API server fixed
 * when the Pod was created, or the computed one if the status has none yet.
 *
 * An unknown class is returned as stored, and each caller treats it as the released code does.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the class
 * @throws the errors of `podQosClass`
 *
 * @example
 * ```ts
 * import { qosClassInForce } from '@kubesem/qos';
 *
 * qosClassInForce({ containers: [{ name: 'app' }] }) // => 'BestEffort'
 * qosClassInForce({ spec: { containers: [{ name: 'app' }] }, status: { qosClass: 'Burstable' } }) // => 'Burstable'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `GetPodQOS`.
 *
 * @internal
 */
export function qosClassInForce(pod: PodLike): StoredQosClass {
  return storedQosClass(pod) ?? podQosClass(pod);
}

/**
 * Reports whether a Pod has the QoS class BestEffort, as the quota controller sees it: the class in its status, or the
 * computed one if the status has none.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns whether the Pod is BestEffort
 * @throws the errors of `podQosClass`
 *
 * @example
 * ```ts
 * import { isBestEffort } from '@kubesem/qos';
 *
 * isBestEffort({ containers: [{ name: 'app' }] }) // => true
 * isBestEffort({ spec: { containers: [{ name: 'app' }] }, status: { qosClass: 'Burstable' } }) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `GetPodQOS`.
 *
 * @internal
 */
export function isBestEffort(pod: PodLike): boolean {
  return qosClassInForce(pod) === 'BestEffort';
}
