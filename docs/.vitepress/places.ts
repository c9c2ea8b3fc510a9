import { fileURLToPath } from 'node:url';

/** Folder of the workspace, with a slash at the end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));
/** Folder of the pages, with a slash at the end. */
export const DOCS: string = fileURLToPath(new URL('..', import.meta.url));
/**
 * Returns where a page is on the site. A page with files of its own is the `index.md` of a folder in its area:
 * `guides/drain/index.md` is the page `guides/drain`. Generated areas keep their folders.
 *
 * @param file - file of the page, below the folder of the pages
 * @returns its file on the site
 */
export const placeOf = (file: string): string =>
  file.replace(/^(?!reference\/)([^/]+\/[^/]+)\/index\.md$/, '$1.md');
/** Address of the sources. */
export const SOURCES = 'https://github.com/kubesem/kubesem';
