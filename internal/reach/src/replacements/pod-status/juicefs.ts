import type { Pod } from '@kubesem/core';
import { podStatusText } from '@kubesem/lifecycle';

/** Returns the status of a Pod, as `kubectl get pods` shows it. */
export const podStatus = (pod: Pod): string => podStatusText(pod) || 'Unknown';
