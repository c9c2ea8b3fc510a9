import type { Pod } from '@kubesem/core';
import { podRow } from '@kubesem/lifecycle';

/** Returns the status, the ready containers and the restarts of a Pod, as `kubectl get pods` shows them. */
export function getDetailedStatus(pod: Pod) {
  const { status, ready, restarts } = podRow(pod);
  return {
    reason: status,
    readyContainers: ready.ready,
    totalContainers: ready.total,
    restarts: restarts.count,
  };
}
