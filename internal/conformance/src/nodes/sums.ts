// The parts of our results must add up to the answer of Kubernetes.
import type {
  AllocatedAmounts,
  ClusterAllocation,
  NodeAllocation,
  NodeAllocationExplanation,
} from '@kubesem/nodes';
import { Quantity } from '@kubesem/quantity';
import type { Comparison } from '../harness/comparison.js';

const SIDES = ['requests', 'limits'] as const;

/** Amounts by resource name as text, sorted, without zeros: a sum of nothing is one. */
function textOf(amounts: ReadonlyMap<string, Quantity>): string {
  const lines = [...amounts].filter(([, amount]) => !amount.isZero());
  return lines
    .map(([name, amount]) => `${name}=${amount.mul(1).scaledValue(-9)}n`)
    .sort()
    .join();
}

function addAll(sum: Map<string, Quantity>, amounts: AllocatedAmounts): void {
  for (const [name, share] of Object.entries(amounts)) {
    if (share) {
      sum.set(name, (sum.get(name) ?? Quantity.of(0)).add(share.amount));
    }
  }
}

/** The rows, with the differences that the explanation lists, add up to the totals. */
export function compareExplanation(
  explanation: NodeAllocationExplanation,
  allocation: NodeAllocation,
  comparison: Comparison,
): void {
  const counted = explanation.pods.filter(({ counts }) => counts);
  const names = (pods: readonly { readonly namespace: string; readonly name: string }[]) =>
    pods.map(({ namespace, name }) => `${namespace}/${name}`).join();
  comparison.field('explained rows', names(allocation.pods), names(counted));
  comparison.field('explained source', allocation.allocatableFrom, explanation.allocatableFrom);
  for (const side of SIDES) {
    const sum = new Map<string, Quantity>();
    counted.forEach(({ differences }, index) => {
      const row = allocation.pods[index]?.[side] ?? {};
      addAll(sum, row);
      for (const { resource, side: where, row: shown, total } of differences) {
        if (where === side) {
          comparison.field(`row of ${resource}`, `${row[resource]?.amount}`, `${shown}`);
          const change = (total ?? Quantity.of(0)).sub(shown ?? 0);
          sum.set(resource, (sum.get(resource) ?? Quantity.of(0)).add(change));
        }
      }
    });
    const totals = new Map<string, Quantity>();
    addAll(totals, allocation[side]);
    comparison.field(`explained ${side}`, textOf(totals), textOf(sum));
  }
}

/** The nodes add up to the totals of the cluster. */
export function compareTotals(cluster: ClusterAllocation, comparison: Comparison): void {
  for (const side of SIDES) {
    const [sum, totals] = [new Map<string, Quantity>(), new Map<string, Quantity>()];
    for (const node of cluster.nodes) {
      addAll(sum, node[side]);
    }
    addAll(totals, cluster[side]);
    comparison.field(`${side} of the cluster`, textOf(sum), textOf(totals));
  }
  const count = cluster.nodes.reduce((sum, { pods }) => sum + pods.length, 0);
  comparison.field('Pods of the cluster', count, cluster.podCounts.counted);
}
