// Writes each page as plain Markdown next to its HTML, and `llms.txt`, which lists the pages: https://llmstxt.org.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { areas, frontMatter } from './areas.js';
import { DOCS, placeOf } from './places.js';
import { resolve } from './repository-links.js';

/**
 * Writes the files.
 *
 * @param config - settings of the site
 */
export function writePlainMarkdown({ outDir, pages, site: { base } }: SiteConfig): void {
  for (const page of pages) {
    const file = `${outDir}/${placeOf(page)}`;
    mkdirSync(posix.dirname(file), { recursive: true });
    writeFileSync(file, plainMarkdown(page, base));
  }
  const line = (page: string): string => {
    const { title, description = '' } = frontMatter(page);
    return `- [${title}](${base}${placeOf(page)}): ${description}\n`;
  };
  const sections = areas().map(({ title, link }) => {
    const folder = link.slice(1);
    // Pages of functions are too many for the list; the pages of the packages lead to them.
    const own = pages.filter((page) =>
      folder === 'reference/'
        ? /^reference\/[^/]+\/(?:index|readme)\.md$|^reference\/error-codes\.md$/.test(page)
        : page.startsWith(folder),
    );
    return `\n## ${title}\n\n${own.map(line).join('')}`;
  });
  const { title, description } = frontMatter('index.md');
  writeFileSync(`${outDir}/llms.txt`, `# ${title}\n\n> ${description}\n${sections.join('')}`);
}

/**
 * Returns a page without what only a browser understands.
 *
 * @param page - path of its file
 * @param base - path of the site on its host
 * @returns its Markdown; links to other pages lead to their Markdown
 */
export function plainMarkdown(page: string, base: string): string {
  const text = readFileSync(DOCS + page, 'utf8')
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/<!--\s*@include:\s*(\S+)\s*-->/g, (_, path) =>
      readFileSync(posix.join(DOCS, posix.dirname(page), path), 'utf8'),
    )
    .replaceAll(/<script setup[^>]*>[^]*?<\/script>\n?/g, '');
  // Tags in code stay; the types in tables become code.
  return text
    .split(/(^```[^]*?^```$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 1 ? part : withLinks(withoutTags(part), page, base)))
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimStart();
}

const withLinks = (text: string, page: string, base: string): string =>
  text.replaceAll(
    /\]\(([^)\s]+)\)/g,
    (_, href) => `](${addressOf(resolve(decodeURI(href), page), base)})`,
  );

/** Address of the Markdown of a page; other addresses stay as they are. */
function addressOf(href: string, base: string): string {
  const [path = '', hash] = href.split('#');
  if (!path.startsWith('/')) {
    return href;
  }
  const file = path.endsWith('/') ? `${path}index.md` : path.replace(/(?:\.md)?$/, '.md');
  return base + file.slice(1) + (hash === undefined ? '' : `#${hash}`);
}

const withoutTags = (text: string): string =>
  text
    .replaceAll(
      /<code v-pre>([^]*?)<\/code>/g,
      (_, type) => `\`${type.replaceAll(/<[^>]*>/g, '')}\``,
    )
    .replaceAll('<br>', ' ')
    .replaceAll(/<\/?[A-Za-z][^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&#123;', '{')
    .replaceAll('&amp;', '&');
