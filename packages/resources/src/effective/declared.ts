import type { PodLike, ResourceList } from '@kubesem/core';
import { readAmounts } from '../read.js';
import { toResourceQuantities } from './amounts.js';
import {
  type PodContainer,
  podContainers,
  type WrittenResources,
  writtenResources,
} from './pod-containers.js';
import { podParts } from './pod-parts.js';
import type { ResourceQuantities } from './resource-quantities.js';

/** Requests and limits as they stand in one place of a Pod. */
export interface DeclaredResources {
  /** What is set aside, by resource name. */
  readonly requests: ResourceQuantities;
  /** The most that may be used, by resource name. */
  readonly limits: ResourceQuantities;
}

/** One container of a Pod, with its own requests and limits. */
export type DeclaredContainer = Omit<PodContainer, 'requests' | 'limits'> & DeclaredResources;

/** The requests and limits of a Pod, place by place. */
export interface PodDeclaredResources {
  /** The containers, in the order of `podContainers`. */
  readonly containers: readonly DeclaredContainer[];
  /** `spec.resources`; undefined if the Pod has none. */
  readonly podLevel: DeclaredResources | undefined;
  /** `spec.overhead`. */
  readonly overhead: ResourceQuantities;
}

/**
 * The requests and limits of a Pod as they stand in it, place by place: what a table of its containers shows.
 *
 * Nothing is added up, and no default is applied.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the amounts of each container, of the Pod as a whole, and of its overhead
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podDeclaredResources } from '@kubesem/resources';
 *
 * const { containers, podLevel } = podDeclaredResources({
 *   containers: [{ name: 'app', resources: { limits: { cpu: 0.5 } } }],
 *   resources: { requests: { memory: '1.5Gi' } },
 * });
 * containers[0]?.limits.cpu?.toString() // => '500m'
 * JSON.stringify(podLevel) // => '{"requests":{"memory":"1536Mi"},"limits":{}}'
 * ```
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, types `PodSpec` and `ResourceRequirements`.
 */
export function podDeclaredResources(pod: PodLike): PodDeclaredResources {
  const { spec, specPrefix } = podParts(pod);
  const read = (list: ResourceList | null | undefined, path: string): ResourceQuantities =>
    toResourceQuantities(readAmounts(list, path));
  const declared = ({ requests, limits }: WrittenResources, path: string): DeclaredResources => ({
    requests: read(requests, `${path}.requests`),
    limits: read(limits, `${path}.limits`),
  });
  const podLevel = `${specPrefix}resources`;
  return {
    containers: podContainers(pod).map((container) => {
      const { name, kind, path } = container;
      return { name, kind, path, ...declared(container, `${path}.resources`) };
    }),
    podLevel:
      spec.resources === null || spec.resources === undefined
        ? undefined
        : declared(writtenResources(spec.resources, podLevel), podLevel),
    overhead: read(spec.overhead, `${specPrefix}overhead`),
  };
}
