import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace, with a slash at its end; every file is named from here. */
export const root: string = fileURLToPath(new URL('../../../', import.meta.url));

/** The fields of a `package.json` that the tests look at. */
export interface Manifest {
  /** The name on npm. */
  readonly name: string;
  /** The version; siblings ask for it. */
  readonly version: string;
  /** Whether it is never published. */
  readonly private?: boolean;
  /** The commands that it brings, as files. */
  readonly bin?: Readonly<Record<string, string>>;
  /** What it needs at run time, with the versions. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What other packages may import, by its path in the package. */
  readonly exports?: Readonly<Record<string, unknown>>;
  /** What becomes part of its build, or serves it alone. */
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Reads the manifest of a package.
 *
 * @param folder - its folder, below `packages` unless `place` is another
 * @param place - the folder of the packages, such as `internal`
 * @returns its `package.json`
 */
export function manifestOf(folder: string, place = 'packages'): Manifest {
  return JSON.parse(readFileSync(`${root}${place}/${folder}/package.json`, 'utf8'));
}

/** The packages that are published, by their folders below `packages`. */
export const publicPackages: readonly string[] = readdirSync(`${root}packages`).filter(
  (folder) => existsSync(`${root}packages/${folder}/package.json`) && !manifestOf(folder).private,
);

/** The published packages that are libraries: each has an `index.ts` that lists its names. */
export const libraries: readonly string[] = publicPackages.filter((folder) => folder !== 'cli');

/** The private packages, by their folders below `internal`. */
export const internalPackages: readonly string[] = readdirSync(`${root}internal`).filter((folder) =>
  existsSync(`${root}internal/${folder}/package.json`),
);

/**
 * Lists the TypeScript files in a folder and in those below it.
 *
 * @param folder - from the root of the workspace
 * @returns the files; none if there is no such folder
 */
export function typescriptFiles(folder: string): string[] {
  if (!existsSync(root + folder)) {
    return [];
  }
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

/**
 * Lists the Markdown files that stand directly in a folder.
 *
 * @param folder - from the root of the workspace, with a slash at its end; empty for the root itself
 * @returns the files; none if there is no such folder
 */
export function markdownFiles(folder: string): string[] {
  if (!existsSync(root + folder)) {
    return [];
  }
  return readdirSync(root + folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => folder + file);
}
