import { safeParseQuantity } from '@kubesem/quantity';
import { NONE } from '../text.js';
import { type Cells, type Column, columnsOf, type Table } from './table.js';

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
  const groups: { readonly key: string; readonly lines: (string | Cells)[] }[] = [];
  for (const line of table.rows) {
    const [first = ''] = line;
    if (groups.length === 0 || !(first === '' || first.startsWith(' '))) {
      groups.push({ key: withoutColors(line[index] ?? ''), lines: [] });
    }
    groups.at(-1)?.lines.push(line);
  }
  const compare = column.align === 'right' ? byNumber : byText;
  const isEmpty = ({ key }: { readonly key: string }) => key === '' || key === NONE;
  const sorted = groups
    .filter((group) => !isEmpty(group))
    .sort((a, b) => (isDescending ? compare(b.key, a.key) : compare(a.key, b.key)));
  return [...sorted, ...groups.filter(isEmpty)].flatMap(({ lines }) => lines);
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
export function withoutColors(cell: string): string {
  return cell.replaceAll(/\u001b\[[\d;]*m/g, '');
}

const collator = new Intl.Collator('en', { numeric: true });

function byText(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Compares the first amounts of cells such as `800m`, `2 (1%)`, `3/node`, `59.9ms` or `12 → 7`. */
function byNumber(a: string, b: string): number {
  return amountOf(a)?.cmp(amountOf(b) ?? 0) ?? byText(a, b);
}

function amountOf(cell: string) {
  const [, number = '', unit = ''] = /^<?([-+]?[\d.]+)([a-zA-Z]*)/.exec(cell) ?? [];
  // Durations: seconds and thousandths of a second.
  const suffix = unit === 's' ? '' : unit === 'ms' ? 'm' : unit;
  const read = safeParseQuantity(number + suffix);
  return read.ok ? read.value : undefined;
}
