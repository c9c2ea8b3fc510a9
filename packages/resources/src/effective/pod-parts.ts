import { type Pod, type PodLike, type PodSpec, type PodStatus, toPod } from '@kubesem/core';
import { type Report, raise, readObject } from '../read.js';

/** A Pod taken apart. */
export interface PodParts {
  /** The Pod, or a new one around the spec. */
  readonly pod: Pod;
  readonly spec: PodSpec;
  /** What the paths of the spec's fields start with in the object that was passed in: `spec.` or nothing. */
  readonly specPrefix: string;
  readonly status: PodStatus;
}

/** Takes a Pod, a template or a spec apart. */
export function podParts(podLike: PodLike, report: Report = raise): PodParts {
  const pod = toPod(podLike);
  return {
    pod,
    spec: pod.spec ?? {},
    specPrefix: pod === podLike ? 'spec.' : '',
    status: readObject(pod.status, 'status', report) ?? {},
  };
}
