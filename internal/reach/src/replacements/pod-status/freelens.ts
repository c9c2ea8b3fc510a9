import type { Pod } from '@kubesem/core';
import { podRow, podStatusText } from '@kubesem/lifecycle';

/** Returns the status of a Pod, as `kubectl get pods` shows it. */
export const getStatusMessage = (pod: Pod): string => podStatusText(pod) || 'Waiting';

/** Returns how often the containers have restarted, sidecars included. */
export const getRestartsCount = (pod: Pod): number => podRow(pod).restarts.count;
