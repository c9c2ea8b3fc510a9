// On a phone, a table shows its rows below each other: see theme/style.css. Cells then need the names of their columns.
import type { MarkdownRenderer } from 'vitepress';

/** Columns whose cells say themselves what they are. */
const PLAIN = new Set(['', 'name', 'type', 'meaning', 'if']);

/**
 * Names the columns of wide tables in their cells.
 *
 * @param md - renderer of the pages
 */
export function phoneTables(md: MarkdownRenderer): void {
  md.core.ruler.push('phone-tables', ({ tokens }) => {
    let columns: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'thead_open') {
        columns = [];
      } else if (token.type === 'tr_open') {
        column = 0;
      } else if (token.type === 'th_open') {
        columns.push(tokens[index + 1]?.content.replaceAll('`', '') ?? '');
      } else if (token.type === 'td_open') {
        const name = columns[column] ?? '';
        if (columns.length > 2 && column > 0 && !PLAIN.has(name)) {
          token.attrSet('data-column', name);
        }
        column += 1;
      }
    }
  });
}
