import type { Amounts, PodTotals, Summary, Totals } from '@kubesem/inspect';
import {
  type Cells,
  type Column,
  type Layout,
  right,
  type Table,
} from '../../output/table/table.js';
import { NONE, visible } from '../../output/text.js';

/** The columns of requests and limits. */
export const AMOUNT_COLUMNS: readonly Column[] = [
  right('CPU-REQ'),
  right('CPU-LIM', 4),
  right('MEM-REQ'),
  right('MEM-LIM', 5),
  { head: 'OTHER REQ/LIM', optional: true, drop: 1 },
];

/** The cells of {@link AMOUNT_COLUMNS}. */
export function amountCells({ requests, limits }: Amounts): string[] {
  const cell = (amounts: Amounts['requests'], name: string) => amounts[name]?.toString() ?? NONE;
  const others = new Set([...Object.keys(requests), ...Object.keys(limits)]);
  others.delete('cpu');
  others.delete('memory');
  return [
    cell(requests, 'cpu'),
    cell(limits, 'cpu'),
    cell(requests, 'memory'),
    cell(limits, 'memory'),
    [...others]
      .map((name) => `${visible(name)} ${cell(requests, name)}/${cell(limits, name)}`)
      .join(', '),
  ];
}

/** The totals of all objects, by namespace. */
export function summaryTable(summary: Summary, { colors }: Layout): Table {
  const total = totalRows('TOTAL', summary);
  return {
    columns: ['NAMESPACE', right('PODS'), ...AMOUNT_COLUMNS],
    rows: summary.namespaces.flatMap((totals) => totalRows(visible(totals.namespace), totals)),
    footer: total.map((row) => row.map((cell) => (cell ? colors.bold(cell) : cell))),
  };
}

/** The totals of the cluster, what autoscalers make of them, and what DaemonSets add on each node. */
function totalRows(name: string, totals: Totals): Cells[] {
  const row = (title: string, part: PodTotals, sign = '') => [
    title,
    `${sign}${part.pods}`,
    ...amountCells(part),
  ];
  const { autoscaled, perNode } = totals;
  return [
    row(name, totals),
    ...(autoscaled ? [row('  at least', autoscaled.min), row('  at most', autoscaled.max)] : []),
    ...(perNode.pods === 0 ? [] : [row('  per node', perNode, '+')]),
  ];
}
