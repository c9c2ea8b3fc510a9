import type { Quantity } from '@kubesem/quantity';
import type { Allocation } from '../allocation/allocation.js';

/**
 * Computes what is left for more Pods: allocatable minus requests, which is negative on an overcommitted node. Pods that are
 * resized count as the scheduler counts them.
 *
 * @param allocation - the allocation of a node or a cluster; not changed
 * @param pods - number of its Pods
 * @returns the amounts by resource; resources that the node does not have are missing
 *
 * @example
 * ```ts
 * import { freeAmounts, nodeAllocation } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', pods: '110' } } };
 * const requests = { cpu: '500m' };
 * const pod = { spec: { nodeName: 'n1', containers: [{ name: 'app', resources: { requests } }] } };
 * freeAmounts(nodeAllocation(node, { pods: [pod] }), 1) // => { cpu: '1500m', pods: '109' }
 * ```
 *
 * Source: ours, from the amounts of `kubectl describe node`, which does not print the difference.
 */
export function freeAmounts(
  { allocatable, requests, resizing }: Pick<Allocation, 'allocatable' | 'requests' | 'resizing'>,
  pods: number,
): { readonly [resource: string]: Quantity | undefined } {
  const entries = Object.entries(allocatable).map(([name, amount]) => {
    const used = name === 'pods' ? pods : requests[name]?.amount;
    const free = used === undefined ? amount : amount?.sub(used);
    const more = resizing?.[name];
    return [name, more === undefined ? free : free?.sub(more)] as const;
  });
  return Object.fromEntries(entries);
}
