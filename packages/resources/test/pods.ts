import type { Container, PodSpec, ResourceList } from '@kubesem/core';

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
