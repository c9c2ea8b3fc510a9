import { type Quantity, safeParseQuantity } from '@kubesem/quantity';
import { stringify } from 'csv-stringify/sync';
import { NONE } from '../text.js';
import { type Cells, type Column, columnsOf, type Layout, type Table } from './table.js';

/** There is no column to sort by. */
export class UnknownColumnError extends Error {}

/**
 * Sorts the lines of a table; those that belong to another one stay below it.
 *
 * @param table - the table
 * @param sortBy - heading of a column, in any case; the largest is first if it starts with `-`; undefined for no sorting
 * @returns the lines, in ascending order; those with an empty cell are last, and equal ones keep their order
 * @throws UnknownColumnError if the table has no such column
 */
export function sortRows(table: Table, sortBy: string | undefined): Table['rows'] {
  if (sortBy === undefined) {
    return table.rows;
  }
  const isDescending = sortBy.startsWith('-');
  const [column, index] = findColumn(columnsOf(table), isDescending ? sortBy.slice(1) : sortBy);
  const groups: Group[] = [];
  for (const line of table.rows) {
    const [first = ''] = line;
    if (groups.length === 0 || !(first === '' || first.startsWith(' '))) {
      const text = withoutColors(line[index] ?? '');
      const amount = column.sortBy ? exactAmount(column, line) : column.align && amountOf(text);
      groups.push({ text, amount, lines: [] });
    }
    groups.at(-1)?.lines.push(line);
  }
  const collator = new Intl.Collator('en', { numeric: true });
  const isEmpty = ({ text }: Group) => text === '' || text === NONE;
  const sorted = groups
    .filter((group) => !isEmpty(group))
    .sort((a, b) => (isDescending ? compare(b, a, collator) : compare(a, b, collator)));
  return [...sorted, ...groups.filter(isEmpty)].flatMap(({ lines }) => lines);
}

/** A line with those that belong to it, and its cell to sort by. */
interface Group {
  readonly text: string;
  /** Of a row in a column of numbers. */
  readonly amount: Quantity | undefined;
  readonly lines: (string | Cells)[];
}

function findColumn(columns: readonly Column[], name: string): [Column, number] {
  const normal = (text: string) => text.toLowerCase().replaceAll(/[ _-]/g, '');
  const index = columns.findIndex(({ head }) => normal(head) === normal(name));
  const column = columns[index];
  if (column === undefined) {
    const heads = columns.map(({ head }) => head).filter((head) => head !== '');
    throw new UnknownColumnError(
      `no column ${JSON.stringify(name)} to sort by; columns: ${heads.join(', ')}`,
    );
  }
  return [column, index];
}

/** Cells without the codes of their colors. */
function withoutColors(cell: string): string {
  return cell.replaceAll(/\u001b\[[\d;]*m/g, '');
}

/** Amounts come first; other text is compared as people read it, so `web-9` precedes `web-10`. */
function compare(a: Group, b: Group, collator: Intl.Collator): number {
  if (a.amount !== undefined && b.amount !== undefined) {
    return a.amount.cmp(b.amount);
  }
  const isAmount = ({ amount }: Group) => (amount === undefined ? 1 : 0);
  return isAmount(a) - isAmount(b) || collator.compare(a.text, b.text);
}

function exactAmount({ sortBy }: Column, line: string | Cells): Quantity | undefined {
  const number = typeof line === 'string' ? undefined : sortBy?.(line);
  return number === undefined ? undefined : safeParseQuantity(String(number)).value;
}

/** The first amount in a cell such as `800m`, `2 (1%)`, `3/node`, `<1ms`, `1.5 GiB` or `12 → 7`. */
function amountOf(cell: string): Quantity | undefined {
  const [, number = '', unit = ''] = /^<?([-+]?[\d.]+) ?([a-zA-Z]*)/.exec(cell) ?? [];
  // Durations have seconds and thousandths of a second, sizes have bytes.
  const suffix = unit === 'ms' ? 'm' : unit.replace(/[sB]$/, '');
  const [exact, plain] = [safeParseQuantity(number + suffix), safeParseQuantity(number)];
  return exact.ok ? exact.value : plain.value;
}

/**
 * Writes a table as CSV, as RFC 4180 defines it. Empty cells are empty, and cells that repeat those above are written in
 * full. A cell that a spreadsheet would run as a formula starts with `'`.
 *
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 *
 * @param table - the columns and the rows
 * @param layout - headings and order
 * @returns the lines, each with its end
 */
export function renderCsv(table: Table, { headers, sortBy }: Layout): string {
  let above: Cells = [];
  const records = sortRows(table, sortBy).flatMap((line) => {
    if (typeof line === 'string') {
      return [];
    }
    const isRepeated = line.findIndex((cell) => cell !== '');
    const cells = line.map((cell, index) =>
      index < isRepeated ? (above[index] ?? '') : withoutColors(cell).trim(),
    );
    above = cells;
    return [cells.map((cell) => (cell === NONE ? '' : cell))];
  });
  const heads = columnsOf(table).map(({ head }) => head);
  return stringify(headers ? [heads, ...records] : records, {
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
