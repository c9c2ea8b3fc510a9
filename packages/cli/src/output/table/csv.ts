import { stringify } from 'csv-stringify/sync';
import { NONE } from '../text.js';
import { sortRows, withoutColors } from './sort.js';
import { type Cells, columnsOf, type Layout, type Table } from './table.js';

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
