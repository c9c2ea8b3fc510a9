import { KUBERNETES_VERSION, KubesemError, type Pod } from '@kubesem/core';
import type { Problem } from '@kubesem/inspect';
import {
  type AllocatedAmounts,
  type ClusterAllocation,
  clusterAllocator,
  explainNodeAllocation,
  type NodeAllocation,
  type PodAllocationExplanation,
} from '@kubesem/resources';
import { writeErrors, writeProblems } from './cluster-input.js';
import { type NodeObjects, type NodeProblem, readNodeObjects } from './node-objects-input.js';
import { count, renderAllocations, renderPodCounts, renderPodTables } from './render-nodes.js';
import { explanationsOf, renderNodesExplanation } from './render-nodes-explanation.js';
import { renderStructured } from './structured.js';
import type { Terminal } from './terminal.js';

/** The flags of `kubesem nodes`. */
export interface NodesFlags {
  readonly output: 'table' | 'json' | 'yaml';
  /** Names of nodes; undefined for all. */
  readonly node?: readonly string[] | undefined;
  readonly pods: boolean;
  readonly explain: boolean;
}

/** What there is to tell of a cluster. */
interface NodesReport {
  readonly cluster: ClusterAllocation;
  /** The nodes that are asked for. */
  readonly nodes: readonly NodeAllocation[];
  /** Why Pods do not count, or count otherwise, by the names of their nodes. */
  readonly explanations: ReadonlyMap<string, readonly PodAllocationExplanation[]>;
  readonly problems: readonly (Problem | NodeProblem)[];
}

/**
 * Prints what Pods take of their nodes.
 *
 * @param paths - files, folders, `-` for standard input; none is standard input, too
 * @param flags - of which nodes, and how
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken, or there is no such node
 */
export async function nodesCommand(
  paths: readonly string[],
  flags: NodesFlags,
  terminal: Terminal,
): Promise<number> {
  const allocator = clusterAllocator();
  const explanations = new Map<string, PodAllocationExplanation[]>();
  const read = await readNodeObjects(paths, terminal, {
    addNode: allocator.addNode,
    addPod: (pod, place) => {
      allocator.addPod(pod, place);
      if (flags.explain) {
        explain(pod, explanations, flags.node);
      }
    },
  });
  const cluster = allocator.finish();
  const { node: names } = flags;
  const nodes = cluster.nodes.filter(({ name }) => names?.includes(name) !== false);
  const ofObjects = cluster.problems
    // Without any node, one sentence says the same of all Pods.
    .filter(({ code }) => read.nodes > 0 || code !== 'UNKNOWN_NODE')
    .map(read.locate);
  const problems = [...read.problems, ...ofObjects];
  writeReport({ cluster, nodes, explanations, problems }, flags, terminal);
  writeProblems(problems, terminal);
  const errors = [...read.unreadable, ...missing(read, cluster, names)];
  writeErrors(errors, terminal);
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return isBroken || errors.length > 0 ? 1 : 0;
}

/** Keeps what is to be said of a Pod; nothing is of most. */
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
    const { pods } = explainNodeAllocation({ metadata: { name } }, [pod]);
    known.push(...pods.filter(({ counts, differences }) => !counts || differences.length > 0));
  } catch (error) {
    // Of what cannot be read there is a problem.
    if (!(error instanceof KubesemError)) {
      throw error;
    }
  }
}

function missing(
  { nodes, pods, unreadable }: NodeObjects,
  cluster: ClusterAllocation,
  names: readonly string[] = [],
): string[] {
  if (nodes === 0 && unreadable.length === 0) {
    const found = pods === 0 ? 'none' : `${count(pods, 'Pod')} and no Node`;
    return [`expected Nodes, found ${found}: kubectl get nodes,pods -A -o json writes them`];
  }
  const known = new Set(cluster.nodes.map(({ name }) => name));
  return names
    .filter((name) => !known.has(name))
    .map((name) => `expected a Node ${JSON.stringify(name)}, found none of that name`);
}

function writeReport(
  { cluster, nodes, explanations, problems }: NodesReport,
  { output, node, pods, explain: explains }: NodesFlags,
  { stdout }: Terminal,
): void {
  if (output !== 'table') {
    const rows = nodes.map((one) => withPods(one, pods, explains, explanations));
    const unassigned = explains ? { unassigned: explanations.get('') ?? [] } : {};
    // As in the table: of some nodes there are no totals.
    const totals = node === undefined ? { ...totalsOf(cluster), ...unassigned } : {};
    const report = { nodes: rows, ...totals, problems };
    stdout.write(renderStructured({ kubernetesVersion: KUBERNETES_VERSION, ...report }, output));
    return;
  }
  if (pods) {
    const now = new Date();
    for (const one of nodes) {
      stdout.write(renderPodTables(one, now, stdout.colors));
    }
  } else if (nodes.length > 0) {
    stdout.write(renderAllocations(nodes, node === undefined ? cluster : undefined, stdout));
  }
  if (cluster.nodes.length > 0 && node === undefined) {
    stdout.write(`\n${renderPodCounts(cluster)}`);
  }
  if (explains) {
    stdout.write(renderNodesExplanation(nodes, explanations, stdout.colors));
  }
}

function totalsOf({ nodes: _, problems: __, ...totals }: ClusterAllocation): object {
  return withPlainShares(totals);
}

function withPods(
  { pods, problems: _, ...allocation }: NodeAllocation,
  wantsPods: boolean,
  wantsReasons: boolean,
  explanations: ReadonlyMap<string, readonly PodAllocationExplanation[]>,
): object {
  return {
    ...withPlainShares(allocation),
    podCount: pods.length,
    ...(wantsPods ? { pods: pods.map(withPlainShares) } : {}),
    ...(wantsReasons ? { explanations: explanationsOf(allocation.name, explanations) } : {}),
  };
}

/** Leaves out the numbers that kubectl prints where there is no percentage, and of which JSON keeps no more than a part. */
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

interface Shares {
  readonly requests: AllocatedAmounts;
  readonly limits: AllocatedAmounts;
}
