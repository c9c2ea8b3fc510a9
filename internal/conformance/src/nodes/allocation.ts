import type { Node, Pod, PodSpec } from '@kubesem/core';
import {
  clusterAllocator,
  explainNodeAllocation,
  formatNodeAllocation,
  type NodeAllocation,
  nodeAllocation,
  nodeAllocations,
} from '@kubesem/nodes';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { type ClusterObject, Maker } from '../resources/maker.js';
import { CLUSTERS, HUGE, NODE, NODES, PODS, renamed, WEB } from './examples.js';
import { podsOnNode } from './scheduler.js';
import { compareExplanation, compareTotals } from './sums.js';
import { compareTables } from './tables.js';

/** Ages in seconds, around each change of their format. */
const AGES: readonly number[] = [
  ...[-3, -2, -1, 0, 1, 59, 60, 119, 120, 121, 599, 600, 601, 10_799, 10_800, 28_799, 28_800],
  ...[28_801, 172_799, 172_800, 176_400, 691_199, 691_200, 63_071_999, 63_072_000, 94_608_000],
  ...[252_287_999, 252_288_000, 9_000_000_000, 10_000_000_000],
];
const NOW = '2026-11-21T00:00:00Z';

function creation(random: Random): JsonObject {
  if (random.percent(20)) {
    return random.percent(80)
      ? {}
      : { creationTimestamp: random.pick([null, '0001-01-01T00:00:00Z']) };
  }
  const age = random.percent(60) ? random.pick(AGES) : random.below(400_000_000);
  // In this time zone the clock is two hours ahead; a fraction of a second is cut from the age.
  const [zone, hours, fraction] = random.percent(80)
    ? (['Z', 0, ''] as const)
    : (['+02:00', 2, random.pick(['', '.1', '.000000001', '.999999999'])] as const);
  const shown = Date.parse('2026-11-21T00:00:00Z') - age * 1000 + hours * 3_600_000;
  const created = new Date(shown).toISOString().slice(0, 19);
  return { creationTimestamp: `${created}${fraction}${zone}` };
}

/** A node to describe, and the Pods of the cluster. */
function nodeWithPods(random: Random): JsonObject {
  const maker = new Maker(random);
  const node = maker.node();
  return { node, pods: maker.pods(node, () => creation(random)), now: NOW };
}

/** Nodes to describe, with each Pod alone and all together. */
function* nodesWithPods(): Iterable<Json> {
  for (const node of NODES) {
    yield { node, pods: [], now: NOW };
    yield { node, pods: PODS.slice(0, 16), now: NOW };
    yield { node, pods: [WEB, HUGE], now: NOW };
  }
  for (const one of PODS) {
    yield { node: NODE, pods: [one], now: NOW };
    yield { node: NODE, pods: [renamed(WEB, 'first'), one], now: NOW };
  }
}

/** A node and the Pods of a cluster. */
export interface NodeCase {
  readonly node: Node;
  readonly pods: readonly Pod[];
  readonly now?: string;
}

/** The nodes and the Pods among objects, each in their order. */
export function partsOf(objects: readonly ClusterObject[]): {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
} {
  return {
    nodes: objects.flatMap(({ node }) => node ?? []),
    pods: objects.flatMap(({ pod }) => pod ?? []),
  };
}

const describe: Operation = {
  name: 'node.describe',
  program: 'kubernetes',
  examples: nodesWithPods,
  generate: nodeWithPods,
  compare(input, theirs, comparison) {
    const { node, pods, now } = input as unknown as NodeCase;
    const { text } = theirs.out as { readonly text: string };
    const allocation = nodeAllocation(node, { pods });
    compareAllocation('the node', text, allocation, { pods, now }, comparison);
    compareExplanation(explainNodeAllocation(node, { pods }), allocation, comparison);
  },
  kind(input, { out }) {
    const { node } = input as unknown as NodeCase;
    const { text } = out as { readonly text: string };
    const lists = Object.keys(node.status ?? {});
    // The unit of the first Pod's age.
    return [lists, text.includes('-92233'), text.split('\n', 4)[3]?.slice(-1)].join();
  },
};

