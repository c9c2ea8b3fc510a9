import type { Pod } from '@kubesem/core';
import { podLimits, podRequests } from '@kubesem/resources';

/** Returns how much of a resource a Pod requests, and its limit; 0 if not set. */
export function totalForResource(pod: Pod, resource: string): { request: number; limit: number } {
  return {
    request: podRequests(pod)[resource]?.toNumber() ?? 0,
    limit: podLimits(pod)[resource]?.toNumber() ?? 0,
  };
}
