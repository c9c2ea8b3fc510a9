// Writes each page as plain Markdown next to its HTML, and `llms.txt`, which lists the pages: https://llmstxt.org.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { areas, frontMatter } from './areas.js';
import { DOCS } from './places.js';

/**
 * Writes the files.
 *
 * @param config - settings of the site
 */
export function writePlainMarkdown({ outDir, pages, site: { base } }: SiteConfig): void {
  for (const page of pages) {
    const file = `${outDir}/${page}`;
    mkdirSync(posix.dirname(file), { recursive: true });
    writeFileSync(file, plainMarkdown(page));
  }
  const line = (page: string): string => {
    const { title, description = '' } = frontMatter(page);
    return `- [${title}](${base}${page}): ${description}\n`;
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
 * @returns its Markdown
 */
export function plainMarkdown(page: string): string {
  const text = readFileSync(DOCS + page, 'utf8')
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/<!--\s*@include:\s*(\S+)\s*-->/g, (_, path) =>
      readFileSync(posix.join(DOCS, posix.dirname(page), path), 'utf8'),
    )
    .replaceAll(/<script setup[^>]*>[^]*?<\/script>\n?/g, '');
  // Tags in code stay; the types in tables become code.
  return text
    .split(/(^```[^]*?^```$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 1 ? part : withoutTags(part)))
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimStart();
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
