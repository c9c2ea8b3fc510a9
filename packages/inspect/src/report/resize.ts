import type { Container, ContainerStatus, Pod } from '@kubesem/core';
import {
  type DeclaredContainer,
  type PodResourcesOptions,
  podContainers,
  podLevelResources,
  podLimits,
  podRequests,
} from '@kubesem/resources';

/**
 * A stored Pod with the amounts that are in force: its spec may ask for a resize that is yet to come, or never will.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `convertToAPIContainerStatuses` and
 * `convertToAPIPodLevelResourcesStatus`, which report what is admitted, and of what runs the limits of its cgroups.
 */
export function podInForce(pod: Pod): Pod {
  const statuses = containerStatuses(pod);
  const inForce = (containers: readonly (Container | null)[] | null | undefined) =>
    containers?.map((container) => ({
      ...container,
      resources: statuses.get(container?.name)?.resources ?? container?.resources,
    }));
  const ofPod = podLevelResources(pod) && pod.status?.resources;
  return {
    ...pod,
    spec: {
      ...pod.spec,
      containers: inForce(pod.spec?.containers),
      initContainers: inForce(pod.spec?.initContainers),
      // What is read from the cgroup of the Pod has the overhead in it.
      ...(ofPod && { resources: ofPod, overhead: null }),
    },
  };
}

/** What each container of a stored Pod counts with, as the Pod does. */
export function countedContainers(
  pod: Pod,
  options: PodResourcesOptions,
): readonly DeclaredContainer[] {
  const statuses = containerStatuses(pod);
  // The first of the type counts.
  const pending = pod.status?.conditions?.find(
    (condition) => condition?.type === 'PodResizePending',
  );
  return podContainers(pod).map(({ name, kind, path, requests, limits }) => {
    const status = statuses.get(name);
    const alone: Pod = {
      spec: { containers: [{ name, resources: { requests, limits } }] },
      status: { conditions: pending && [pending], containerStatuses: status && [status] },
    };
    return {
      name,
      kind,
      path,
      requests: podRequests(alone, options),
      limits: podLimits(alone, options),
    };
  });
}

/** By name; of several the first counts. */
function containerStatuses({
  status,
}: Pod): ReadonlyMap<string | null | undefined, ContainerStatus> {
  const { containerStatuses: app, initContainerStatuses: init } = status ?? {};
  const all: readonly (ContainerStatus | null)[] = [...(app ?? []), ...(init ?? [])].reverse();
  return new Map(all.map((one) => [one?.name, one ?? {}]));
}
