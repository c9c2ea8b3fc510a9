import type { PodCount } from '@kubesem/inspect';
import type { NodeFit, ResourceFit } from '@kubesem/nodes';

/** Whether a Pod fits on a node, and how many like it. */
export interface CountedNodeFit extends NodeFit {
  /** How many Pods like this one fit on the node at the same time. */
  readonly fittingPods: number;
}

/** Quantities are not finer than a billionth. */
const NANO = -9;

/** How many Pods like the one that was checked fit on the node, one after the other. */
export function fittingPods({ fits, resources }: NodeFit): number {
  if (!fits) {
    return 0;
  }
  const numbers = resources
    .filter(({ verdict }) => verdict === 'fits')
    .map(({ capacity, used, requested }: ResourceFit) =>
      // Neither is negative if it fits; the division of bigints cuts.
      Number(capacity.sub(used).scaledValue(NANO) / requested.scaledValue(NANO)),
    );
  return Math.min(...numbers);
}

/**
 * Whether a workload fits on the nodes: a DaemonSet on every one of them, others with as many Pods as they have. One that
 * has no Pods now, as with 0 replicas, is checked as 1 Pod.
 */
export function fitsAll({ count, per }: PodCount, nodes: readonly CountedNodeFit[]): boolean {
  const total = nodes.reduce((sum, node) => sum + node.fittingPods, 0);
  return per === 'node' ? nodes.every((node) => node.fits) : total >= Math.max(count, 1);
}
