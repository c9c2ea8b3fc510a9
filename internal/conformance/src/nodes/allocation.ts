import type { Node, Pod } from '@kubesem/core';
import { allocateNodes, formatNodeAllocation, nodeAllocation } from '@kubesem/nodes';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { Maker } from '../resources/maker.js';
import { nodeDeviation } from './deviation.js';
import { HUGE, NODE, NODES, PODS, renamed, WEB } from './examples.js';

/** Ages in seconds, around each change of their format. */
const AGES: readonly number[] = [
  ...[-3, -2, -1, 0, 1, 59, 60, 119, 120, 121, 599, 600, 601, 10_799, 10_800, 28_799, 28_800],
  ...[28_801, 172_799, 172_800, 176_400, 691_199, 691_200, 63_071_999, 63_072_000, 94_608_000],
  ...[252_287_999, 252_288_000, 9_000_000_000, 10_000_000_000],
];
/** Two tenths of a second after a full one, because the oracle takes some time. */
const NOW = '2026-11-21T00:00:00.2Z';

function creation(random: Random): JsonObject {
  if (random.percent(20)) {
    return random.percent(80)
      ? {}
      : { creationTimestamp: random.pick([null, '0001-01-01T00:00:00Z']) };
  }
  const age = random.percent(60) ? random.pick(AGES) : random.below(400_000_000);
  // In this time zone the clock is two hours ahead; a tenth of a second is cut from the age.
  const [zone, hours, fraction] = random.percent(80)
    ? (['Z', 0, ''] as const)
    : (['+02:00', 2, random.pick(['', '.1', '.100000001'])] as const);
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

const describe: Operation = {
  name: 'node.describe',
  program: 'kubernetes',
  examples: nodesWithPods,
  generate: nodeWithPods,
  compare(input, theirs, comparison) {
    const { node, pods, now } = input as unknown as NodeCase;
    const { text } = theirs.out as JsonObject;
    const explain = () => nodeDeviation(input);
    const allocation = nodeAllocation(node, pods);
    comparison.field('text', text, formatNodeAllocation(allocation, { now }), explain);
    const inCluster = formatNodeAllocation(allocateNodes([node], pods).nodes[0] ?? allocation, {
      now,
    });
    comparison.field('text in a cluster', text, inCluster, explain);
  },
  kind(input, { out }) {
    const { node } = input as unknown as NodeCase;
    const { text } = out as { readonly text: string };
    const lists = Object.keys(node.status ?? {});
    // The unit of the first Pod's age.
    return [lists, text.includes('-92233'), text.split('\n', 4)[3]?.slice(-1)].join();
  },
};

/** What Pods request on a node. */
export const allocationOperations: readonly Operation[] = [describe];
