// An area of the site is a folder with an `index.md`. Its pages and their front matter make the menus, so a new page is
// a new file, and no list has to change.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';
import { parse } from 'yaml';
import { DOCS } from './places.js';

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

/** A page or a folder of pages in a menu. */
interface Entry extends FrontMatter {
  readonly link: string;
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
export function areas(): Entry[] {
  return readdirSync(DOCS)
    .filter((folder) => existsSync(`${DOCS}${folder}/index.md`))
    .map(folderEntry)
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
export const pagesOf = (area: string): readonly Entry[] => folderEntry(area).pages;

/** The pages of an area; its folders are groups, and its own index is the first page. */
function menu({ title, link, pages }: Entry): DefaultTheme.SidebarItem[] {
  const groups = pages.filter((page) => page.link.endsWith('/'));
  const single = pages.filter((page) => !page.link.endsWith('/'));
  return [
    { text: title, items: [{ text: 'Overview', link }, ...single.map(item)] },
    ...groups.map((group) => ({ text: group.title, items: group.pages.map(item) })),
  ];
}

const item = ({ title, link }: Entry): DefaultTheme.SidebarItem => ({ text: title, link });

/** Reads a folder. Folders inside it are groups: their `index.md` only names them and is no page of the menu. */
function folderEntry(folder: string): Entry {
  const pages = readdirSync(DOCS + folder)
    .filter((name) => !/^(?:index|README)\.md$/.test(name))
    .flatMap((name): Entry[] => {
      const path = `${folder}/${name}`;
      if (name.endsWith('.md')) {
        return [{ ...frontMatter(path), link: `/${path.slice(0, -'.md'.length)}`, pages: [] }];
      }
      const isGroup = statSync(DOCS + path).isDirectory() && existsSync(`${DOCS}${path}/index.md`);
      return isGroup ? [folderEntry(path)] : [];
    });
  return {
    ...frontMatter(`${folder}/index.md`),
    link: `/${folder}/`,
    pages: pages.sort(
      (a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || a.title.localeCompare(b.title),
    ),
  };
}
