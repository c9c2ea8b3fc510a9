import { type Container, FieldError, type PodSpec, type ResourceList } from '@kubesem/core';

/** Amounts as they stand in JSON. */
export function text(amounts: unknown): unknown {
  return JSON.parse(JSON.stringify(amounts));
}

/** A container with requests. */
export function asking(name: string, requests: ResourceList): Container {
  return { name, resources: { requests } };
}

/** A Pod of one container with requests. */
export function specOf(requests: ResourceList): PodSpec {
  return { containers: [asking('app', requests)] };
}

/** A container with limits. */
export function limited(name: string, limits: ResourceList): Container {
  return { name, resources: { limits } };
}

/** The same as a sidecar. */
export function sidecar(container: Container): Container {
  return { ...container, restartPolicy: 'Always' };
}

/** The object, and all in it, such that a write throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** The code and the path of what is thrown. */
export function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FieldError) {
      return `${error.code} ${error.problem.path}`;
    }
    throw error;
  }
  return 'nothing was thrown';
}
