import type { Container, ResourceList } from '@kubesem/core';

/** A container with these requests and limits. */
export function container(
  name: string,
  requests: ResourceList,
  limits: ResourceList = {},
): Container {
  return { name, resources: { requests, limits } };
}

/** A container whose requests are half of its limits. */
export const burstable: Container = container(
  'app',
  { cpu: '250m', memory: '64Mi' },
  { cpu: '500m', memory: '128Mi' },
);
