import { KubesemError, type Pod } from '@kubesem/core';
import { appendAll } from '@kubesem/core/internal';
import {
  type AllocatedAmounts,
  type Allocation,
  clusterAllocator,
  explainNodeAllocation,
  freeAmounts,
  type NodeAllocation,
  type PodAllocationExplanation,
} from '@kubesem/nodes';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { readNodeObjects } from '../../shared/node-objects.js';

/** What `kubesem nodes` reports. */
export type NodesModel = Awaited<ReturnType<typeof readNodes>>;

/** By the names of nodes; an empty one is of the Pods that are on no node. */
export type Explanations = ReadonlyMap<string, readonly PodAllocationExplanation[]>;

/** What is asked about nodes. */
export interface NodesQuestion {
  /** The names of the nodes; none for all. */
  readonly names: readonly string[];
  /** Whether to explain which Pods do not count. */
  readonly explain: boolean;
  /** Whether to list the Pods of each node. */
  readonly withPods: boolean;
}

/** Reads nodes and Pods one by one. It keeps sums and what has to be explained, not the objects. */
export async function readNodes(
  input: Input,
  { names, explain, withPods }: NodesQuestion,
  terminal: Terminal,
) {
  // An explanation compares the rows of Pods with their sums.
  const allocator = clusterAllocator({ omitPods: !withPods && !explain });
  const explanations = new Map<string, PodAllocationExplanation[]>();
  const isAsked = (node: string) => names.length === 0 || names.includes(node);
  const { locate, ...read } = await readNodeObjects(input, terminal, {
    addNode: allocator.addNode,
    addPod: (pod, place) => {
      allocator.addPod(pod, place);
      const node = pod.spec?.nodeName ?? '';
      if (explain && isAsked(node)) {
        explainPod(pod, node, explanations);
      }
    },
  });
  const cluster = allocator.finish();
  return {
    ...read,
    cluster,
    /** The nodes that were asked for. */
    nodes: cluster.nodes.filter(({ name }) => isAsked(name)),
    /** Whether these are all nodes, so there are totals. */
    isWhole: names.length === 0,
    /** Why Pods do not count, or count differently, by the names of their nodes. */
    explanations: explain ? explanations : undefined,
    problems: [...read.problems, ...locate(cluster.problems)],
  };
}

/** Keeps what there is to explain about a Pod: for most, nothing. */
function explainPod(
  pod: Pod,
  name: string,
  explanations: Map<string, PodAllocationExplanation[]>,
): void {
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

/** Omits the numbers that kubectl prints instead of a percentage; JSON keeps only some of their digits. */
function withPlainShares<T extends Pick<Allocation, 'requests' | 'limits'>>(allocation: T): T {
  const plain = (amounts: AllocatedAmounts): AllocatedAmounts =>
    Object.fromEntries(
      Object.entries(amounts).map(([name, share]) => [
        name,
        Number.isSafeInteger(share?.percent) ? share : { ...share, percent: undefined },
      ]),
    ) as AllocatedAmounts;
  return { ...allocation, requests: plain(allocation.requests), limits: plain(allocation.limits) };
}
