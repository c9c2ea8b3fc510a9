import type { Allocation } from '@kubesem/nodes';

/** The percentage of the Pods that a node can run, cut as kubectl cuts it; undefined if it can run none. */
export function podPercent(
  { allocatable, podRatio }: Allocation,
  pods: number,
): number | undefined {
  // Not computed from the ratio: 0.29 times 100 is less than 29.
  const capacity = allocatable.pods?.toNumber() ?? 0;
  return podRatio === undefined ? undefined : Math.floor((pods * 100) / capacity);
}
