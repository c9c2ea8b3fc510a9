/** Spaces between columns. */
const PADDING = 2;

/**
 * Lines of cells with the cells below each other, as kubectl aligns them: the last cell of a line takes no part.
 *
 * Source: Go's `text/tabwriter`, as `k8s.io/kubectl/pkg/describe` v0.37.1 sets it up.
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

/** Code points: Go counts runes. */
function widthOf(cell: string): number {
  return cell.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;
}
