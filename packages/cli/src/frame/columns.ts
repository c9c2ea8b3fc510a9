import { areInSeveralNamespaces, type NamedObject } from '../io/named.js';
import type { Colors } from '../output/colors.js';
import { renderTable } from '../output/table/render.js';
import type { Cells, Layout, Table, Column as TableColumn } from '../output/table/table.js';
import { NONE, placeOf, visible } from '../output/text.js';

/** A column of a table, for all formats: its heading, and its cell in the row of a `Row`. */
export interface Column<Row> extends Omit<TableColumn, 'sortBy'> {
  /** The text of a cell. Nothing becomes a hyphen; null is empty, as in a line that belongs to the one above. */
  cell(row: Row): string | number | undefined | null;
  /** Colors the text of a cell. */
  paint?(text: string, row: Row, colors: Colors): string;
  /** The number to sort by, if the cell only shows it roughly. */
  sortBy?(row: Row): number | undefined;
  /** Whether the table has the column; by default always. */
  isShown?(layout: Layout, rows: readonly Row[]): boolean;
}

type Rules<Row> = Partial<Omit<Column<Row>, 'head' | 'cell'>>;

/** A column of texts. */
export function column<Row>(
  head: string,
  cell: Column<Row>['cell'],
  rules: Rules<Row> = {},
): Column<Row> {
  return { head, cell, ...rules };
}

/** A column of numbers. */
export function numbers<Row>(
  head: string,
  cell: Column<Row>['cell'],
  rules: Rules<Row> = {},
): Column<Row> {
  return { head, align: 'right', cell, ...rules };
}

/** Lays out objects, one a line. */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): (layout: Layout) => Table {
  return (layout) => {
    const shown = columns.filter(({ isShown }) => isShown?.(layout, rows) ?? true);
    const rowOf = new Map<Cells, Row>(
      rows.map((row) => [shown.map((each) => cellOf(each, row, layout.colors)), row]),
    );
    return {
      columns: shown.map(({ sortBy, ...each }) => ({
        ...each,
        sortBy: sortBy && ((cells) => sortBy(rowOf.get(cells) as Row)),
      })),
      rows: [...rowOf.keys()],
    };
  };
}

/** A table as a part of a text; empty without rows. */
export function renderRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  layout: Layout,
): string {
  return rows.length === 0 ? '' : renderTable(tableOf(columns, rows)(layout), layout);
}

function cellOf<Row>({ cell, paint }: Column<Row>, row: Row, colors: Colors): string {
  const content = cell(row);
  if (content === null) {
    return '';
  }
  const text = visible(`${content ?? ''}`) || NONE;
  return paint?.(text, row, colors) ?? text;
}

/** The column of namespaces, which a table has if there are several, and with `-o wide`. */
export function namespaces<Row extends NamedObject>(): Column<Row> {
  return column('NAMESPACE', ({ namespace }) => namespace, {
    isShown: (layout, rows) => isWide(layout) || areInSeveralNamespaces(rows),
  });
}

/** The column of the places of objects, for editors. */
export function location<Row extends Parameters<typeof placeOf>[0]>(): Column<Row> {
  return column('LOCATION', placeOf, { isShown: isDetailed });
}

/** Whether a table has the columns of details: with `-o wide` and in CSV. */
export function isDetailed({ output }: Layout): boolean {
  return output === 'wide' || output === 'csv';
}

/** Whether a table shows everything: with `-o wide`. */
export function isWide({ output }: Layout): boolean {
  return output === 'wide';
}
