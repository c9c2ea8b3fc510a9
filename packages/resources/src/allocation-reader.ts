import type { Pod, Timestamp } from '@kubesem/core';
import type { Allocation, NodeAllocation, PodAllocation } from './allocation.js';
import { type Note, noteError, noteNegatives } from './allocation-problems.js';
import { type Amounts, addAmounts, type MutableAmounts, toResourceQuantities } from './amounts.js';
import { ClusterReader, type NodeGroup } from './cluster-reader.js';
import { type Computation, computePodResources, specResult } from './compute.js';
import type { Placement } from './placement.js';
import { computeReadable } from './readable-pod.js';
import { type Capacities, capacitiesOf, toShares } from './shares.js';

/** The rows of kubectl look at the status of the containers, and not at that of the Pod as a whole. */
const ROW_OPTIONS = { useStatusResources: true };

/** What one Pod takes, until its node is known. */
interface Row {
  readonly placement: Placement;
  readonly creationTimestamp: Timestamp | undefined;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** What is added up of one node, or of all. */
export interface AllocationSums {
  readonly rows: Row[];
  readonly requests: MutableAmounts;
  readonly limits: MutableAmounts;
}

/** Nothing yet. */
export function newSums(): AllocationSums {
  return { rows: [], requests: new Map(), limits: new Map() };
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

function addPod(sums: AllocationSums, pod: Pod, placement: Placement, note: Note): void {
  const report = (error: Parameters<typeof noteError>[1]): void => noteError(note, error);
  const [requests, limits] = computeReadable(pod, rowComputations, report);
  noteNegativesOf(requests, note);
  noteNegativesOf(limits, note);
  sums.rows.push({
    placement,
    creationTimestamp: pod.metadata?.creationTimestamp ?? undefined,
    requests: requests.result,
    limits: limits.result,
  });
  addAmounts(sums.requests, specResult(requests));
  addAmounts(sums.limits, specResult(limits));
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
  sums,
  problems,
}: NodeGroup<AllocationSums>): NodeAllocation {
  const capacities = capacitiesOf(allocatable);
  return {
    name,
    allocatableFrom: from,
    ...toAllocation(sums, sums.rows.length, allocatable, capacities),
    pods: sums.rows.map((row) => toPodAllocation(row, capacities)),
    problems,
  };
}

/** The totals as callers get them. */
export function toAllocation(
  sums: Omit<AllocationSums, 'rows'>,
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

function toPodAllocation(
  { placement, creationTimestamp, requests, limits }: Row,
  capacities: Capacities,
): PodAllocation {
  return {
    namespace: placement.namespace,
    name: placement.name,
    creationTimestamp,
    requests: toShares(requests, capacities, 'row'),
    limits: toShares(limits, capacities, 'row'),
  };
}
