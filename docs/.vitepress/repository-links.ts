// Pages include files that GitHub also shows, such as docs/architecture.md. Their links are relative to the file. Here
// they become links to the page of the other file, or to its source.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { DOCS, placeOf, ROOT, SOURCES } from './places.js';

const INCLUDE = /<!--\s*@include:\s*([^\s]+\.md)\s*-->/;

/** Pages by the file of the workspace that they include. */
const pages = new Map<string, string>(
  readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .flatMap((file) => {
      const included = INCLUDE.exec(readFileSync(DOCS + file, 'utf8'))?.[1];
      return included && file.includes('/')
        ? [[posix.join('docs', posix.dirname(file), included), file] as const]
        : [];
    }),
);
const sources = new Map([...pages].map(([source, page]) => [page, source]));

/**
 * Makes relative links of included files work.
 *
 * @param md - renderer of the pages
 */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    // The page as it is in the repository: the path of `env` can be its place on the site.
    const page = posix.relative(DOCS, env.realPath ?? env.path ?? DOCS);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href) {
        token.attrSet('href', resolve(decodeURI(href), page));
      }
    }
  });
}

/**
 * Returns the page of a function or command. Guides link to it as `../../../packages/lifecycle#podRow`
 * and `../../../packages/cli#pods`, which lead to the README on GitHub.
 */
function pageOf(target: string, name: string | undefined): string | undefined {
  const [, folder] = /^packages\/([\w-]+)$/.exec(target) ?? [];
  if (folder === undefined || name === undefined) {
    return folder === 'cli' ? '/command/' : undefined;
  }
  const page = folder === 'cli' ? `command/${name}` : `reference/${folder}/${name}`;
  return existsSync(`${DOCS}${page}.md`) ? `/${page}` : undefined;
}

/**
 * Returns where a link of a page leads.
 *
 * @param href - the link
 * @param page - file of the page
 * @returns a path of the site, or the address of a file of the repository
 */
export function resolve(href: string, page: string): string {
  const [, own] = new RegExp(`^${SOURCES}/(?:blob|tree)/main/(.*)$`).exec(href) ?? [];
  if (own === undefined && /^(?:[a-z]+:|[/#])/.test(href)) {
    return href;
  }
  const [path = '', hash] = (own ?? href).split('#');
  const anchor = hash ? `#${hash}` : '';
  const folder = own === undefined ? posix.dirname(sources.get(page) ?? `docs/${page}`) : '';
  const target = posix.join(folder, path);
  const documented = pageOf(target, hash);
  if (documented) {
    return documented;
  }
  const included = pages.get(target) ?? pages.get(`${target}/README.md`);
  if (included) {
    return `/${included}${anchor}`;
  }
  if (/^docs\/[^/]+\//.test(target)) {
    return `/${placeOf(target.slice('docs/'.length))}${anchor}`;
  }
  if (!existsSync(ROOT + target)) {
    throw new Error(`${page}: ${href}: the repository has no ${target}`);
  }
  const isFolder = statSync(ROOT + target).isDirectory();
  return `${SOURCES}/${isFolder ? 'tree' : 'blob'}/main/${target}${anchor}`;
}
