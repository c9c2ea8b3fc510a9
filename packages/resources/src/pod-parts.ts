import { type PodLike, type PodSpec, type PodStatus, toPod } from '@kubesem/core';
import { readObject } from './read.js';

/** A Pod taken apart. */
export interface PodParts {
  readonly spec: PodSpec;
  /** What the paths of the spec's fields start with in the object that was passed in: `spec.` or nothing. */
  readonly specPrefix: string;
  readonly status: PodStatus;
}

/** Takes a Pod, a template or a spec apart. */
export function podParts(podLike: PodLike): PodParts {
  const pod = toPod(podLike);
  return {
    spec: pod.spec ?? {},
    specPrefix: pod === podLike ? 'spec.' : '',
    status: readObject(pod.status, 'status') ?? {},
  };
}
