import pc from 'picocolors';
import type { Colors } from '../colors.js';

/** A column: its heading and how its cells are shown. */
export interface Column {
  readonly head: string;
  /** Numbers are aligned to the right. */
  readonly align?: 'right' | undefined;
  /** Whether to omit the column if all of its cells are empty. */
  readonly optional?: boolean | undefined;
  /** Columns with a rank are omitted if the terminal is too narrow, the lowest rank first. */
  readonly drop?: number | undefined;
  /** The number to sort a row by, if its cell only shows it roughly. */
  readonly sortBy?: ((row: Cells) => number | undefined) | undefined;
}

/**
 * The cells of a line, which may have colors but no line breaks. A line whose first cell is empty or indented belongs to
 * the line above it, and its first empty cells repeat those above.
 */
export type Cells = readonly string[];

/** A table as plain data. */
export interface Table {
  /** The columns, or only the headings of texts. */
  readonly columns: readonly (string | Column)[];
  /** The lines. A text is a heading across all columns. */
  readonly rows: readonly (string | Cells)[];
  /** Totals, which are always last and never in CSV. */
  readonly footer?: readonly (string | Cells)[] | undefined;
}

/** How text is laid out. */
export interface Layout {
  readonly colors: Colors;
  /** Whether a terminal shows it. */
  readonly isTerminal: boolean;
  /** The width that tables must fit; undefined if there is no limit. */
  readonly width?: number | undefined;
  /** Whether tables have headings. */
  readonly headers: boolean;
  /** The column to sort by; undefined to keep the order. */
  readonly sortBy?: string | undefined;
  /** The format: some have more columns. */
  readonly output?: string | undefined;
}

/** Text without colors, of any width. */
export const PLAIN: Layout = { colors: pc.createColors(false), isTerminal: false, headers: true };

/** A column of numbers. */
export function right(head: string, drop?: number): Column {
  return { head, align: 'right', drop };
}

/** The layout of the tables after the first one, which is the one that `--sort-by` sorts. */
export function unsorted(layout: Layout): Layout {
  return { ...layout, sortBy: undefined };
}

/** The columns of a table in their long form. */
export function columnsOf({ columns }: Table): Column[] {
  return columns.map((column) => (typeof column === 'string' ? { head: column } : column));
}
