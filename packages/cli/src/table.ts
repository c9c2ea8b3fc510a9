import Table from 'cli-table3';
import stringWidth from 'string-width';

/** A column: its heading, and whether its cells are numbers. */
export interface Column {
  readonly head: string;
  readonly align?: 'right' | undefined;
}

const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((part) => [`${side}${part}`, '']),
  ),
);

/** The library compares every row with every other one, so it gets only so many at a time. */
const ROWS_AT_ONCE = 100;

/**
 * Lays out a table as kubectl does: headings, and columns two spaces apart.
 *
 * @param columns - the headings
 * @param rows - the cells, which may have colours but no line breaks
 * @returns the lines, each with its end
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [columns.map(({ head }) => head), ...rows];
  const colWidths = columns.map((_, index) =>
    lines.reduce((width, cells) => Math.max(width, widthOf(cells[index] ?? '')), 1),
  );
  let text = '';
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE) {
    const table = new Table({
      colWidths,
      colAligns: columns.map(({ align }) => align ?? 'left'),
      chars: { ...NO_BORDERS, middle: '  ' },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    });
    table.push(...lines.slice(start, start + ROWS_AT_ONCE).map((cells) => [...cells]));
    text += `${table.toString()}\n`;
  }
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Most cells are plain ASCII, for which asking the library would cost more than all the rest. */
function widthOf(cell: string): number {
  return /^[ -~]*$/.test(cell) ? cell.length : stringWidth(cell);
}
