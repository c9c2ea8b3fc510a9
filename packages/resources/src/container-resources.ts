import {
  childPath,
  type FieldPath,
  type PodContainer,
  type PodLike,
  podContainers,
} from '@kubesem/core';
import { type WrittenResources, writtenResources } from './read.js';

/** One container of a Pod, with the lists in its field `resources`. */
export interface ContainerResources extends PodContainer, WrittenResources {
  /** Path of the field `resources`. */
  readonly resourcesPath: FieldPath;
}

/**
 * Lists the containers of a Pod with their requests and limits, without reading the amounts.
 *
 * It reads the lists of every container, so a list of the wrong type is an error even in a container that does not count.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the containers in the order of `podContainers`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { containerResources } from '@kubesem/resources';
 *
 * const [app] = containerResources({ containers: [{ name: 'app', resources: { limits: { cpu: 2 } } }] });
 * app?.limits // => { cpu: 2 }
 * app?.requests // => {}
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, types `Container` and `ResourceRequirements`.
 *
 * @internal
 */
export function containerResources(pod: PodLike): readonly ContainerResources[] {
  return podContainers(pod).map(({ name, kind, path, container }) => {
    const resourcesPath = childPath(path, 'resources');
    const { requests, limits } = writtenResources(container.resources, resourcesPath);
    return { name, kind, path, container, resourcesPath, requests, limits };
  });
}
