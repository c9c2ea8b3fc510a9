import type { PodLike, ResourceList } from '@kubesem/core';
import { readContainerList } from './containers.js';
import type { ContainerKind } from './explanation.js';
import { podParts } from './pod-parts.js';
import { readObject } from './read.js';

/** One container of a Pod, with its requests and limits as they are written. */
export interface PodContainer {
  /** Name of the container. */
  readonly name: string;
  /** What the container is to its Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in, such as `spec.containers[0]`. */
  readonly path: string;
  /** Its own requests; empty if it has none. */
  readonly requests: ResourceList;
  /** Its own limits; empty if it has none. */
  readonly limits: ResourceList;
}

/**
 * The containers of a Pod, told apart by what they are to it.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns init containers and sidecars in the order in which they start, then the app containers, then the ephemeral
 * ones; requests and limits are the Pod's own objects, and their amounts are not looked at
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podContainers } from '@kubesem/resources';
 *
 * const containers = podContainers({
 *   initContainers: [{ name: 'migrate' }, { name: 'proxy', restartPolicy: 'Always' }],
 *   containers: [{ name: 'app' }],
 * });
 * containers.map(({ name, kind }) => `${name} ${kind}`) // => ['migrate init', 'proxy sidecar', 'app app']
 * containers[1]?.path // => 'initContainers[1]'
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, type `Container`: `restartPolicy`.
 */
export function podContainers(pod: PodLike): readonly PodContainer[] {
  const parts = podParts(pod);
  const containers: PodContainer[] = [];
  for (const field of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    readContainerList(parts, field, (container, kind, path) => {
      const resources = readObject(container.resources, `${path}.resources`);
      containers.push({
        name: container.name ?? '',
        kind,
        path,
        requests: readObject(resources?.requests, `${path}.resources.requests`) ?? {},
        limits: readObject(resources?.limits, `${path}.resources.limits`) ?? {},
      });
    });
  }
  return containers;
}
