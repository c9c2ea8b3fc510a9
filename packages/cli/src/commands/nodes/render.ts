import {
  type AllocatedAmount,
  type Allocation,
  type ClusterAllocation,
  formatNodeAllocation,
  type NodeAllocation,
  podPercent,
} from '@kubesem/nodes';
import type { Quantity } from '@kubesem/quantity';
import type { Output } from '../../io/terminal.js';
import { renderBar } from '../../output/bar.js';
import type { Colors } from '../../output/colors.js';
import { renderTable, right } from '../../output/table.js';
import { count, NONE, shorten, visible } from '../../output/text.js';
import { nodeTitle, renderNodesExplanation } from './explanation.js';
import type { NodesModel } from './model.js';

/** Lays out the allocations or the tables of kubectl, the counts, and the explanations. */
export function renderNodes(model: NodesModel, withPods: boolean, stdout: Output): string {
  const { cluster, nodes, isWhole, explanations } = model;
  const { colors } = stdout;
  return [
    withPods ? renderPodTables(nodes, colors) : renderAllocations(model, stdout),
    cluster.nodes.length > 0 && isWhole ? `\n${renderPodCounts(cluster)}` : '',
    explanations === undefined ? '' : renderNodesExplanation(nodes, explanations, colors),
  ].join('');
}

/** A heading and the rows of the table below it. */
interface Block {
  readonly heading: string;
  readonly rows: readonly Row[];
}

interface Row {
  readonly cells: readonly string[];
  /** The requested share; undefined if there is nothing to share. */
  readonly ratio: number | undefined;
}

/** The allocations, with the percentages of `kubectl describe node`; on a terminal with a bar for each resource. */
function renderAllocations(
  { nodes, cluster, isWhole }: NodesModel,
  { colors, isTerminal }: Output,
): string {
  if (nodes.length === 0) {
    return '';
  }
  const blocks: Block[] = nodes.map((node) => ({
    heading: nodeTitle(node.name),
    rows: rowsOf(node, node.podCount),
  }));
  if (isWhole && nodes.length !== 1) {
    const heading = `TOTAL of ${count(nodes.length, 'node')}`;
    blocks.push({ heading, rows: rowsOf(cluster, cluster.podCounts.counted) });
  }
  const table = renderTable(
    ['RESOURCE', right('ALLOCATABLE'), right('REQUESTS'), right('LIMITS')],
    blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
    colors,
  );
  const [head = '', ...lines] = table.trimEnd().split('\n');
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const barWidth = Math.min(Math.max(TERMINAL_WIDTH - width - 2, MIN_BAR), MAX_BAR);
  let text = `${head}\n`;
  let next = 0;
  for (const { heading, rows } of blocks) {
    // Not a cell, because it may be longer than any column.
    text += `${colors.bold(heading)}\n`;
    for (const { ratio } of rows) {
      const line = lines[next++] ?? '';
      const bar = isTerminal ? renderBar(ratio, barWidth, colors) : '';
      text += bar === '' ? `${line}\n` : `${line.padEnd(width)}  ${bar}\n`;
    }
  }
  return text;
}

function rowsOf(allocation: Allocation, pods: number): Row[] {
  const { allocatable, requests, limits, podRatio } = allocation;
  const podCell = withPercent(`${pods}`, podPercent(allocation, pods));
  return [
    { cells: ['  pods', amountCell(allocatable.pods), podCell, NONE], ratio: podRatio },
    ...resourceNames(allocation).map((name) => ({
      cells: [
        `  ${visible(name)}`,
        amountCell(allocatable[name]),
        allocatedCell(requests[name]),
        allocatedCell(limits[name]),
      ],
      ratio: isPositive(allocatable[name]) ? (requests[name]?.ratio ?? 0) : undefined,
    })),
  ];
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

function amountCell(amount: Quantity | undefined): string {
  return amount === undefined ? NONE : shorten(amount.toString());
}

function allocatedCell(allocated: AllocatedAmount | undefined): string {
  return allocated === undefined
    ? NONE
    : withPercent(shorten(allocated.amount.toString()), allocated.percent);
}

function withPercent(amount: string, percent: number | undefined): string {
  return percent === undefined ? amount : `${amount} (${percent}%)`;
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
    .map(([number, state]) => `${number.toLocaleString('en')} ${state}`);
  const pods = counted + finished + unassigned + unknownNode;
  return `${count(nodes.length, 'node')}, ${count(pods, 'Pod')}: ${shown.join(', ')}\n`;
}
