const INLINE_SCRIPTS = /\s*<script id="[^"]*">[^<]*<\/script>/g;

/**
 * Orders the head of a page, so that its text is on the screen and its islands answer as early as possible.
 *
 * @param html - the page
 * @param starts - addresses of the scripts that start islands, by the name of the island
 * @returns the page: inline scripts precede the style sheets, for which they would wait; the scripts of its islands
 * precede those of VitePress; nothing is fetched in advance that a reader may open later
 */
export function orderHead(html: string, starts: ReadonlyMap<string, string>): string {
  const inline = html.match(INLINE_SCRIPTS) ?? [];
  const islands = [...html.matchAll(/<div data-island="(\w+)"/g)].map(
    ([, name = '']) => `<script type="module" src="${starts.get(name)}"></script>\n    `,
  );
  return html
    .replaceAll(INLINE_SCRIPTS, '')
    .replaceAll(/\s*<link rel="prefetch"[^>]*>/g, '')
    .replace(/\s*<link rel="preload stylesheet"/, (style) => inline.join('') + style)
    .replace('<script type="module"', (script) => islands.join('') + script);
}
