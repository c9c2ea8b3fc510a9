import {
  type Container,
  type ContainerKind,
  type FieldPathSegment,
  type FoundContainer,
  formatFieldPath,
  type Pod,
  type PodLike,
  pathSegments,
} from '@kubesem/core';
import { findContainers, THROW } from '@kubesem/core/internal';
import { NO_AMOUNTS, type ResourceQuantities, toResourceQuantities } from '../amounts.js';
import { allContainers, containerResources } from '../container-resources.js';
import { type ResourceLists, readAmounts, readPod, resourceLists, type Side } from '../read.js';
import { readNonMissing } from './compute.js';
import { readShares } from './containers.js';
import type { PodResourcesOptions } from './options.js';
import { podLevelLists } from './pod-level.js';
import { readContainerStatuses, readResizeStatus } from './resize-status.js';
import { withFields } from './resource-lists.js';
import { compareSources } from './sources.js';

/**
 * Returns a stored Pod with the amounts from its status, which are in force, in its spec. During a resize, the original
 * spec holds amounts that the kubelet has not applied yet, or never will.
 *
 * @param podLike - a Pod as stored; it is not changed
 * @returns the Pod; its overhead is null if the status reports the amounts of the Pod as a whole, which include it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podInForce } from '@kubesem/resources/internal';
 *
 * const { spec } = podInForce({
 *   spec: { containers: [{ name: 'app', resources: { limits: { cpu: '4' } } }] },
 *   status: { containerStatuses: [{ name: 'app', resources: { limits: { cpu: '2' } } }] },
 * });
 * spec?.containers?.[0]?.resources // => { limits: { cpu: '2' } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `convertToAPIContainerStatuses` and
 * `convertToAPIPodLevelResourcesStatus`, which report the limits of the cgroups of what runs.
 */
export function podInForce(podLike: PodLike): Pod {
  const { pod, spec, status } = readPod(podLike, THROW);
  const statuses = readContainerStatuses(status);
  const inForce = (field: 'containers' | 'initContainers'): readonly Container[] =>
    findContainers(spec, field).map(({ name, container }) => {
      const inSpec = container.at('resources');
      const inStatus = statuses.get(name)?.at('resources') ?? inSpec;
      const { isPresent, value } = inStatus.isPresent ? inStatus : inSpec;
      return withFields(container.value, { resources: isPresent ? value : undefined });
    });
  const containers = inForce('containers');
  const initContainers = inForce('initContainers');
  const ofStatus = status.at('resources');
  const hasPodLevel = podLevelLists(podLike) !== undefined && ofStatus.isPresent;
  return {
    ...pod.value,
    spec: {
      ...spec.value,
      ...(spec.value.containers && { containers }),
      ...(spec.value.initContainers && { initContainers }),
      // The kubelet reads it from the cgroup of the Pod, which includes the overhead.
      ...(hasPodLevel && { resources: ofStatus.value, overhead: null }),
    },
  };
}

/**
 * Lists the containers of a stored Pod with the amounts that count for the Pod while it is resized.
 *
 * @param podLike - a Pod as stored; it is not changed
 * @param options - which amounts count, as for {@link podRequests}
 * @returns the containers with their amounts
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { countedContainers } from '@kubesem/resources/internal';
 *
 * const pod = {
 *   spec: { containers: [{ name: 'app', resources: { requests: { cpu: '4' } } }] },
 *   status: {
 *     conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }],
 *     containerStatuses: [{ name: 'app', allocatedResources: { cpu: '2' } }],
 *   },
 * };
 * const [app] = countedContainers(pod, { useStatusResources: true });
 * app?.requests // => { cpu: '2' }
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests` and `PodLimits`, for each container alone.
 */
export function countedContainers(
  podLike: PodLike,
  options: PodResourcesOptions = {},
): readonly DeclaredContainer[] {
  // A status of the wrong type is an error even if it does not count.
  const status = readResizeStatus(readPod(podLike, THROW).status, { useStatusResources: true });
  const resize = options.useStatusResources ? status : undefined;
  const nonMissing = { requests: readNonMissing(options), limits: NO_AMOUNTS };
  const counted = (found: FoundContainer, side: Side): ResourceQuantities => {
    // Alone, an init container counts like an app container.
    const containers = [{ ...readShares(found, side, resize), kind: 'app' as const }];
    const input = { side, containers, nonMissing: nonMissing[side], resize, claims: [] };
    return toResourceQuantities(compareSources({ ...input, record: false }).highest);
  };
  return containerResources(podLike).map((found) => {
    const segments = pathSegments(found.container.path);
    return {
      name: found.name,
      kind: found.kind,
      segments,
      path: formatFieldPath(segments),
      requests: options.skipContainerLevelResources ? {} : counted(found, 'requests'),
      limits: counted(found, 'limits'),
    };
  });
}

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
