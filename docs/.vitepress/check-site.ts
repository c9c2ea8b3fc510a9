// The build fails if a link or its anchor leads nowhere, or if a page has no description of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { SiteConfig } from 'vitepress';

/** What a check needs from the HTML of a page. */
interface Page {
  readonly description: string;
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

/**
 * Checks all pages of the built site.
 *
 * @param config - settings of the site
 * @throws an Error that lists what is wrong
 */
export function checkSite({ outDir, site: { base } }: SiteConfig): void {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  const others = new Set(files.map((file) => base + file));
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [base + address(file), read(readFileSync(`${outDir}/${file}`, 'utf8'))]),
  );
  const problems: string[] = [];
  const described = new Map<string, string>();
  for (const [path, { description, links }] of pages) {
    const other = described.get(description);
    if (path.endsWith('/404')) {
      continue;
    }
    if (!description || other !== undefined) {
      problems.push(
        `${path}: ${description ? `same description as ${other}` : 'no description'}; write one in its front matter`,
      );
    }
    described.set(description, path);
    for (const link of links) {
      const [target = '', anchor] = link.split('#');
      const file = target === '' ? path : posix.resolve(posix.dirname(path), target);
      const to = target.endsWith('/') && !file.endsWith('/') ? `${file}/` : file;
      const page = pages.get(to);
      if (!page && !others.has(to)) {
        problems.push(`${path}: ${link}: there is no such page`);
      } else if (anchor && page && !page.anchors.has(decodeURIComponent(anchor))) {
        problems.push(`${path}: ${link}: the page has no such anchor`);
      }
    }
  }
  if (problems.length > 0) {
    throw new Error(`${problems.length} problems of pages:\n${problems.join('\n')}`);
  }
}

/** Address of a page below the base, as links write it. */
const address = (file: string): string => file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1');

function read(html: string): Page {
  const attributes = (pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  return {
    description: attributes(/<meta name="description" content="([^"]*)"/g)[0] ?? '',
    anchors: new Set(attributes(/\sid="([^"]*)"/g)),
    links: attributes(/<a\s(?:[^>]*\s)?href="([^"]*)"/g).filter(
      (link) => !/^[a-z]+:|^\/\//.test(link),
    ),
  };
}
