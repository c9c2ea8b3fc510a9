import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the workspace, with a slash at the end. All file names are relative to it. */
export const root: string = fileURLToPath(new URL('../../../', import.meta.url));

/** Fields of a `package.json` that the tests read. */
export interface Manifest {
  /** Name on npm. */
  readonly name: string;
  /** Version. */
  readonly version: string;
  /** Whether the package is not published. */
  readonly private?: boolean;
  /** Files of its commands, by name. */
  readonly bin?: Readonly<Record<string, string>>;
  /** Dependencies at run time, with their versions. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What other packages may import, by path. */
  readonly exports?: Readonly<Record<string, unknown>>;
  /** Dependencies that are bundled into its build or only needed for development. */
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Reads the manifest of a package.
 *
 * @param folder - its folder in `place`
 * @param place - `packages` or `internal`
 * @returns its `package.json`
 */
export function manifestOf(folder: string, place = 'packages'): Manifest {
  return JSON.parse(readFileSync(`${root}${place}/${folder}/package.json`, 'utf8'));
}

/**
 * Lists the paths that a package exports.
 *
 * @param folder - its folder in `place`
 * @param place - `packages` or `internal`
 * @returns the keys of its `exports`; of a pattern, such as `./types/*`, the path of each source
 */
export function exportedPaths(folder: string, place = 'packages'): string[] {
  return Object.keys(manifestOf(folder, place).exports ?? {}).flatMap((path) =>
    path.endsWith('/*')
      ? readdirSync(`${root}${place}/${folder}/src/${path.slice(2, -2)}`).map((file) =>
          path.replace('*', file.replace(/\.ts$/, '')),
        )
      : [path],
  );
}

/** Folders of the published packages in `packages`. */
export const publicPackages: readonly string[] = readdirSync(`${root}packages`).filter(
  (folder) => existsSync(`${root}packages/${folder}/package.json`) && !manifestOf(folder).private,
);

/** The published libraries; each has an `index.ts` that lists its exports. */
export const libraries: readonly string[] = publicPackages.filter((folder) => folder !== 'cli');

/** Folders of the private packages in `internal`. */
export const internalPackages: readonly string[] = readdirSync(`${root}internal`).filter((folder) =>
  existsSync(`${root}internal/${folder}/package.json`),
);

/**
 * Lists the TypeScript files in a folder and its subfolders.
 *
 * @param folder - folder, from the root of the workspace
 * @returns the files; empty if the folder does not exist
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
 * Lists the Markdown files directly in a folder.
 *
 * @param folder - folder, from the root of the workspace and with a slash at the end; empty for the root itself
 * @returns the files; empty if the folder does not exist
 */
export function markdownFiles(folder: string): string[] {
  if (!existsSync(root + folder)) {
    return [];
  }
  return readdirSync(root + folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => folder + file);
}
