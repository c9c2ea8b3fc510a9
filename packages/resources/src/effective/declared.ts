import {
  type ContainerKind,
  type FieldPathSegment,
  formatFieldPath,
  type PodLike,
  pathSegments,
  THROW,
} from '@kubesem/core';
import { type ResourceQuantities, toResourceQuantities } from '../amounts.js';
import { allContainers } from '../container-resources.js';
import { type ResourceLists, readAmounts, readPod, resourceLists } from '../read.js';

/** Requests and limits as they are written in one place of a Pod. */
export interface DeclaredResources {
  /** What is reserved, by resource name. */
  readonly requests: ResourceQuantities;
  /** Maximum amounts that may be used, by resource name. */
  readonly limits: ResourceQuantities;
}

/** One container of a Pod, with its own requests and limits. */
export interface DeclaredContainer extends DeclaredResources {
  /** Name of the container; empty if it has none. */
  readonly name: string;
  /** Its role in the Pod. */
  readonly kind: ContainerKind;
  /** Names and indexes that lead to the container in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.containers[0]`. */
  readonly path: string;
}

/** The requests and limits of a Pod as written. */
export interface PodDeclaredResources {
  /** The init containers and sidecars in the order in which they start, then the app containers, then the ephemeral ones. */
  readonly containers: readonly DeclaredContainer[];
  /** `spec.resources`; undefined if the Pod has none. */
  readonly podLevel: DeclaredResources | undefined;
  /** `spec.overhead`. */
  readonly overhead: ResourceQuantities;
}

/**
 * Lists the requests and limits of a Pod as written: those of each container, of the Pod as a whole and its overhead.
 *
 * Nothing is added up, and no default is applied.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the amounts of each container, of the Pod as a whole, and of its overhead
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
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
  const { spec } = readPod(pod, THROW);
  return {
    containers: allContainers(spec).map(({ name, kind, container }) => {
      const segments = pathSegments(container.path);
      const resources = declared(resourceLists(container.at('resources')));
      return { name, kind, segments, path: formatFieldPath(segments), ...resources };
    }),
    podLevel: spec.has('resources') ? declared(resourceLists(spec.at('resources'))) : undefined,
    overhead: toResourceQuantities(readAmounts(spec.at('overhead'))),
  };
}

function declared({ requests, limits }: ResourceLists): DeclaredResources {
  return {
    requests: toResourceQuantities(readAmounts(requests)),
    limits: toResourceQuantities(readAmounts(limits)),
  };
}
