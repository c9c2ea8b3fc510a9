import type { MarkdownRenderer } from 'vitepress';

const TERMINAL = 'shellsession';

/**
 * Highlights only the commands of `sh` blocks that show output: lines that start with `$ `. As shell code, the words of
 * tables would get colors.
 *
 * @param md - renderer of the pages
 */
export function terminalOutput(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'sh' || !/^\$ /m.test(token.content)) {
      return fence?.(tokens, index, ...rest) ?? '';
    }
    token.info = TERMINAL;
    const html = fence?.(tokens, index, ...rest) ?? '';
    return html.replace(`<span class="lang">${TERMINAL}</span>`, '<span class="lang">sh</span>');
  };
}
