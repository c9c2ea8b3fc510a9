/** The part of a list that a panel shows. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** How many there are in all. */
  readonly total: number;
  /** How many match the filter. */
  readonly matches: number;
  /** Index of the first row among those that match. */
  readonly start: number;
}

/** Which part of a list to show. */
export interface PageOptions {
  readonly filter?: string | undefined;
  readonly start?: number | undefined;
}

/** How many rows a panel shows at a time. */
export const PAGE_ROWS = 100;

/**
 * Cuts a page from a list.
 *
 * @param items - all of them
 * @param options - which to show
 * @param textOf - what the filter looks at
 * @param rowOf - makes the row of an item; called only for those that are shown
 */
export function pageOf<Item, Row>(
  items: readonly Item[],
  { filter = '', start = 0 }: PageOptions,
  textOf: (item: Item) => string,
  rowOf: (item: Item) => Row,
): Page<Row> {
  const wanted = filter.trim().toLowerCase();
  const found =
    wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
  const from = start < found.length ? Math.max(0, start) : 0;
  const rows = found.slice(from, from + PAGE_ROWS).map(rowOf);
  return { rows, total: items.length, matches: found.length, start: from };
}
