import type { EndpointSubset } from '@kubesem/core';

/** The most addresses of Endpoints. Source: `k8s.io/kubernetes/pkg/controller/endpoint` v1.37.1, `maxCapacity`. */
const MOST_ADDRESSES = 1000;

/**
 * Cuts subsets to 1000 addresses. Each subset keeps its part, rounded up. Addresses that are not ready go first.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpoint` v1.37.1, `truncateEndpoints`.
 */
export function truncateSubsets(subsets: readonly EndpointSubset[]): {
  readonly subsets: readonly EndpointSubset[];
  readonly isTruncated: boolean;
} {
  const count = (field: 'addresses' | 'notReadyAddresses') =>
    subsets.reduce((sum, subset) => sum + (subset[field]?.length ?? 0), 0);
  const ready = count('addresses');
  const notReady = count('notReadyAddresses');
  if (ready + notReady <= MOST_ADDRESSES) {
    return { subsets, isTruncated: false };
  }
  const field = ready > MOST_ADDRESSES ? 'addresses' : 'notReadyAddresses';
  const room = field === 'addresses' ? MOST_ADDRESSES : MOST_ADDRESSES - ready;
  const total = field === 'addresses' ? ready : notReady;
  let left = room;
  const cut = subsets.map((subset) => {
    const list = subset[field] ?? [];
    const kept = list.slice(0, Math.min(left, Math.ceil((list.length / total) * room)));
    left -= kept.length;
    const { [field]: _, ...rest } = subset;
    const { notReadyAddresses: dropped, ...readyOnly } = rest as EndpointSubset;
    return {
      ...(field === 'addresses' ? readyOnly : rest),
      ...(kept.length > 0 && { [field]: kept }),
    };
  });
  return { subsets: cut, isTruncated: true };
}
