import { utf8Length } from './byte-string.js';

const MIN_WIDTH = 6;
const PADDING = 3;
/** The printer aligns so many lines at a time, with at least the widths of the lines before. */
const LINES_AT_A_TIME = 100;

/** Options of {@link formatTable}. */
export interface FormatTableOptions {
  /** Whether the first line has the names of the columns; true by default. */
  readonly headers?: boolean | undefined;
}

/**
 * Prints a table exactly as `kubectl get` does.
 *
 * Names of columns are written in capitals. A cell ends at its first line break, and escape characters are replaced.
 *
 * @param columns - the names of the columns
 * @param rows - a cell for each column
 * @param options - whether to print the names of the columns
 * @returns the lines, each with a line feed; empty without rows
 *
 * @example
 * ```ts
 * import { formatTable } from '@kubesem/core';
 *
 * formatTable(['Name', 'Ready'], [['web', '1/1'], ['database', '0/1']]).split('\n') // => [
 * //   'NAME       READY',
 * //   'web        1/1',
 * //   'database   0/1',
 * //   '',
 * // ]
 * ```
 *
 * Source: `k8s.io/cli-runtime/pkg/printers` v0.37.1, `printTable`; Go's `text/tabwriter` as `GetNewTabWriter` configures it.
 */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { headers = true }: FormatTableOptions = {},
): string {
  if (rows.length === 0) {
    return '';
  }
  // The longest cells widen the first line, in bytes and before anything is cut or replaced.
  const bytes = columns.map((_, column) =>
    rows.reduce((longest, row) => Math.max(longest, utf8Length(row[column] ?? '')), 0),
  );
  const widened = (cell: string, length: number, column: number): string =>
    column === columns.length - 1
      ? cell
      : cell + ' '.repeat(Math.max(0, (bytes[column] ?? 0) - length));
  const lines = rows.map((row) => row.map(printedCell));
  if (headers) {
    const names = columns.map((name) => name.toUpperCase());
    lines.unshift(names.map((name, column) => widened(name, utf8Length(name), column)));
  } else {
    lines[0] = (rows[0] ?? []).map((cell, column) =>
      widened(printedCell(cell), utf8Length(cell), column),
    );
  }
  return alignedLines(lines, headers ? 1 : 0);
}

/** Source: `appendCellValue` and `WriteEscaped`, as above. */
function printedCell(cell: string): string {
  const end = cell.search(/[\f\n\r]/);
  return (end < 0 ? cell : `${cell.slice(0, end)}...`).split('\u001b').join('^[');
}

/** Aligns the lines; the first `headerLines` come with the first rows. */
function alignedLines(lines: readonly (readonly string[])[], headerLines: number): string {
  const widest: number[] = [];
  let text = '';
  let start = 0;
  for (let end = LINES_AT_A_TIME + headerLines; start < lines.length; end += LINES_AT_A_TIME) {
    // A tab in a cell starts another cell.
    const cells = lines.slice(start, end).map((line) => line.join('\t').split(/[\t\v]/));
    text += alignedBlock(cells, widest);
    start = end;
  }
  return text;
}

/** Adjacent lines that have a cell after a column share its width. */
function alignedBlock(lines: readonly (readonly string[])[], widest: number[]): string {
  const widths = lines.map((): number[] => []);
  const linesWithCellAfter = (column: number, among: readonly number[]): number[] =>
    among.filter((line) => column < (lines[line]?.length ?? 0) - 1);
  let rest = linesWithCellAfter(0, [...lines.keys()]);
  for (let column = 0; rest.length > 0; column++) {
    for (let start = 0, end = 1; end <= rest.length; end++) {
      if (rest[end] !== (rest[end - 1] as number) + 1) {
        const adjacent = rest.slice(start, end);
        const width = adjacent.reduce(
          (most, line) => Math.max(most, runes(lines[line]?.[column] ?? '') + PADDING),
          Math.max(MIN_WIDTH, widest[column] ?? 0),
        );
        widest[column] = width;
        for (const line of adjacent) {
          widths[line]?.push(width);
        }
        start = end;
      }
    }
    rest = linesWithCellAfter(column + 1, rest);
  }
  return lines.map((cells, line) => alignedLine(cells, widths[line] ?? [])).join('');
}

function alignedLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => {
    const width = widths[column];
    return width === undefined ? cell : cell + ' '.repeat(width - runes(cell));
  });
  return `${padded.join('')}\n`;
}

/** The number of code points, because Go counts runes. */
function runes(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;
}
