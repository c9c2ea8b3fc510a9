import stringWidth from 'string-width';
import type { Colors } from './colors.js';
import { NONE } from './text.js';

/** A column: its heading and how its cells are shown. */
export interface Column {
  readonly head: string;
  /** Numbers are aligned to the right. */
  readonly align?: 'right' | undefined;
  /** Whether to omit the column if all of its cells are empty. */
  readonly optional?: boolean | undefined;
}

/** A column of numbers. */
export function right(head: string): Column {
  return { head, align: 'right' };
}

/**
 * Lays out a table as kubectl does: headings, and columns two spaces apart. Libraries need seconds to minutes for
 * the 30,000 rows of the nodes of the largest cluster; this needs a tenth of a second.
 *
 * @param columns - the columns, or only the headings of texts
 * @param rows - the cells, which may have colors but no line breaks
 * @param colors - for the headings
 * @returns the lines, each with its end
 */
export function renderTable(
  columns: readonly (string | Column)[],
  rows: readonly (readonly string[])[],
  colors: Colors,
): string {
  const all = columns.map(
    (column): Column => (typeof column === 'string' ? { head: column } : column),
  );
  const isShown = all.map(
    ({ optional }, index) =>
      !optional || rows.some((row) => row[index] !== '' && row[index] !== NONE),
  );
  const shown = <T>(cells: readonly T[]) => cells.filter((_, index) => isShown[index] !== false);
  const kept = shown(all);
  const lines = [kept.map(({ head }) => colors.bold(head)), ...rows.map(shown)];
  const widths = kept.map((_, index) =>
    lines.reduce((width, cells) => Math.max(width, widthOf(cells[index] ?? '')), 1),
  );
  const pad = (cell: string, index: number) => {
    const space = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
    return kept[index]?.align === 'right' ? space + cell : cell + space;
  };
  return lines.map((cells) => `${cells.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Most cells are plain ASCII, for which calling the library would cost more than all the rest. */
function widthOf(cell: string): number {
  return /^[ -~]*$/.test(cell) ? cell.length : stringWidth(cell);
}