/** Compares the tables of one node. */
function compareAllocation(
  name: string,
  theirs: string,
  allocation: NodeAllocation,
  { pods, now }: { readonly pods: readonly Pod[]; readonly now: string | undefined },
  comparison: Comparison,
): void {
  const ours = formatNodeAllocation(allocation, { now });
  const onNode = podsOnNode(allocation.name, pods);
  compareTables(name, theirs, ours, allocation, onNode, comparison);
}

/** A cluster in the order in which it is read. */
function cluster(random: Random): JsonObject {
  return { objects: new Maker(random).cluster(() => creation(random)), now: NOW };
}

const describeCluster: Operation = {
  name: 'cluster.describe',
  program: 'kubernetes',
  examples: () => CLUSTERS.map((objects) => ({ objects, now: NOW })),
  generate: cluster,
  candidates: 500,
  compare(input, theirs, comparison) {
    const { objects, now } = input as unknown as {
      readonly objects: readonly ClusterObject[];
      readonly now: string;
    };
    const { texts } = theirs.out as unknown as { readonly texts: readonly string[] };
    const { nodes, pods } = partsOf(objects);
    const allocator = clusterAllocator();
    for (const { node, pod } of objects) {
      if (node) {
        allocator.addNode(node);
      } else if (pod) {
        allocator.addPod(pod);
      }
    }
    const result = allocator.finish();
    comparison.field('nodes', texts.length, result.nodes.length);
    result.nodes.forEach((allocation, index) => {
      compareAllocation(`node ${index}`, texts[index] ?? '', allocation, { pods, now }, comparison);
    });
    const inOrder = JSON.stringify(nodeAllocations({ nodes, pods }).nodes.map(withoutProblems));
    const inAnyOrder = JSON.stringify(result.nodes.map(withoutProblems));
    comparison.field('the nodes in another order', inOrder, inAnyOrder);
    compareTotals(result, comparison);
    const similar = similarPods(pods);
    const sums = clusterAllocator({ omitPods: true });
    nodes.forEach((node) => sums.addNode(node));
    similar.forEach((pod) => sums.addPod(pod));
    const omitted = sums.finish().nodes.map(withoutProblems);
    const whole = nodeAllocations({ nodes, pods: similar }).nodes;
    const emptied = whole.map((allocation) => withoutProblems({ ...allocation, pods: [] }));
    comparison.field('the nodes without Pods', JSON.stringify(emptied), JSON.stringify(omitted));
  },
  kind(input, { out }) {
    const { objects } = input as unknown as { readonly objects: readonly ClusterObject[] };
    const { texts } = out as unknown as { readonly texts: readonly string[] };
    // Whether a node comes first, and how many Pods are on each: none, one or several.
    const counts = texts.map((text) => Math.min(Number(/\((\d+) in total/.exec(text)?.[1]), 2));
    return [objects[0]?.node !== undefined, ...counts].join();
  },
};

/** Every Pod, a copy of it, and Pods that differ from it in one field that decides about its amounts. */
function similarPods(pods: readonly Pod[]): Pod[] {
  return pods.flatMap((pod, index) => {
    const { containers, initContainers, overhead, resources } = pods.at(index - 1)?.spec ?? {};
    const withField = (field: PodSpec): Pod => ({ ...pod, spec: { ...pod.spec, ...field } });
    return [
      ...[pod, structuredClone(pod), withField({ containers }), withField({ initContainers })],
      ...[withField({ overhead }), withField({ resources }), pod],
    ];
  });
}

/** The places of problems depend on the order of the objects. */
function withoutProblems({ problems: _, ...allocation }: NodeAllocation): object {
  return allocation;
}

/** What Pods request on nodes. */
export const allocationOperations: readonly Operation[] = [describe, describeCluster];
