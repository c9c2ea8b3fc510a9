import { NONE } from '../text.js';
import { fitColumns, pad, truncate, widthOf } from './fit.js';
import { sortRows } from './sort.js';
import { type Cells, columnsOf, type Layout, PLAIN, type Table } from './table.js';

/**
 * Lays out a table as kubectl does: headings, and columns two spaces apart. If it is wider than the terminal, columns are
 * omitted, and then long cells are shortened. Libraries need seconds to minutes for the 30,000 rows of the nodes of the
 * largest cluster; this needs a tenth of a second.
 *
 * @param table - the columns and the rows
 * @param layout - width, colors, headings and order
 * @returns the lines, each with its end
 * @throws UnknownColumnError if there is no column to sort by
 */
export function renderTable(table: Table, layout: Layout): string {
  const { colors, width = Number.POSITIVE_INFINITY, headers } = layout;
  const all = columnsOf(table);
  const lines = [...sortRows(table, layout.sortBy), ...(table.footer ?? [])];
  const rows = lines.filter((line) => typeof line !== 'string');
  const filled = all.flatMap(({ head, optional, ...column }, index) =>
    optional && rows.every((row) => row[index] === '' || row[index] === NONE)
      ? []
      : [{ ...column, head, index, width: widthOfColumn(rows, index, headers ? head : '') }],
  );
  const { columns, isCut, dropped } = fitColumns(filled, width);
  const render = (cells: Cells) =>
    columns
      .map((column) => pad(cells[column.index] ?? '', column))
      .join('  ')
      .trimEnd();
  const text = [
    ...(headers ? [render(all.map(({ head }) => colors.bold(head)))] : []),
    ...lines.map((line) => (typeof line === 'string' ? truncate(line, width) : render(line))),
    ...(isCut || dropped.length > 0 ? [colors.dim(truncate(hint(dropped), width))] : []),
  ];
  return text.map((line) => `${line}\n`).join('');
}

/** The width of a table without its headings across all columns. */
export function tableWidth({ columns, rows, footer = [] }: Table): number {
  const cells = [...rows, ...footer].filter((line) => typeof line !== 'string');
  const text = renderTable({ columns, rows: cells }, PLAIN);
  return text.split('\n').reduce((most, line) => Math.max(most, widthOf(line)), 0);
}

function widthOfColumn(rows: readonly Cells[], index: number, head: string): number {
  return rows.reduce(
    (most, row) => Math.max(most, widthOf(row[index] ?? '')),
    Math.max(head.length, 1),
  );
}

function hint(dropped: readonly string[]): string {
  const hidden = dropped.length === 0 ? 'Cells are shortened' : `Hidden: ${dropped.join(', ')}`;
  return `${hidden} (-o wide shows everything)`;
}
