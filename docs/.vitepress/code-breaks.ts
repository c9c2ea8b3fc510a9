// Long names in code can break between their words, so tables fit on phones: `podNode<wbr>Name`, `NOT_<wbr>A_<wbr>POD`.
import type { MarkdownRenderer } from 'vitepress';

/** The last character of a word inside a name. */
const END = /_(?=[A-Za-z])|\.(?=[a-z])|[a-z](?=[A-Z])/g;

/** Longer code is a command or a statement: it breaks where the line ends. */
const MAX_NAME = 30;

/**
 * Lets inline code break between words.
 *
 * @param md - renderer of the pages
 */
export function codeBreaks(md: MarkdownRenderer): void {
  const { code_inline: code, text } = md.renderer.rules;
  md.renderer.rules.code_inline = (...args) => {
    const [tokens, index] = args;
    const html = (code?.(...args) ?? '').replace(/>([^<]*)</, (_, name) => `>${breakable(name)}<`);
    return (tokens[index]?.content.length ?? 0) > MAX_NAME
      ? html.replace('<code', '<code class="long"')
      : html;
  };
  // Types in generated tables are HTML, with links inside the code.
  md.core.ruler.push('code-breaks', ({ tokens, env }) => {
    for (const token of tokens) {
      let isCode = false;
      for (const child of token.children ?? []) {
        if (child.type === 'html_inline') {
          isCode = child.content.startsWith('<code') || (isCode && child.content !== '</code>');
        } else if (isCode && child.type === 'text') {
          child.type = 'html_inline';
          child.content = breakable(text?.([child], 0, md.options, env, md.renderer) ?? '');
        }
      }
    }
  });
}

const breakable = (html: string): string => html.replaceAll(END, '$&<wbr>');
