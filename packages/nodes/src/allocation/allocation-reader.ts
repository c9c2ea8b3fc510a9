import type { Pod } from '@kubesem/core';
import {
  type Amounts,
  addAmounts,
  type Computation,
  computePodResources,
  type MutableAmounts,
  specResult,
  toResourceQuantities,
} from '@kubesem/resources';
import type { Allocation, NodeAllocation, PodAllocation } from './allocation.js';
import { type Note, noteNegatives } from './allocation-problems.js';
import { ClusterReader, type NodeGroup, type PodOnNode } from './cluster-reader.js';
import { computeReadable } from './readable-pod.js';
import { type Capacities, capacitiesOf, toShares } from './shares.js';

/** The rows of kubectl look at the status of the containers, and not at that of the Pod as a whole. */
const ROW_OPTIONS = { useStatusResources: true };

/** What one Pod takes, without ratios. */
interface PodAmounts extends Pick<PodAllocation, 'namespace' | 'name' | 'creationTimestamp'> {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** What is added up of one node, or of all. */
export interface AllocationSums {
  readonly requests: MutableAmounts;
  readonly limits: MutableAmounts;
  /** Known from the first Pod on that comes after the node. */
  capacities: Capacities | undefined;
  readonly rows: PodAllocation[];
  /** What came before the node. */
  readonly early: PodAmounts[];
}

/** Nothing yet. */
export function newSums(): AllocationSums {
  return { requests: new Map(), limits: new Map(), capacities: undefined, rows: [], early: [] };
}

/** Adds up what `kubectl describe node` does. */
export function allocationReader(): ClusterReader<AllocationSums> {
  return new ClusterReader(newSums, addPod);
}

/** What a Pod takes, as the rows have it. */
export function rowComputations(pod: Pod): readonly [requests: Computation, limits: Computation] {
  return [
    computePodResources(pod, 'requests', ROW_OPTIONS, false),
    computePodResources(pod, 'limits', ROW_OPTIONS, false),
  ];
}

function addPod(sums: AllocationSums, { pod, placement, node, note }: PodOnNode): void {
  const [requests, limits] = computeReadable(pod, rowComputations, note);
  noteNegativesOf(requests, note);
  noteNegativesOf(limits, note);
  addAmounts(sums.requests, specResult(requests));
  addAmounts(sums.limits, specResult(limits));
  const amounts = {
    namespace: placement.namespace,
    name: placement.name,
    creationTimestamp: pod.metadata?.creationTimestamp ?? undefined,
    requests: requests.result,
    limits: limits.result,
  };
  if (node === undefined) {
    sums.early.push(amounts);
  } else {
    sums.capacities ??= capacitiesOf(node.allocatable);
    sums.rows.push(toPodAllocation(amounts, sums.capacities));
  }
}

/** Takes down the amounts below zero of what the Pod asks for; the overhead counts once. */
export function noteNegativesOf(
  { containers, podLevelFields, overhead, side }: Computation,
  note: Note,
): void {
  for (const { path, shares } of containers) {
    noteNegatives(shares.spec.amounts, `${path}.resources.${side}`, note);
  }
  for (const { from, amounts } of podLevelFields) {
    if (from === 'spec') {
      noteNegatives(amounts, `spec.resources.${side}`, note);
    }
  }
  if (side === 'requests') {
    noteNegatives(overhead, 'spec.overhead', note);
  }
}

/** One node as callers get it. */
export function toNodeAllocation({
  node: { name, allocatable, from },
  sums: { early, rows, ...sums },
  problems,
}: NodeGroup<AllocationSums>): NodeAllocation {
  const capacities = capacitiesOf(allocatable);
  const pods = [...early.map((amounts) => toPodAllocation(amounts, capacities)), ...rows];
  return {
    name,
    allocatableFrom: from,
    ...toAllocation(sums, pods.length, allocatable, capacities),
    pods,
    problems: [...problems],
  };
}

/** The totals as callers get them. */
export function toAllocation(
  sums: Pick<AllocationSums, 'requests' | 'limits'>,
  podCount: number,
  allocatable: Amounts,
  capacities: Capacities = capacitiesOf(allocatable),
): Allocation {
  const podCapacity = capacities.get('pods')?.value ?? 0;
  return {
    allocatable: toResourceQuantities(allocatable),
    requests: toShares(sums.requests, capacities, 'total'),
    limits: toShares(sums.limits, capacities, 'total'),
    podRatio: podCapacity === 0 ? undefined : podCount / podCapacity,
  };
}

function toPodAllocation(amounts: PodAmounts, capacities: Capacities): PodAllocation {
  const { namespace, name, creationTimestamp } = amounts;
  const requests = toShares(amounts.requests, capacities, 'row');
  const limits = toShares(amounts.limits, capacities, 'row');
  return { namespace, name, creationTimestamp, requests, limits };
}
