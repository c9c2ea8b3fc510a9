/** Spaces between columns. */
const PADDING = 2;

/**
 * Aligns lines of cells in columns as kubectl does: the last cell of a line has no width.
 *
 * Source: Go's `text/tabwriter`, as `k8s.io/kubectl/pkg/describe` v0.37.1 configures it.
 */
export function alignColumns(lines: readonly (readonly string[])[], firstWidth = 0): string {
  const widths = [firstWidth];
  for (const cells of lines) {
    for (let column = 0; column < cells.length - 1; column++) {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cells[column] as string));
    }
  }
  let text = '';
  for (const cells of lines) {
    cells.forEach((cell, column) => {
      const isLast = column === cells.length - 1;
      const padding = isLast ? 0 : (widths[column] as number) + PADDING - widthOf(cell);
      text += cell + ' '.repeat(padding);
    });
    text += '\n';
  }
  return text;
}

/** The number of code points, because Go counts runes. */
function widthOf(cell: string): number {
  return cell.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;
}
