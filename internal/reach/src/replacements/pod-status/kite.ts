import type { Pod } from '@kubesem/core';
import { podRow } from '@kubesem/lifecycle';

/** Returns the status, the ready containers and the restarts of a Pod, as `kubectl get pods` shows them. */
export function getPodStatus(pod: Pod, now = new Date()) {
  const { status, ready, restarts } = podRow(pod, { now });
  return {
    readyContainers: ready.ready,
    totalContainers: ready.total,
    reason: status,
    restartString: restarts.text,
  };
}
