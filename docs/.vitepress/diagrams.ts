import type { MarkdownRenderer } from 'vitepress';

/**
 * Shows `mermaid` blocks as diagrams. The library is large, so only pages with a diagram load it, after their text.
 *
 * @param md - renderer of the pages
 */
export function diagrams(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    return token?.info.trim() === 'mermaid'
      ? `<MermaidDiagram code="${encodeURIComponent(token.content)}" />`
      : (fence?.(tokens, index, ...rest) ?? '');
  };
}
