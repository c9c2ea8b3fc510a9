import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { areas, menuOf, menus } from './areas.js';
import { checkSite } from './check-site.js';
import { codeBreaks } from './code-breaks.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { diagrams } from './diagrams.js';
import { orderHead } from './page-head.js';
import { phoneTables } from './phone-tables.js';
import { DOCS, placeOf, ROOT, SOURCES } from './places.js';
import { writePlainMarkdown } from './plain-markdown.js';
import { repositoryLinks } from './repository-links.js';
import { searchSections } from './search-sections.js';
import { LANGUAGES, terminalOutput } from './terminal-output.js';
import { wholeModule } from './whole-module.js';

/** Path of the site on its host, with a slash at both ends. */
const BASE = process.env['DOCS_BASE'] ?? '/';
const MENUS = menus();
/** Chunks that pages load by `import()`: they can wait until the page is there. */
const LATER = new Set<string>();
/** Scripts that start the islands of pages, by name; see theme/island.ts. */
const ISLANDS = { sidecar: `${DOCS}.vitepress/theme/landing/start.ts` };
/** Addresses of the built scripts, by the name of the island. */
const STARTS = new Map<string, string>();
/** Packages of the workspace and their other entries by name, as sources: the site needs no build of them. */
const PACKAGES: Readonly<Record<string, string>> = Object.fromEntries(
  ['packages', 'internal'].flatMap((place) =>
    readdirSync(`${ROOT}${place}`)
      .filter((folder) => existsSync(`${ROOT}${place}/${folder}/src/index.ts`))
      .flatMap((folder) => entriesOf(folder, `${ROOT}${place}/${folder}`)),
  ),
);

/** Names and sources of the entries of a package: `index.ts`, and a file of the same name for each other one. */
function entriesOf(folder: string, path: string): [string, string][] {
  const { exports = {} } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const others = Object.keys(exports)
    .map((entry) => entry.slice(2))
    .flatMap((entry) => (entry.endsWith('/*') ? filesIn(path, entry.slice(0, -2)) : [entry]));
  return ['index', ...others]
    .map((entry): [string, string] => [
      `@kubesem/${folder}${entry === 'index' ? '' : `/${entry}`}`,
      `${path}/src/${entry}.ts`,
    ])
    .filter(([, source]) => existsSync(source));
}

/** The entries of a package that a pattern such as `./types/*` stands for. */
function filesIn(path: string, folder: string): string[] {
  return readdirSync(`${path}/src/${folder}`).map((file) => `${folder}/${file.replace('.ts', '')}`);
}

export default defineConfig({
  title: 'kubesem',
  titleTemplate: ':title · kubesem',
  lang: 'en',
  base: BASE,
  cleanUrls: true,
  metaChunk: true,
  // Without transitions, the theme computes all styles again when it starts.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}logo.svg` }]],
  srcDir: DOCS,
  rewrites: placeOf,
  // The files that GitHub shows. Pages include them: see README.md.
  srcExclude: ['!(index).md', 'test/**', 'generate/**', '**/README.md'],
  markdown: {
    languages: LANGUAGES,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      md.use(repositoryLinks);
      md.use(diagrams);
      md.use(terminalOutput);
      md.use(codeBreaks);
      md.use(phoneTables);
    },
  },
  // Pages load what they show; nothing that a reader may open later.
  router: { prefetchLinks: false },
  shouldPreload: (link) => !LATER.has(link),
  themeConfig: {
    logo: { src: '/logo.svg', width: 24, height: 24 },
    nav: areas().map(({ title, link }) => ({
      text: title,
      link,
      activeMatch: `^${link}`,
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { miniSearch: { _splitIntoSections: searchSections } } },
    socialLinks: [{ icon: 'github', link: SOURCES }],
    externalLinkIcon: false,
    notFound: {
      title: 'Page not found',
      quote: 'Search for it, or choose an area in the menu above.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page',
    },
  },
  vite: {
    resolve: {
      alias: Object.entries(PACKAGES).map(([name, replacement]) => ({
        find: new RegExp(`^${name}$`),
        replacement,
      })),
    },
    // Vue components of the workspace are in other folders than this one.
    server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
    worker: { format: 'es' },
    // Node would look for it next to the pages, where another version can be.
    ssr: { noExternal: ['js-yaml'] },
    build: { rollupOptions: { input: ISLANDS } },
    plugins: [
      wholeModule(`${DOCS}.vitepress/theme/landing/sidecar.ts`, PACKAGES),
      {
        name: 'chunks',
        apply: ({ build }) => !build?.ssr,
        generateBundle(_, bundle) {
          const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
          const imported = new Set(chunks.flatMap((chunk) => chunk.imports));
          for (const { name, fileName, isDynamicEntry, isEntry } of chunks) {
            if (isEntry && name in ISLANDS) {
              STARTS.set(name, BASE + fileName);
            }
            if (isDynamicEntry && !isEntry && !imported.has(fileName)) {
              LATER.add(fileName);
            }
          }
        },
      },
    ],
  },
  // The theme takes the menu of a page from the page, so that no page loads the menus of the others.
  transformPageData: ({ relativePath }) => ({ menu: menuOf(relativePath, MENUS) }),
  transformHtml: (html) => contentSecurityPolicy(orderHead(html, STARTS)),
  transformHead: ({ page }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: BASE + page }],
  ],
  buildEnd: (site) => {
    writePlainMarkdown(site);
    checkSite(site);
  },
});
