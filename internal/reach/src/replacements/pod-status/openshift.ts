import type { Pod } from '@kubesem/core';
import { podRow, podStatusText } from '@kubesem/lifecycle';

/** Returns the status of a Pod, as `kubectl get pods` shows it. */
export const podPhase = (pod: Pod): string => podStatusText(pod);

/** Returns how many containers are ready, sidecars included. */
export function podReadiness(pod: Pod): { readyCount: number; totalContainers: number } {
  const { ready } = podRow(pod);
  return { readyCount: ready.ready, totalContainers: ready.total };
}

/** Returns how often the containers have restarted, sidecars included. */
export const podRestarts = (pod: Pod): number => podRow(pod).restarts.count;
