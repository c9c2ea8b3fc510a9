import type { Node, NodeMetrics, PodMetrics } from '@kubesem/core';
import { clusterUsage, type NodeUsage, type Usage, type UsageOrder } from '@kubesem/nodes';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

const CPU = words('0 1 250m 1250000001n 3920m 64 0.5 1e-1 999999999n 1n 1k 123456789u');
const MEMORY = words('0 1 1048575 1048576 64Mi 1500Mi 7474992Ki 3Gi 15Gi 100M 1e9 1500m 1Ti 0.3Gi');
const NAMES = words('a b c d e f');
const SORTS = [undefined, undefined, 'cpu', 'memory'];

/** Amounts of cpu and memory, each with some chance. */
function amounts(random: Random, percent: number): JsonObject {
  return {
    ...(random.percent(percent) && { cpu: random.pick(CPU) }),
    ...(random.percent(percent) && { memory: random.pick(MEMORY) }),
  };
}

const some = (random: Random): string[] => NAMES.filter(() => random.percent(60));

function nodes(random: Random): JsonObject {
  const ofMetrics = some(random);
  return {
    metrics: (ofMetrics.length > 0 ? ofMetrics : ['a']).map((name) => ({
      metadata: { name },
      usage: amounts(random, 95),
    })),
    nodes: some(random).map((name) => ({
      metadata: { name },
      status: { capacity: amounts(random, 90), allocatable: amounts(random, 90) },
    })),
    sortBy: random.pick(SORTS) ?? '',
    showCapacity: random.percent(30),
  };
}

function* nodesToShow(): Iterable<Json> {
  const metrics = ['250m 64Mi', '1250000001n 15Gi', '0 1048575'].map((text, index) => {
    const [cpu = '', memory = ''] = text.split(' ');
    return { metadata: { name: NAMES[index] ?? '' }, usage: { cpu, memory } };
  });
  const status = {
    capacity: { cpu: '4', memory: '16Gi' },
    allocatable: { cpu: '3920m', memory: '15Gi' },
  };
  for (const sortBy of ['', 'cpu', 'memory']) {
    for (const showCapacity of [false, true]) {
      for (const known of [[], ['a', 'b', 'c'], ['a', 'x', 'y']]) {
        const list = known.map((name) => ({ metadata: { name }, status }));
        yield { metrics, nodes: list, sortBy, showCapacity };
      }
    }
  }
  for (const part of [
    {},
    { allocatable: { cpu: '0', memory: '0' } },
    { allocatable: { cpu: '1' } },
  ]) {
    const list = [{ metadata: { name: 'a' }, status: part }];
    yield { metrics, nodes: list, sortBy: '', showCapacity: false };
  }
}

function pods(random: Random): JsonObject {
  const metrics = words('default shop').flatMap((namespace) =>
    some(random).map((name) => ({
      metadata: { name, namespace },
      containers: some(random)
        .slice(0, 3)
        .map((title) => ({ name: title, usage: amounts(random, 95) })),
    })),
  );
  return {
    metrics,
    sortBy: random.pick(SORTS) ?? '',
    printContainers: random.percent(50),
    sum: random.percent(30),
  };
}

function* podsToShow(): Iterable<Json> {
  const container = (name: string, cpu: string, memory: string): JsonObject => ({
    name,
    usage: { cpu, memory },
  });
  const metrics = [
    {
      metadata: { name: 'web', namespace: 'shop' },
      containers: [container('app', '100000001n', '64Mi'), container('a', '900m', '1048575')],
    },
    { metadata: { name: 'db', namespace: 'shop' }, containers: [container('app', '1m', '3Gi')] },
    { metadata: { name: 'z', namespace: 'default' }, containers: [] },
  ];
  const lacking = [
    { metadata: { name: 'b', namespace: 'shop' }, containers: [{ name: 'app', usage: {} }] },
    { metadata: { name: 'a', namespace: 'shop' }, containers: [{ name: 'app' }] },
    {
      metadata: { name: 'a', namespace: 'b' },
      containers: [{ name: 'app', usage: { cpu: '1n' } }],
    },
  ];
  for (const sortBy of ['', 'cpu', 'memory']) {
    for (const printContainers of [false, true]) {
      for (const sum of [false, true]) {
        yield { metrics, sortBy, printContainers, sum };
        yield { metrics: lacking, sortBy, printContainers, sum };
      }
    }
  }
}

