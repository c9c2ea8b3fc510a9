// How a table fits the width of a terminal.
import { smallest } from '@kubesem/core';
import stringWidth from 'string-width';
import type { Column } from './table.js';

/** A column of a table, as wide as its widest cell. */
export interface SizedColumn extends Column {
  /** Index of its cells in a row. */
  readonly index: number;
  readonly width: number;
}

/** The columns that a terminal shows. */
export interface FittedColumns {
  readonly columns: readonly SizedColumn[];
  /** Whether some cells are shortened. */
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
export function fitColumns(columns: readonly SizedColumn[], limit: number): FittedColumns {
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
export function pad(cell: string, { width, align }: SizedColumn): string {
  const space = width - widthOf(cell);
  if (space < 0) {
    return truncate(cell, width);
  }
  return align === 'right' ? ' '.repeat(space) + cell : cell + ' '.repeat(space);
}

// The codes that start and end a color, and characters.
const PIECES = /\u001b\[[\d;]*m|[^]/gu;

/** Shortens text to a width; its colors end as they would. */
export function truncate(text: string, width: number): string {
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
