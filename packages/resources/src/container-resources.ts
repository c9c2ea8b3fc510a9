import { type FoundContainer, type PodLike, type PodSpec } from '@kubesem/core';
import { type Fields, findContainers, THROW } from '@kubesem/core/internal';
import { type ResourceLists, readPod, resourceLists } from './read.js';

/** Lists all containers of a Pod spec, in the order of `podContainers`. */
export function allContainers(spec: Fields<PodSpec>): readonly FoundContainer[] {
  const inits = findContainers(spec, 'initContainers');
  const apps = findContainers(spec, 'containers');
  const debuggers = findContainers(spec, 'ephemeralContainers');
  // Most Pods have app containers only.
  return inits.length + debuggers.length === 0 ? apps : [...inits, ...apps, ...debuggers];
}

/** One container of a Pod, with the lists in its field `resources`. */
export interface ContainerResources extends FoundContainer, ResourceLists {}

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
 * import { containerResources } from '@kubesem/resources/internal';
 *
 * const [app] = containerResources({ containers: [{ name: 'app', resources: { limits: { cpu: 2 } } }] });
 * app?.limits.value // => { cpu: 2 }
 * app?.requests.value // => {}
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, types `Container` and `ResourceRequirements`.
 */
export function containerResources(pod: PodLike): readonly ContainerResources[] {
  return allContainers(readPod(pod, THROW).spec).map(({ name, kind, container }) => {
    const { resources, requests, limits } = resourceLists(container.at('resources'));
    return { name, kind, container, resources, requests, limits };
  });
}
