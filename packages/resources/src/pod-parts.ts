import { type PodLike, type PodSpec, type PodStatus, toPod } from '@kubesem/core';
import { type Path, readObject } from './read.js';

/** A Pod taken apart, with the path that its spec has in the object that was passed in. */
export interface PodParts {
  readonly spec: PodSpec;
  readonly specPath: Path;
  readonly status: PodStatus;
}

const NOTHING: object = {};
const STATUS_PATH: Path = ['status'];
const SPEC_PATH: Path = ['spec'];
const NO_PATH: Path = [];

/** Takes a Pod, a template or a spec apart. */
export function podParts(podLike: PodLike): PodParts {
  const pod = toPod(podLike);
  return {
    spec: readObject(pod.spec, SPEC_PATH) ?? NOTHING,
    specPath: pod === podLike ? SPEC_PATH : NO_PATH,
    status: readObject(pod.status, STATUS_PATH) ?? NOTHING,
  };
}
