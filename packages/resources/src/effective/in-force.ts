import {
  type Container,
  childPath,
  formatFieldPath,
  type Pod,
  type PodLike,
  pathSegments,
  podContainers,
  podParts,
  readList,
} from '@kubesem/core';
import { writtenResources } from '../read.js';
import type { DeclaredContainer } from './declared.js';
import type { PodResourcesOptions } from './options.js';
import { podLevelResources } from './pod-level.js';
import { podLimits, podRequests } from './pod-resources.js';
import { isResizeInfeasible, readContainerStatuses } from './resize-status.js';

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
 * import { podInForce } from '@kubesem/resources';
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
  const parts = podParts(podLike);
  const { pod, spec, specPath, status } = parts;
  const statuses = readContainerStatuses(parts);
  const inForce = (field: 'containers' | 'initContainers') =>
    readList<Container | null>(spec[field], childPath(specPath, field)).map((container) => ({
      ...container,
      resources: statuses.get(container?.name ?? '')?.status.resources ?? container?.resources,
    }));
  const ofPod = podLevelResources(podLike) && status.resources;
  return {
    ...pod,
    spec: {
      ...spec,
      containers: inForce('containers'),
      initContainers: inForce('initContainers'),
      // The kubelet reads it from the cgroup of the Pod, which includes the overhead.
      ...(ofPod && { resources: ofPod, overhead: null }),
    },
  };
}

const INFEASIBLE = { type: 'PodResizePending', reason: 'Infeasible' };

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
 * import { countedContainers } from '@kubesem/resources';
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
  const parts = podParts(podLike);
  const statuses = readContainerStatuses(parts);
  const conditions = isResizeInfeasible(parts) ? [INFEASIBLE] : [];
  return podContainers(podLike).map(({ name, kind, path, container }) => {
    const resources = writtenResources(container.resources, childPath(path, 'resources'));
    const status = statuses.get(name)?.status;
    const alone: Pod = {
      spec: { containers: [{ name, resources }] },
      status: { conditions, containerStatuses: status && [status] },
    };
    const segments = pathSegments(path);
    return {
      name,
      kind,
      segments,
      path: formatFieldPath(segments),
      requests: podRequests(alone, options),
      limits: podLimits(alone, options),
    };
  });
}
