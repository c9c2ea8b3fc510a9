import {
  type AllocatedAmount,
  type Allocation,
  type AllocationDifference,
  type ClusterAllocation,
  formatNodeAllocation,
  freeAmounts,
  type NodeAllocation,
  type PendingResize,
  type PodAllocationExplanation,
  podPercent,
} from '@kubesem/nodes';
import type { Quantity } from '@kubesem/quantity';
import { type Column, column, numbers, tableOf } from '../../frame/columns.js';
import { renderBar } from '../../output/bar.js';
import type { Colors } from '../../output/colors.js';
import { renderTable, tableWidth } from '../../output/table/render.js';
import type { Layout, Table } from '../../output/table/table.js';
import { count, grouped, shorten, visible } from '../../output/text.js';
import { nodeTitle } from '../../shared/node-objects.js';
import { type Explanations, explanationsOf, type NodesModel } from './model.js';

/** Lays out the allocations or the tables of kubectl, the counts, and the explanations. */
export function renderNodes(model: NodesModel, withPods: boolean, layout: Layout): string {
  const { cluster, nodes, isWhole, explanations } = model;
  const { colors } = layout;
  return [
    withPods ? renderPodTables(nodes, colors) : renderAllocations(model, layout),
    cluster.nodes.length > 0 && isWhole ? `\n${renderPodCounts(cluster)}` : '',
    explanations === undefined ? '' : renderNodesExplanation(nodes, explanations, colors),
  ].join('');
}

/** The resources of a node, or of all nodes. */
interface Block {
  readonly heading: string;
  readonly rows: readonly Row[];
}

interface Row {
  readonly resource: string;
  readonly allocatable: Quantity | undefined;
  readonly requests: Share | undefined;
  readonly free: Quantity | undefined;
  readonly limits: Share | undefined;
  /** The requested share; undefined if there is nothing to share. */
  readonly ratio: number | undefined;
}

interface Share {
  readonly amount: string;
  readonly percent: number | undefined;
}

/** The allocations, with the percentages of `kubectl describe node`; on a terminal with a bar for each resource. */
function renderAllocations(model: NodesModel, layout: Layout): string {
  if (model.nodes.length === 0) {
    return '';
  }
  // Resources that are sorted need their nodes on the same line.
  const table =
    layout.sortBy === undefined
      ? groupedTable(model, layout)
      : tableOf(COLUMNS, amountLines(model))(layout);
  return renderTable(table, layout);
}

/** The columns of the resources of each node; on a terminal with room for it, with a bar. */
function groupedColumns(bar: number): readonly Column<Row>[] {
  return [
    column('RESOURCE', ({ resource }) => `  ${resource}`),
    numbers('ALLOCATABLE', ({ allocatable }) => amountText(allocatable), { drop: 2 }),
    numbers('REQUESTS', ({ requests }) => shareText(requests)),
    numbers('FREE', ({ free }) => amountText(free)),
    numbers('LIMITS', ({ limits }) => shareText(limits), { drop: 1 }),
    column('', () => '', {
      isShown: () => bar > 0,
      paint: (_, { ratio }, colors) => renderBar(ratio, bar, colors),
    }),
  ];
}

function groupedTable({ nodes, cluster, isWhole }: NodesModel, layout: Layout): Table {
  const { colors, isTerminal, width = TERMINAL_WIDTH } = layout;
  const blocks = nodes.map(blockOf);
  if (isWhole && nodes.length !== 1) {
    const heading = `TOTAL of ${count(nodes.length, 'node')}`;
    blocks.push({ heading, rows: rowsOf(cluster, cluster.podCounts.counted) });
  }
  const tableWith = (bar: number): Table => {
    const parts = blocks.map(({ rows }) => tableOf(groupedColumns(bar), rows)(layout));
    return {
      columns: parts[0]?.columns ?? [],
      // A heading is not a cell, because it may be longer than any column.
      rows: blocks.flatMap(({ heading }, index) => [
        colors.bold(heading),
        ...(parts[index]?.rows ?? []),
      ]),
    };
  };
  const table = tableWith(0);
  // The width is not needed elsewhere, and takes as long as the table.
  const left = isTerminal ? width - tableWidth(table) - 2 : 0;
  return left >= MIN_BAR ? tableWith(Math.min(left, MAX_BAR)) : table;
}

