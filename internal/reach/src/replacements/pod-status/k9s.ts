import type { Pod } from '@kubesem/core';
import { podRow } from '@kubesem/lifecycle';

/** Returns the columns READY, STATUS and RESTARTS of a Pod, as `kubectl get pods` shows them. */
export function podColumns(pod: Pod): [ready: string, status: string, restarts: string] {
  const { ready, status, restarts } = podRow(pod);
  return [ready.text, status, `${restarts.count}`];
}
