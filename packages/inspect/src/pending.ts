import type { Pod, PodLike } from '@kubesem/core';
export function applyPodDefaults(pod: PodLike): Pod {
  return pod as Pod;
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
