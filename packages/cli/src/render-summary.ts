import type { Summary, Totals } from '@kubesem/inspect';
import { amountCells, withoutEmptyColumn } from './render-table.js';
import { type Column, renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

const COLUMNS: readonly Column[] = [
  { head: 'NAMESPACE' },
  { head: 'PODS', align: 'right' },
  { head: 'CPU-REQ', align: 'right' },
  { head: 'CPU-LIM', align: 'right' },
  { head: 'MEM-REQ', align: 'right' },
  { head: 'MEM-LIM', align: 'right' },
  { head: 'OTHER REQ/LIM' },
];

/**
 * Lays out what all objects ask for together, by namespace.
 *
 * @param summary - the totals
 * @param colors - for the terminal
 * @returns the table
 */
export function renderSummary(summary: Summary, colors: Colors): string {
  const rows = [
    ...summary.namespaces.flatMap((totals) => totalRows(visible(totals.namespace), totals)),
    ...totalRows('TOTAL', summary).map((row) =>
      row.map((cell) => (cell ? colors.bold(cell) : cell)),
    ),
  ];
  const shown = withoutEmptyColumn(COLUMNS, rows, 'OTHER REQ/LIM');
  return renderTable(
    shown.columns.map((column) => ({ ...column, head: colors.bold(column.head) })),
    shown.rows,
  );
}

/** What the whole cluster gives, and what each node gives to DaemonSets besides. */
function totalRows(name: string, totals: Totals): string[][] {
  const row = [name, String(totals.pods), ...amountCells(totals)];
  const { perNode } = totals;
  return perNode.pods === 0
    ? [row]
    : [row, [`  each node`, `+${perNode.pods}`, ...amountCells(perNode)]];
}
