// Long names in code can break between their words, so tables fit on phones: `podNode<wbr>Name`, `NOT_<wbr>A_<wbr>POD`.
import type { MarkdownRenderer } from 'vitepress';

/** The last character of a word inside a name. */
const END = /_(?=[A-Za-z])|\.(?=[a-z])|[a-z](?=[A-Z])/g;

/**
 * Lets inline code break between words.
 *
 * @param md - renderer of the pages
 */
export function codeBreaks(md: MarkdownRenderer): void {
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (...args) =>
    (code?.(...args) ?? '').replace(/>([^<]*)</, (_, text) => `>${breakable(text)}<`);
  // Types in generated tables are HTML, with links inside the code.
  md.core.ruler.push('code-breaks', ({ tokens }) => {
    for (const token of tokens) {
      let isCode = false;
      for (const child of token.children ?? []) {
        if (child.type === 'html_inline') {
          isCode = child.content.startsWith('<code') || (isCode && child.content !== '</code>');
        } else if (isCode && child.type === 'text') {
          child.type = 'html_inline';
          child.content = breakable(md.utils.escapeHtml(child.content));
        }
      }
    }
  });
}

const breakable = (html: string): string => html.replaceAll(END, '$&<wbr>');
