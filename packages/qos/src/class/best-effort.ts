import type { PodLike } from '@kubesem/core';
import {
  entryPath,
  podContainers,
  podLevelResources,
  podParts,
  readQuantity,
  type WrittenResources,
} from '@kubesem/resources';

/**
 * Whether a Pod has the QoS class BestEffort: its status says so, or it sets neither cpu nor memory.
 *
 * `@kubesem/qos`, which tells all classes apart, builds upon this package.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1/helper/qos` v1.37.1, `GetPodQOS`.
 */
export function isBestEffort(pod: PodLike): boolean {
  const { status } = podParts(pod);
  if (status.qosClass) {
    return status.qosClass === 'BestEffort';
  }
  const podLevel = podLevelResources(pod);
  return podLevel === undefined
    ? podContainers(pod).every(
        (container) =>
          container.kind === 'ephemeral' || setsNothing(container, `${container.path}.resources`),
      )
    : setsNothing(podLevel, podLevel.path);
}

/** Whether neither cpu nor memory is requested or limited; zero is the same as not set. */
function setsNothing(resources: WrittenResources, path: string): boolean {
  return (['requests', 'limits'] as const).every((side) =>
    ['cpu', 'memory'].every((name) =>
      readQuantity(resources[side][name], entryPath(`${path}.${side}`, name)).isZero(),
    ),
  );
}