/** The amounts of a resource of a node. */
interface AmountLine extends Row {
  readonly node: string;
}

/** The columns of CSV, with numbers and percentages in columns of their own. */
export const COLUMNS: readonly Column<AmountLine>[] = [
  column('NODE', ({ node }) => node),
  column('RESOURCE', ({ resource }) => resource),
  numbers('ALLOCATABLE', ({ allocatable }) => amountText(allocatable), { drop: 3 }),
  numbers('REQUESTS', ({ requests }) => requests?.amount),
  numbers('REQUESTS %', ({ requests }) => requests?.percent, { drop: 4 }),
  numbers('FREE', ({ free }) => amountText(free)),
  numbers('LIMITS', ({ limits }) => limits?.amount, { drop: 2 }),
  numbers('LIMITS %', ({ limits }) => limits?.percent, { drop: 1 }),
];

/** One line for each resource of each node. */
export function amountLines({ nodes }: NodesModel): readonly AmountLine[] {
  return nodes
    .map(blockOf)
    .flatMap(({ heading, rows }) => rows.map((row) => ({ node: heading, ...row })));
}

function blockOf(node: NodeAllocation): Block {
  return { heading: nodeTitle(node.name), rows: rowsOf(node, node.podCount) };
}

function rowsOf(allocation: Allocation, pods: number): Row[] {
  const { allocatable, requests, limits, podRatio } = allocation;
  const free = freeAmounts(allocation, pods);
  return [
    {
      resource: 'pods',
      allocatable: allocatable.pods,
      requests: { amount: `${pods}`, percent: podPercent(allocation, pods) },
      free: free.pods,
      limits: undefined,
      ratio: podRatio,
    },
    ...resourceNames(allocation).map((name) => ({
      resource: visible(name),
      allocatable: allocatable[name],
      requests: shareOf(requests[name]),
      free: free[name],
      limits: shareOf(limits[name]),
      ratio: isPositive(allocatable[name]) ? (requests[name]?.ratio ?? 0) : undefined,
    })),
  ];
}

function shareOf(allocated: AllocatedAmount | undefined): Share | undefined {
  return allocated && { amount: shorten(allocated.amount.toString()), percent: allocated.percent };
}

function shareText(share: Share | undefined): string | undefined {
  return share?.percent === undefined ? share?.amount : `${share.amount} (${share.percent}%)`;
}

const ALWAYS = ['cpu', 'memory'];
const FIRST = [...ALWAYS, 'ephemeral-storage'];

/** The resources that exist or are requested: most nodes have no huge pages, for example. */
function resourceNames({ allocatable, requests, limits }: Allocation): string[] {
  const isShown = (name: string) =>
    [allocatable[name], requests[name]?.amount, limits[name]?.amount].some(isPositive);
  const names = new Set([allocatable, requests, limits].flatMap(Object.keys));
  const others = [...names].filter((name) => !FIRST.includes(name) && name !== 'pods').sort();
  return [...FIRST, ...others].filter((name) => ALWAYS.includes(name) || isShown(name));
}

function isPositive(amount: Quantity | undefined): boolean {
  return amount !== undefined && !amount.isZero();
}

function amountText(amount: Quantity | undefined): string | undefined {
  return amount && shorten(amount.toString());
}

/** The width of most terminals; the bar gets what the numbers leave. */
const TERMINAL_WIDTH = 80;
const MIN_BAR = 4;
const MAX_BAR = 20;
/** The tables of Pods and totals of `kubectl describe node`. */
function renderPodTables(nodes: readonly NodeAllocation[], colors: Colors): string {
  const now = new Date();
  return nodes
    .map((node) => {
      const name = colors.bold(`Name:  ${nodeTitle(node.name)}`);
      return `${name}\n${formatNodeAllocation(withVisibleNames(node), { now })}`;
    })
    .join('\n');
}

