import type { Pod, PodLike } from '@kubesem/core';
import type { PodQosClass, PodQosExplanation } from '@kubesem/qos';
export function applyPodDefaults(pod: PodLike): Pod {
  return pod as Pod;
}
export function podQosClass(_: PodLike): PodQosClass {
  return 'Burstable';
}
export function explainPodQosClass(_: PodLike): PodQosExplanation {
  return { qosClass: 'Burstable', rule: 'NO_CONTAINERS', podLevel: undefined, containers: [] };
}
export interface PodResourceProblem {
  readonly severity?: string;
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly value?: unknown;
}
export function validatePodResources(_: PodLike): readonly PodResourceProblem[] {
  return [];
}
export function podResourceWarnings(_: PodLike): readonly PodResourceProblem[] {
  return [];
}
