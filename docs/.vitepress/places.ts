import { fileURLToPath } from 'node:url';

/** Folder of the workspace, with a slash at the end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));
/** Folder of the pages, with a slash at the end. */
export const DOCS: string = fileURLToPath(new URL('..', import.meta.url));
/** Address of the sources. */
export const SOURCES = 'https://github.com/kubesem/kubesem';