/** Escapes the names before the layout: afterwards nobody knows where a line was meant to end. */
function withVisibleNames(node: NodeAllocation): NodeAllocation {
  const keys = <T extends object>(amounts: T): T =>
    Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [visible(key), amount])) as T;
  return {
    ...node,
    allocatable: keys(node.allocatable),
    requests: keys(node.requests),
    limits: keys(node.limits),
    pods: node.pods.map((pod) => ({
      ...pod,
      namespace: visible(pod.namespace),
      name: visible(pod.name),
    })),
  };
}

function renderPodCounts({ nodes, podCounts }: ClusterAllocation): string {
  const { counted, finished, unassigned, unknownNode } = podCounts;
  const parts = [
    [counted, 'counted'],
    [finished, 'finished'],
    [unassigned, 'without a node'],
    [unknownNode, 'on unknown nodes'],
  ] as const;
  const shown = parts
    .filter(([number], index) => index === 0 || number > 0)
    .map(([number, state]) => `${grouped(number)} ${state}`);
  const pods = counted + finished + unassigned + unknownNode;
  return `${count(nodes.length, 'node')}, ${count(pods, 'Pod')}: ${shown.join(', ')}\n`;
}

/**
 * Explains why Pods do not count on their nodes, and where the tables of `kubectl describe node` disagree.
 *
 * @param nodes - the nodes
 * @param explanations - of the Pods that need one, by node
 * @param colors - for the terminal
 * @returns the lines
 */
function renderNodesExplanation(
  nodes: readonly NodeAllocation[],
  explanations: Explanations,
  colors: Colors,
): string {
  const blocks = nodes.map(({ name, allocatableFrom, podCount }) => ({
    heading: nodeTitle(name),
    lines: [
      SOURCES[allocatableFrom ?? 'none'],
      `${count(podCount, 'Pod')} counted`,
      ...explanationsOf(name, explanations).flatMap(explainPod),
    ],
  }));
  const unassigned = explanations.get('') ?? [];
  if (unassigned.length > 0) {
    blocks.push({ heading: 'without a node', lines: unassigned.flatMap(explainPod) });
  }
  return blocks
    .map(
      ({ heading, lines }) =>
        `\n${colors.bold(heading)}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    )
    .join('');
}

const SOURCES = {
  allocatable: 'percentages of status.allocatable',
  capacity: 'percentages of status.capacity: status.allocatable is empty',
  none: 'no percentages: status has neither allocatable nor capacity',
} as const;

const RULES = {
  ON_NODE: '',
  OTHER_NODE: 'it is on another node',
  UNASSIGNED: 'the scheduler has not assigned a node',
  FINISHED: 'it has finished',
} as const;

function explainPod(pod: PodAllocationExplanation): string[] {
  const { namespace, name, phase, rule, counts, differences, pendingResize } = pod;
  const title = `${visible(namespace)}/${visible(name)}`;
  return counts
    ? [
        ...(pendingResize === undefined ? [] : [`${title} ${explainResize(pendingResize)}`]),
        ...differences.map((difference) => `${title} ${explainDifference(difference)}`),
      ]
    : [`${title} does not count: ${RULES[rule]}${phase === '' ? '' : ` (${visible(phase)})`}`];
}

const RESIZES = {
  Deferred:
    'its resize is deferred: until the node makes it, its row and the scheduler count the higher of spec and status',
  Infeasible:
    'its resize is infeasible: its row and the scheduler count what it has, the total counts the spec',
} as const;

function explainResize({ reason, message }: PendingResize): string {
  return `${RESIZES[reason]}${message === '' ? '' : ` (${visible(message)})`}`;
}

function explainDifference({ resource, side, row, total, source }: AllocationDifference): string {
  const what = `${visible(resource)} ${side === 'requests' ? 'request' : 'limit'}`;
  const from = source === undefined ? '' : ` (${source})`;
  return `${what}: ${row ?? 'none'} in its row${from}, ${total ?? 'none'} in the total (spec)`;
}
