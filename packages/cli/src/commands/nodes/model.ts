import { appendAll, KubesemError, type Pod } from '@kubesem/core';
import type { Problem } from '@kubesem/inspect';
import {
  type AllocatedAmounts,
  type ClusterAllocation,
  clusterAllocator,
  explainNodeAllocation,
  freeAmounts,
  type NodeAllocation,
  type PodAllocationExplanation,
} from '@kubesem/nodes';
import type { NodeObjects, NodeObjectTaker, NodeProblem } from './read.js';

/** What `kubesem nodes` reports. */
export interface NodesModel {
  readonly cluster: ClusterAllocation;
  /** The nodes that were asked for. */
  readonly nodes: readonly NodeAllocation[];
  /** Whether these are all nodes, so there are totals. */
  readonly isWhole: boolean;
  /** Why Pods do not count, or count differently, by the names of their nodes; undefined if nobody asked. */
  readonly explanations: Explanations | undefined;
  readonly problems: readonly (Problem | NodeProblem)[];
}

/** By the names of nodes; an empty one is of the Pods that are on no node. */
export type Explanations = ReadonlyMap<string, readonly PodAllocationExplanation[]>;

/** Computes a model from nodes and Pods that are added one by one. */
export interface NodesCollector extends NodeObjectTaker {
  readonly finish: (read: NodeObjects) => NodesModel;
}

/**
 * Starts to collect nodes and Pods. It keeps sums and what has to be explained, not the objects.
 *
 * @param names - of the nodes that were asked for; undefined for all
 * @param explains - whether to explain which Pods do not count
 * @param withPods - whether to list the Pods of each node
 * @returns the collector
 */
export function nodesCollector(
  names: readonly string[] | undefined,
  explains: boolean,
  withPods: boolean,
): NodesCollector {
  // An explanation compares the rows of Pods with their sums.
  const allocator = clusterAllocator({ omitPods: !withPods && !explains });
  const explanations = new Map<string, PodAllocationExplanation[]>();
  return {
    addNode: allocator.addNode,
    addPod: (pod, place) => {
      allocator.addPod(pod, place);
      if (explains) {
        explain(pod, explanations, names);
      }
    },
    finish: (read) => {
      const cluster = allocator.finish();
      return {
        cluster,
        nodes: cluster.nodes.filter(({ name }) => names?.includes(name) !== false),
        isWhole: names === undefined,
        explanations: explains ? explanations : undefined,
        problems: [...read.problems, ...read.locate(cluster.problems)],
      };
    },
  };
}

/** Keeps what there is to explain about a Pod: for most, nothing. */
function explain(
  pod: Pod,
  explanations: Map<string, PodAllocationExplanation[]>,
  names: readonly string[] | undefined,
): void {
  const name = pod.spec?.nodeName ?? '';
  if (names?.includes(name) === false) {
    return;
  }
  const known = explanations.get(name) ?? [];
  explanations.set(name, known);
  try {
    const { pods } = explainNodeAllocation({ metadata: { name } }, { pods: [pod] });
    appendAll(known, pods.filter(isUnusual));
  } catch (error) {
    // A Pod that cannot be read has a problem.
    if (!(error instanceof KubesemError)) {
      throw error;
    }
  }
}

function isUnusual({ counts, differences, pendingResize }: PodAllocationExplanation): boolean {
  return !counts || differences.length > 0 || pendingResize !== undefined;
}

/** The explanations for a node; the Pods on no node belong to none, not even to one without a name. */
export function explanationsOf(
  name: string,
  explanations: Explanations,
): readonly PodAllocationExplanation[] {
  return name === '' ? [] : (explanations.get(name) ?? []);
}

/** The model for programs; like the table, without totals of some nodes. */
export function plainNodes(
  { cluster, nodes, isWhole, explanations, problems }: NodesModel,
  withPods: boolean,
): object {
  const { nodes: _, problems: __, ...totals } = cluster;
  return {
    nodes: nodes.map((node) => plainNode(node, withPods, explanations)),
    ...(isWhole
      ? { ...withPlainShares(totals), free: freeAmounts(cluster, cluster.podCounts.counted) }
      : {}),
    ...(isWhole && explanations ? { unassigned: explanations.get('') ?? [] } : {}),
    problems,
  };
}

function plainNode(
  { pods, problems: _, ...allocation }: NodeAllocation,
  withPods: boolean,
  explanations: Explanations | undefined,
): object {
  return {
    ...withPlainShares(allocation),
    free: freeAmounts(allocation, allocation.podCount),
    ...(withPods ? { pods: pods.map(withPlainShares) } : {}),
    ...(explanations ? { explanations: explanationsOf(allocation.name, explanations) } : {}),
  };
}

interface Shares {
  readonly requests: AllocatedAmounts;
  readonly limits: AllocatedAmounts;
}

/** Omits the numbers that kubectl prints instead of a percentage; JSON keeps only some of their digits. */
function withPlainShares<T extends Shares>(allocation: T): T {
  const plain = (amounts: AllocatedAmounts): AllocatedAmounts =>
    Object.fromEntries(
      Object.entries(amounts).map(([name, share]) => [
        name,
        Number.isSafeInteger(share?.percent) ? share : { ...share, percent: undefined },
      ]),
    ) as AllocatedAmounts;
  return { ...allocation, requests: plain(allocation.requests), limits: plain(allocation.limits) };
}
