// An area of the site is a folder with an `index.md`. Its pages and their front matter make the menus, so a new page is
// a new file or folder, and no list has to change.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';
import { parse } from 'yaml';
import { DOCS, placeOf } from './places.js';

/** What the menus need from the front matter of a page. */
interface FrontMatter {
  readonly title: string;
  /** One sentence. */
  readonly description?: string;
  /** Position among its neighbors; pages without one follow, sorted by title. */
  readonly order?: number;
  /** Position of the area in the navigation bar, in the front matter of its `index.md`. */
  readonly nav?: number;
}

/** A page in a menu. */
interface Entry extends FrontMatter {
  readonly link: string;
}

/** A folder of pages. */
interface Area extends Entry {
  readonly pages: readonly Entry[];
}

/** Menus by the path where they apply. */
export type Menus = Readonly<Record<string, DefaultTheme.SidebarItem[]>>;

/**
 * Returns the front matter of a page.
 *
 * @param file - path below the folder of the pages
 * @returns its fields; without a title, the title is the file name
 */
export function frontMatter(file: string): FrontMatter {
  const [, text = ''] = /^---\n([^]*?)\n---\n/.exec(readFileSync(DOCS + file, 'utf8')) ?? [];
  return { title: file, ...(parse(text) as Partial<FrontMatter> | null) };
}

/**
 * Lists the areas that the navigation bar shows.
 *
 * @returns folders whose `index.md` has the field `nav`, in its order
 */
export function areas(): Area[] {
  return readdirSync(DOCS)
    .filter((folder) => existsSync(`${DOCS}${folder}/index.md`))
    .map(areaOf)
    .filter(({ nav }) => nav !== undefined)
    .sort((a, b) => (a.nav ?? 0) - (b.nav ?? 0));
}

/**
 * Returns the menu of each area. The file `sidebar.json` of a generated area replaces what its pages say.
 *
 * @returns menus by the path where they apply
 */
export function menus(): Menus {
  return Object.assign(
    {},
    ...areas().map((area) => {
      const file = `${DOCS}${area.link.slice(1)}sidebar.json`;
      return existsSync(file)
        ? JSON.parse(readFileSync(file, 'utf8'))
        : { [area.link]: menu(area) };
    }),
  );
}

/**
 * Returns the menu next to a page.
 *
 * @param page - its file, below the folder of the pages
 * @param all - the menus of all areas
 * @returns the menu of its folder, or of the nearest folder above that has one; undefined outside of all areas
 */
export function menuOf(page: string, all: Menus): DefaultTheme.SidebarItem[] | undefined {
  let folder = `/${page}`;
  do {
    folder = folder.replace(/[^/]*\/?$/, '');
  } while (folder !== '' && !Object.hasOwn(all, folder));
  return all[folder];
}

/**
 * Lists the pages of an area, without its index.
 *
 * @param area - its folder
 * @returns pages in the order of the menu
 */
export const pagesOf = (area: string): readonly Entry[] => areaOf(area).pages;

/** The pages of an area; its own index is the first one. */
const menu = ({ title, link, pages }: Area): DefaultTheme.SidebarItem[] => [
  { text: title, items: [{ text: 'Overview', link }, ...pages.map(item)] },
];

const item = ({ title, link }: Entry): DefaultTheme.SidebarItem => ({ text: title, link });

/** Reads a folder. A page with files of its own is the `index.md` of a folder inside. */
function areaOf(folder: string): Area {
  const pages = readdirSync(DOCS + folder)
    .filter((name) => !/^(?:index|README)\.md$/.test(name))
    .map((name) => (name.endsWith('.md') ? name : `${name}/index.md`))
    .filter((name) => existsSync(`${DOCS}${folder}/${name}`))
    .map((name): Entry => {
      const file = `${folder}/${name}`;
      return { ...frontMatter(file), link: `/${placeOf(file).replace(/\.md$/, '')}` };
    });
  return {
    ...frontMatter(`${folder}/index.md`),
    link: `/${folder}/`,
    pages: pages.sort(
      (a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || a.title.localeCompare(b.title),
    ),
  };
}
