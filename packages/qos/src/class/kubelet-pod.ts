import { type PodLike, toPod } from '@kubesem/core';
import { PodResourcesError } from '@kubesem/resources';
import type { PodQosClass } from '../explanation.js';
import { podQosClass } from './pod-qos.js';

const QOS_CLASSES: readonly unknown[] = ['Guaranteed', 'Burstable', 'BestEffort'];

/**
 * The class that the kubelet goes by: the one in the status, which was fixed when the Pod was created, or the computed
 * one where there is none yet.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `GetPodQOS`.
 */
export function kubeletQosClass(pod: PodLike): PodQosClass {
  const stored = toPod(pod).status?.qosClass;
  return QOS_CLASSES.includes(stored) ? (stored as PodQosClass) : podQosClass(pod);
}

/** From here on a priority is one of the system's own. Source: `pkg/apis/scheduling` v1.37.1, `SystemCriticalPriority`. */
const SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

/** Source: `k8s.io/component-helpers/scheduling/corev1` v0.37.1, `PodPriority`. */
export function podPriority(podLike: PodLike): number {
  const pod = toPod(podLike);
  const priority = pod.spec?.priority ?? 0;
  if (!Number.isInteger(priority)) {
    const path = pod === podLike ? 'spec.priority' : 'priority';
    const message = `${path}: expected a whole number`;
    throw new PodResourcesError({ code: 'INVALID_TYPE', message, path, input: priority });
  }
  return priority;
}

/**
 * Whether the kubelet never evicts the Pod: its priority is one of the system's own, or the Pod is static.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsCriticalPod`.
 */
export function isCriticalPod(pod: PodLike): boolean {
  const annotations = toPod(pod).metadata?.annotations ?? {};
  const source = annotations['kubernetes.io/config.source'];
  const isStatic = source !== undefined && source !== 'api';
  const isMirror = annotations['kubernetes.io/config.mirror'] !== undefined;
  return isStatic || isMirror || podPriority(pod) >= SYSTEM_CRITICAL_PRIORITY;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsNodeCriticalPod`. */
export function isNodeCriticalPod(pod: PodLike): boolean {
  const { spec } = toPod(pod);
  return spec?.priorityClassName === 'system-node-critical' && isCriticalPod(pod);
}
