import { formatAge, type Timestamp } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { isHugePages } from '@kubesem/resources/internal';
import type { AllocatedAmount, NodeAllocation } from './allocation.js';
import { toInt64 } from './int64.js';
import { percentOf } from './shares.js';

/** Options for printing the tables of a node. */
export interface FormatNodeAllocationOptions {
  /** The current time, for the ages of the Pods; without it they are `<unknown>`. */
  readonly now?: Timestamp | undefined;
}

/** kubectl aligns the first column of the Pods with the lines above the table; this one is the widest. */
const WIDTH_ABOVE = '  Container Runtime Version:'.length;

/** The resources that the totals always show. */
const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];

/**
 * Prints the tables of the Pods and the totals of a node exactly as `kubectl describe node` does, from
 * `Non-terminated Pods:` to the line before the events.
 *
 * The text is that of kubectl, including its oddities: percentages are truncated; if nothing is allocatable, a Pod requests
 * -9223372036854775808%. The totals show cpu, memory, ephemeral storage and the other allocatable resources.
 *
 * @param allocation - the result of `nodeAllocation`
 * @param options - the current time
 * @returns the text, which ends with a line feed
 *
 * @example
 * ```ts
 * import { formatNodeAllocation, nodeAllocation } from '@kubesem/nodes';
 *
 * const spec = {
 *   nodeName: 'n1',
 *   containers: [{ name: 'web', resources: { requests: { cpu: '950m' } } }],
 * };
 * const metadata = { namespace: 'shop', name: 'web', creationTimestamp: '2026-01-01T00:00:00Z' };
 * const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '4', memory: '8Gi' } } };
 * const allocation = nodeAllocation(node, { pods: [{ metadata, spec }] });
 * const lines = formatNodeAllocation(allocation, { now: '2026-01-09T00:00:00Z' }).split('\n');
 * lines[3] // => '  shop                        web     950m (23%)    0 (0%)      0 (0%)           0 (0%)         8d'
 * lines[8] // => '  cpu                950m (23%)  0 (0%)'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function formatNodeAllocation(
  allocation: NodeAllocation,
  options: FormatNodeAllocationOptions = {},
): string {
  const pods = [
    ['Non-terminated Pods:', `(${allocation.pods.length} in total)`],
    '  Namespace|Name||CPU Requests|CPU Limits|Memory Requests|Memory Limits|Age'.split('|'),
    '  ---------|----||------------|----------|---------------|-------------|---'.split('|'),
    ...podLines(allocation, options),
  ];
  const totals = [
    ['  Resource', 'Requests', 'Limits'],
    ['  --------', '--------', '------'],
    ...totalLines(allocation),
  ];
  return `${alignColumns(pods, WIDTH_ABOVE)}Allocated resources:
  (Total limits may be over 100 percent, i.e., overcommitted.)
${alignColumns(totals)}`;
}

function podLines(
  { pods, allocatable }: NodeAllocation,
  { now }: FormatNodeAllocationOptions,
): string[][] {
  const nothing = (name: string): string =>
    withPercent(undefined, percentOf(0, Number(toInt64(name, allocatable[name]))));
  const absent = { cpu: nothing('cpu'), memory: nothing('memory') };
  return pods.map(({ namespace, name, creationTimestamp, requests, limits }) => [
    `  ${printable(namespace)}`,
    printable(name),
    '',
    cell(requests.cpu, absent.cpu),
    cell(limits.cpu, absent.cpu),
    cell(requests.memory, absent.memory),
    cell(limits.memory, absent.memory),
    formatAge(creationTimestamp, now),
  ]);
}

function totalLines({ allocatable, requests, limits }: NodeAllocation): string[][] {
  const others = Object.keys(allocatable)
    .filter((name) => !STANDARD.includes(name))
    .sort();
  const hugePages = others.filter(isHugePages);
  const extended = others.filter((name) => !isHugePages(name) && name !== 'pods');
  return [
    ...[...STANDARD, ...hugePages].map((name) => [
      `  ${printable(name)}`,
      cell(requests[name], '0 (0%)'),
      cell(limits[name], '0 (0%)'),
    ]),
    ...extended.map((name) => [
      `  ${printable(name)}`,
      `${requests[name]?.amount ?? 0}`,
      `${limits[name]?.amount ?? 0}`,
    ]),
  ];
}

function cell(share: AllocatedAmount | undefined, absent: string): string {
  return share ? withPercent(share.amount, share.percent ?? 0) : absent;
}

/** JavaScript prints the smallest int64 with fewer digits. */
function withPercent(amount: Quantity | undefined, percent: number): string {
  return `${amount ?? 0} (${Number.isSafeInteger(percent) ? percent : BigInt(percent)}%)`;
}

/**
 * Replaces the characters that control a terminal.
 *
 * Source: `k8s.io/cli-runtime/pkg/printers` v0.37.1, `WriteEscaped`.
 */
function printable(text: string): string {
  return text.split('\u001b').join('^[').split('\r').join('\\r');
}

/** Spaces between columns. */
const PADDING = 2;

/**
 * Aligns lines of cells in columns as kubectl does: the last cell of a line has no width.
 *
 * Source: Go's `text/tabwriter`, as `k8s.io/kubectl/pkg/describe` v0.37.1 configures it.
 */
function alignColumns(lines: readonly (readonly string[])[], firstWidth = 0): string {
  const widths = [firstWidth];
  for (const cells of lines) {
    for (let column = 0; column < cells.length - 1; column++) {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cells[column] as string));
    }
  }
  let text = '';
  for (const cells of lines) {
    cells.forEach((cell, column) => {
      const isLast = column === cells.length - 1;
      const padding = isLast ? 0 : (widths[column] as number) + PADDING - widthOf(cell);
      text += cell + ' '.repeat(padding);
    });
    text += '\n';
  }
  return text;
}

/** The number of code points, because Go counts runes. */
function widthOf(cell: string): number {
  return cell.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;
}
