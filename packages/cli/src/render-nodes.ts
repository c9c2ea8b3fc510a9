import type { Quantity } from '@kubesem/quantity';
import {
  type AllocatedAmount,
  type Allocation,
  type ClusterAllocation,
  formatNodeAllocation,
  type NodeAllocation,
} from '@kubesem/resources';
import { type Column, renderTable } from './table.js';
import { type Colors, type Output, shorten, visible } from './terminal.js';

const COLUMNS: readonly Column[] = [
  { head: 'RESOURCE' },
  { head: 'ALLOCATABLE', align: 'right' },
  { head: 'REQUESTS', align: 'right' },
  { head: 'LIMITS', align: 'right' },
];

/** A block of lines with a heading. */
interface Block {
  readonly heading: string;
  readonly rows: readonly Row[];
}

interface Row {
  readonly cells: readonly string[];
  /** What is requested as a share of what there is; undefined where there is none. */
  readonly ratio: number | undefined;
}

/**
 * Lays out what is asked for of each node, with the percentages that `kubectl describe node` prints.
 *
 * @param nodes - the nodes
 * @param cluster - what is asked for of all of them; undefined to leave it out
 * @param stdout - on a terminal, each resource has a bar that shows what is requested
 * @returns the lines
 */
export function renderAllocations(
  nodes: readonly NodeAllocation[],
  cluster: ClusterAllocation | undefined,
  { colors, isTerminal }: Output,
): string {
  const blocks: Block[] = nodes.map((node) => ({
    heading: nodeTitle(node.name),
    rows: rowsOf(node, node.pods.length),
  }));
  if (cluster !== undefined && nodes.length !== 1) {
    const heading = `TOTAL of ${count(nodes.length, 'node')}`;
    blocks.push({ heading, rows: rowsOf(cluster, cluster.podCounts.counted) });
  }
  const table = renderTable(
    COLUMNS.map((column) => ({ ...column, head: colors.bold(column.head) })),
    blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
  );
  const [head = '', ...lines] = table.trimEnd().split('\n');
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const barWidth = Math.min(Math.max(TERMINAL_WIDTH - width - 2, MIN_BAR), MAX_BAR);
  let text = `${head}\n`;
  let next = 0;
  for (const { heading, rows } of blocks) {
    // No cell, for it may be longer than any column.
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
  // Not by the ratio: 0.29 times 100 is less than 29.
  const capacity = allocatable.pods?.toNumber() ?? 0;
  const percent = podRatio === undefined ? '' : ` (${Math.floor((pods * 100) / capacity)}%)`;
  return [
    {
      cells: ['  pods', amountCell(allocatable.pods), `${pods}${percent}`, '-'],
      ratio: podRatio,
    },
    ...resourceNames(allocation).map((name) => ({
      cells: [
        `  ${visible(name)}`,
        amountCell(allocatable[name]),
        allocatedCell(requests[name]),
        allocatedCell(limits[name]),
      ],
      ratio: isThere(allocatable[name]) ? (requests[name]?.ratio ?? 0) : undefined,
    })),
  ];
}

const ALWAYS = ['cpu', 'memory'];
const FIRST = [...ALWAYS, 'ephemeral-storage'];

/** The resources that there are, or that are asked for: of huge pages, most nodes have none. */
function resourceNames({ allocatable, requests, limits }: Allocation): string[] {
  const isShown = (name: string) =>
    [allocatable[name], requests[name]?.amount, limits[name]?.amount].some(isThere);
  const names = new Set([allocatable, requests, limits].flatMap(Object.keys));
  const others = [...names].filter((name) => !FIRST.includes(name) && name !== 'pods').sort();
  return [...FIRST, ...others].filter((name) => ALWAYS.includes(name) || isShown(name));
}

function isThere(amount: Quantity | undefined): boolean {
  return amount !== undefined && !amount.isZero();
}

function amountCell(amount: Quantity | undefined): string {
  return amount === undefined ? '-' : shorten(amount.toString());
}

function allocatedCell(allocated: AllocatedAmount | undefined): string {
  if (allocated === undefined) {
    return '-';
  }
  const { amount, percent } = allocated;
  const shown = shorten(amount.toString());
  return percent === undefined ? shown : `${shown} (${percent}%)`;
}

/** What everybody's terminal has; the bar takes what the numbers leave of it. */
const TERMINAL_WIDTH = 80;
const MIN_BAR = 4;
const MAX_BAR = 20;
/** From here on a node counts as nearly full, and as full. */
const NEARLY_FULL = 0.75;
const FULL = 0.9;

/** Draws a share of what there is; more than all of it fills the bar. */
function renderBar(ratio: number | undefined, width: number, colors: Colors): string {
  if (ratio === undefined) {
    return '';
  }
  const filled = Math.round(Math.min(Math.max(ratio, 0), 1) * width);
  // What is there at all is seen.
  const shown = ratio > 0 ? Math.max(filled, 1) : 0;
  const color = ratio >= FULL ? colors.red : ratio >= NEARLY_FULL ? colors.yellow : colors.green;
  return color('█'.repeat(shown)) + colors.dim('░'.repeat(width - shown));
}

/**
 * Prints the tables of Pods and totals that `kubectl describe node` has.
 *
 * @param node - the node
 * @param now - what ages count to
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderPodTables(node: NodeAllocation, now: Date, colors: Colors): string {
  const name = colors.bold(`Name:  ${nodeTitle(node.name)}`);
  return `${name}\n${formatNodeAllocation(visibleNames(node), { now })}\n`;
}

/** The same with names that cannot steer a terminal; of a line as a whole one cannot tell where it was to end. */
function visibleNames(node: NodeAllocation): NodeAllocation {
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

/**
 * Tells how many nodes and Pods there are.
 *
 * @param cluster - all nodes
 * @returns the line
 */
export function renderPodCounts({ nodes, podCounts }: ClusterAllocation): string {
  const { counted, finished, unassigned, unknownNode } = podCounts;
  const parts = [
    `${counted} on them`,
    ...(finished > 0 ? [`${finished} finished`] : []),
    ...(unassigned > 0 ? [`${unassigned} without a node`] : []),
    ...(unknownNode > 0 ? [`${unknownNode} on unknown nodes`] : []),
  ];
  const pods = counted + finished + unassigned + unknownNode;
  return `${count(nodes.length, 'node')}, ${count(pods, 'Pod')}: ${parts.join(', ')}\n`;
}

/** What a node is called. */
export function nodeTitle(name: string): string {
  return name === '' ? '(no name)' : visible(name);
}

/** A number and what it counts. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