/** The rows of a table without its headings. */
function rowsOf(text: string): string[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).join(' '));
}

/** Equal amounts may have any order, and nodes without metrics have that of a Go map: compares the amounts in order. */
function compareOrder(
  theirs: readonly string[],
  ours: readonly string[],
  sortBy: string,
  comparison: Comparison,
): void {
  const unit = sortBy === 'memory' ? 'Mi' : 'm';
  const amountsOf = (rows: readonly string[]) =>
    rows.map((row) => row.split(' ').find((cell) => cell.endsWith(unit))).join();
  const sorted = (rows: readonly string[]) => [...rows].sort().join('\n');
  comparison.field('rows', sorted(theirs), sorted(ours));
  comparison.field('amounts in order', amountsOf(theirs), amountsOf(ours));
}

const order = (sortBy: string): UsageOrder | undefined =>
  sortBy === '' ? undefined : (sortBy as UsageOrder);

const topNodes: Operation = {
  name: 'top.nodes',
  program: 'kubernetes',
  examples: nodesToShow,
  generate: nodes,
  compare(input, { out }, comparison) {
    const { metrics, nodes, sortBy, showCapacity } = input as unknown as {
      readonly metrics: readonly NodeMetrics[];
      readonly nodes: readonly Node[];
      readonly sortBy: string;
      readonly showCapacity: boolean;
    };
    const usage = clusterUsage(
      { nodeMetrics: metrics, nodes },
      { sortBy: order(sortBy), showCapacity },
    );
    const cellsOf = ({ name, cpu, memory }: NodeUsage) => [
      name,
      ...[cpu, memory].flatMap(({ usage, text, percent }) => {
        const share = percent === undefined ? [] : [`${percent}%`];
        return [text, ...(usage === undefined ? [text] : share)];
      }),
    ];
    const ours = usage.nodes.map((node) => cellsOf(node).join(' ').trim());
    const { text } = out as { readonly text: string };
    compareOrder(rowsOf(text), ours, sortBy, comparison);
  },
  kind(input, { out }) {
    const { sortBy, showCapacity } = input as { sortBy: string; showCapacity: boolean };
    const { text } = out as { readonly text: string };
    const rows = rowsOf(text);
    // How many nodes are unknown, and how many cells the first row has.
    const unknown = rows.filter((row) => row.includes('<unknown>')).length;
    return [sortBy, showCapacity, Math.min(unknown, 2), rows[0]?.split(' ').length].join();
  },
};

const topPods: Operation = {
  name: 'top.pods',
  program: 'kubernetes',
  examples: podsToShow,
  generate: pods,
  compare(input, { out }, comparison) {
    const { metrics, sortBy, printContainers, sum } = input as unknown as {
      readonly metrics: readonly PodMetrics[];
      readonly sortBy: string;
      readonly printContainers: boolean;
      readonly sum: boolean;
    };
    const usage = clusterUsage({ podMetrics: metrics }, { sortBy: order(sortBy) });
    const amounts = ({ cpu, memory }: Usage) => `${cpu.text} ${memory.text}`;
    const ours = usage.pods.flatMap((pod) => {
      const { namespace, name, containers } = pod;
      return printContainers
        ? containers.map((one) => `${namespace} ${name} ${one.name} ${amounts(one)}`)
        : [`${namespace} ${name} ${amounts(pod)}`];
    });
    const { text } = out as { readonly text: string };
    const theirs = rowsOf(text);
    if (sum && metrics.length > 0) {
      const [, total] = theirs.splice(-2);
      comparison.field('total', total, amounts(usage.total));
    }
    if (printContainers && sortBy !== '') {
      // The order of the Pods depends on sums that the table does not show.
      comparison.field('rows', [...theirs].sort().join('\n'), [...ours].sort().join('\n'));
      return;
    }
    compareOrder(theirs, ours, sortBy, comparison);
  },
  kind(input, { out }) {
    const { sortBy, printContainers, sum } = input as {
      sortBy: string;
      printContainers: boolean;
      sum: boolean;
    };
    const { text } = out as { readonly text: string };
    return [sortBy, printContainers, sum, Math.min(rowsOf(text).length, 6)].join();
  },
};

/** What `kubectl top` prints. */
export const topOperations: readonly Operation[] = [topNodes, topPods];
