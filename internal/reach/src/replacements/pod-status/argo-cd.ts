import type { Pod } from '@kubesem/core';
import { podRow } from '@kubesem/lifecycle';

/** Returns what the tree of an application shows about a Pod. */
export function podInfo(pod: Pod) {
  const { status, ready, restarts } = podRow(pod);
  return {
    'Status Reason': status,
    Containers: ready.text,
    'Restart Count': `${restarts.count}`,
  };
}
