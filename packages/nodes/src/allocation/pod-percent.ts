import { COUNT_OPTION, readOption } from '@kubesem/core/internal';
import type { Allocation } from './allocation.js';

/**
 * Computes the percentage of the Pods allowed on a node, or on all nodes, truncated as kubectl truncates percentages.
 *
 * @param allocation - the allocation of a node or a cluster
 * @param pods - number of Pods
 * @returns the whole percentage; undefined if no Pods are allowed
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the number of Pods is not a whole
 *   number, 0 or more
 *
 * @example
 * ```ts
 * import { nodeAllocation, podPercent } from '@kubesem/nodes';
 *
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { pods: '110' } } };
 * const allocation = nodeAllocation(node, { pods: [] });
 * podPercent(allocation, 21) // => 19
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`, which truncates in this way. It prints no
 * percentage of Pods.
 */
export function podPercent(
  { allocatable, podRatio }: Pick<Allocation, 'allocatable' | 'podRatio'>,
  pods: number,
): number | undefined {
  readOption('pods', pods, COUNT_OPTION);
  // Not computed from the ratio: 0.29 times 100 is less than 29.
  const allowed = allocatable.pods?.toNumber() ?? 0;
  return podRatio === undefined ? undefined : Math.floor((pods * 100) / allowed);
}
