import type { PodSpec, ResourceList } from '@kubesem/core';

/** A Pod of one container with requests. */
export function specOf(requests: ResourceList): PodSpec {
  return { containers: [{ name: 'app', resources: { requests } }] };
}
