import { smallest } from '@kubesem/core/internal';
import stringWidth from 'string-width';
import { NONE } from '../text.js';
import { sortRows } from './sort.js';
import { type Cells, type Column, columnsOf, type Layout, PLAIN, type Table } from './table.js';

/**
 * Lays out a table as kubectl does: headings, and columns two spaces apart. If it is wider than the terminal, columns are
 * omitted, and then long cells are shortened; those of the last column continue on the next lines. Libraries need seconds to
 * minutes for the 30,000 rows of the nodes of the largest cluster; this needs a tenth of a second.
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
  const heads = all.map(({ head }) => colors.bold(head));
  const text = [
    ...(headers ? [renderRow(columns, heads)] : []),
    ...lines.map((line) =>
      typeof line === 'string' ? truncate(line, width) : renderRow(columns, line),
    ),
    ...((isCut && isShortened(columns, rows)) || dropped.length > 0
      ? [colors.dim(truncate(hint(dropped), width))]
      : []),
  ];
  return text.map((line) => `${line}\n`).join('');
}

/** A row, whose last cell continues below itself if it is too long: it often says why. */
function renderRow(columns: readonly SizedColumn[], cells: Cells): string {
  const before = columns.slice(0, -1);
  const start = before.map((column) => `${pad(cells[column.index] ?? '', column)}  `).join('');
  const indent = ' '.repeat(before.reduce((sum, { width }) => sum + width + GAP, 0));
  return columns
    .slice(-1)
    .flatMap((last) => piecesOf(cells[last.index] ?? '', last).map((piece) => pad(piece, last)))
    .map((piece, index) => `${index === 0 ? start : indent}${piece}`.trimEnd())
    .join('\n');
}

/** Splits a cell between its words. One with colors or a word that is too long stays whole, and is shortened. */
function piecesOf(cell: string, { width }: SizedColumn): readonly string[] {
  const words = cell.split(' ');
  if (
    widthOf(cell) <= width ||
    cell.includes('\u001b') ||
    words.some((word) => widthOf(word) > width)
  ) {
    return [cell];
  }
  const pieces: string[] = [];
  let piece = '';
  for (const word of words) {
    const longer = piece === '' ? word : `${piece} ${word}`;
    if (widthOf(longer) > width) {
      pieces.push(piece);
      piece = word;
    } else {
      piece = longer;
    }
  }
  return [...pieces, piece];
}

/** Whether a cell is shortened. */
function isShortened(columns: readonly SizedColumn[], rows: readonly Cells[]): boolean {
  return columns.some((column, index) => {
    const isLast = index === columns.length - 1;
    return rows.some((row) => {
      const cell = row[column.index] ?? '';
      const pieces = isLast ? piecesOf(cell, column) : [cell];
      return pieces.some((piece) => widthOf(piece) > column.width);
    });
  });
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

// How a table fits the width of a terminal.

/** A column of a table, as wide as its widest cell. */
interface SizedColumn extends Column {
  /** Index of its cells in a row. */
  readonly index: number;
  readonly width: number;
}

/** The columns that a terminal shows. */
interface FittedColumns {
  readonly columns: readonly SizedColumn[];
  /** Whether a column is narrower than its widest cell. */
  readonly isCut: boolean;
  /** The headings of the omitted columns. */
  readonly dropped: readonly string[];
}

/** Text is not shortened below this width: nobody could read it. */
const MIN_TEXT = 8;
const GAP = 2;

/**
 * Fits columns into a width: omits those that may be, in their order, and then shortens the widest texts.
 *
 * @param columns - of the table, with the widths that they need
 * @param limit - the width of the terminal
 * @returns the columns with their widths; numbers are never shortened, so a very narrow terminal still wraps
 */
function fitColumns(columns: readonly SizedColumn[], limit: number): FittedColumns {
  const kept = [...columns];
  const excess = () => kept.reduce((sum, { width }) => sum + width + GAP, -GAP) - limit;
  while (excess() > 0) {
    const ranks = kept.map(({ drop = Number.POSITIVE_INFINITY }) => drop);
    const first = smallest(ranks);
    if (first === Number.POSITIVE_INFINITY) {
      break;
    }
    kept.splice(ranks.indexOf(first), 1);
  }
  const dropped = columns.filter((column) => !kept.includes(column)).map(({ head }) => head);
  let isCut = false;
  for (let left = excess(); left > 0; left = excess()) {
    const texts = kept.filter(({ align, width }) => align !== 'right' && width > MIN_TEXT);
    const [widest, second] = texts.sort((a, b) => b.width - a.width);
    if (widest === undefined) {
      break;
    }
    // No shorter than the next one, so that all of them give something; of equal ones, one after the other.
    const difference = Math.max(widest.width - Math.max(second?.width ?? 0, MIN_TEXT), 1);
    const width = widest.width - Math.min(left, difference);
    kept[kept.indexOf(widest)] = { ...widest, width };
    isCut = true;
  }
  return { columns: kept, isCut, dropped };
}

/** Fills a cell up to the width of its column, or shortens it. */
function pad(cell: string, { width, align }: SizedColumn): string {
  const space = width - widthOf(cell);
  if (space < 0) {
    return truncate(cell, width);
  }
  return align === 'right' ? ' '.repeat(space) + cell : cell + ' '.repeat(space);
}

// The codes that start and end a color, and characters.
const PIECES = /\u001b\[[\d;]*m|[^]/gu;

/** Shortens text to a width; its colors end as they would. */
function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) {
    return text;
  }
  let left = width - 1;
  let isFull = false;
  const kept = (text.match(PIECES) ?? []).map((piece) => {
    const size = piece.startsWith('\u001b') ? 0 : widthOf(piece);
    if (piece.startsWith('\u001b')) {
      return piece;
    }
    if (isFull || size > left) {
      const end = isFull ? '' : '…';
      isFull = true;
      return end;
    }
    left -= size;
    return piece;
  });
  return kept.join('');
}

/** Most cells are plain ASCII, for which calling the library would cost more than all the rest. */
export function widthOf(cell: string): number {
  return /^[ -~]*$/.test(cell) ? cell.length : stringWidth(cell);
}
