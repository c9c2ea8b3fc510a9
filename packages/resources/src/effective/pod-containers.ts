import type { PodLike, ResourceList, ResourceRequirements } from '@kubesem/core';
import type { ContainerKind } from '../explain/explanation.js';
import { isPodLevelResource } from '../names/resource-names.js';
import { readObject } from '../read.js';
import { readContainerList } from './containers.js';
import { podParts } from './pod-parts.js';

/** Requests and limits as they are written in one place of a Pod. */
export interface WrittenResources {
  /** The requests; empty if there are none. */
  readonly requests: ResourceList;
  /** The limits; empty if there are none. */
  readonly limits: ResourceList;
}

/** One container of a Pod, with its own requests and limits. */
export interface PodContainer extends WrittenResources {
  /** Name of the container. */
  readonly name: string;
  /** What the container is to its Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in, such as `spec.containers[0]`. */
  readonly path: string;
}

/** Requests and limits of a Pod as a whole. */
export interface PodLevelResources extends WrittenResources {
  /** Path of them in the object that was passed in: `spec.resources`, or `resources` for a spec. */
  readonly path: string;
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
    readContainerList(parts, field, ({ name, kind, path, resources }) => {
      const { requests, limits } = writtenResources(resources, `${path}.resources`);
      containers.push({ name, kind, path, requests, limits });
    });
  }
  return containers;
}

/**
 * The requests and limits of a Pod as a whole, if it is managed by them.
 *
 * They count as soon as they name one resource that can be set for a whole Pod: cpu, memory or huge pages of any size.
 * (The documentation knows cpu and memory only.)
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the lists of `spec.resources`, the Pod's own objects, whose amounts are not looked at; undefined if the
 * containers decide
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podLevelResources } from '@kubesem/resources';
 *
 * podLevelResources({ resources: { limits: { memory: '1Gi' } } })?.limits // => { memory: '1Gi' }
 * podLevelResources({ resources: { limits: { 'example.com/gpu': 1 } } }) // => undefined
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `IsPodLevelResourcesSet` and `IsSupportedPodLevelResource`.
 */
export function podLevelResources(pod: PodLike): PodLevelResources | undefined {
  const { spec, specPrefix } = podParts(pod);
  const path = `${specPrefix}resources`;
  const { requests, limits } = writtenResources(spec.resources, path);
  const names = [...Object.keys(requests), ...Object.keys(limits)];
  return names.some(isPodLevelResource) ? { path, requests, limits } : undefined;
}

/** Both lists of resources, which may be absent. */
export function writtenResources(
  resources: ResourceRequirements | null | undefined,
  path: string,
): WrittenResources {
  const { requests, limits } = readObject(resources, path) ?? {};
  return {
    requests: readObject(requests, `${path}.requests`) ?? {},
    limits: readObject(limits, `${path}.limits`) ?? {},
  };
}
