const INLINE_SCRIPTS = /\s*<script id="[^"]*">[^<]*<\/script>/g;

/**
 * Orders the head of a page, so that its text is on the screen and its island answers as early as possible.
 *
 * @param html - the page
 * @param start - address of the script that starts the island of the page, if it has one
 * @returns the page: inline scripts precede the style sheets, for which they would wait; the script of the island
 * precedes those of VitePress; nothing is fetched in advance that a reader may open later
 */
export function orderHead(html: string, start: string | undefined): string {
  const inline = html.match(INLINE_SCRIPTS) ?? [];
  const island = start ? `<script type="module" src="${start}"></script>\n    ` : '';
  return html
    .replaceAll(INLINE_SCRIPTS, '')
    .replaceAll(/\s*<link rel="prefetch"[^>]*>/g, '')
    .replace(/\s*<link rel="preload stylesheet"/, (style) => inline.join('') + style)
    .replace('<script type="module"', (script) => island + script);
}
