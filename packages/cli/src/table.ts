import Table from 'cli-table3';

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
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    chars: { ...NO_BORDERS, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => [...row]));
  return `${table.toString().replace(/[ \t]+$/gm, '')}\n`;
}
