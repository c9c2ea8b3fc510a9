import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { root, typescriptFiles } from './workspace.js';

/** An import in a file. */
export interface Import {
  /** File, from the root of the workspace. */
  readonly file: string;
  /** Imported module, as written. */
  readonly name: string;
}

/**
 * Lists the imports of files, including dynamic imports and `require`.
 *
 * @param files - files, from the root of the workspace
 * @returns the imports
 */
export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(root + file, 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => ({ file, name: fileName })),
  );
}

/**
 * Finds the TypeScript file of a relative import.
 *
 * @param imported - an import with a relative path
 * @returns its file, from the root of the workspace
 */
export function targetOf({ file, name }: Import): string {
  return posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts');
}

/**
 * Finds the npm package of an import.
 *
 * @param name - such as `@scope/name/path` or `name`
 * @returns `@scope/name` or `name`
 */
export function packageIn(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Finds import circles among files. Imports of types also count: the build drops them, but a circle makes files hard to
 * read.
 *
 * @param files - files, from the root of the workspace
 * @returns groups of files in which each file imports all others, directly or indirectly
 */
export function importCircles(files: readonly string[]): string[][] {
  const targets = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const imported of importsOf(files).filter(({ name }) => name.startsWith('.'))) {
    targets.get(imported.file)?.push(targetOf(imported));
  }
  return circlesOf(targets);
}

/**
 * Finds import circles among the folders of a package. A folder in another one is a part of it, and the files next to
 * `index.ts` are not a folder.
 *
 * @param source - the folder with the sources of the package
 * @returns groups of folders, below that folder, in which each imports all others, directly or indirectly
 */
export function folderCircles(source: string): string[][] {
  const targets = new Map<string, string[]>();
  for (const imported of importsOf(typescriptFiles(source))) {
    const [from, to] = [imported.file, targetOf(imported)].map((file) =>
      posix.relative(source, posix.dirname(file)),
    ) as [string, string];
    const isPart = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`);
    if (imported.name.startsWith('.') && from !== '' && to !== '' && !isPart) {
      targets.set(from, [...(targets.get(from) ?? []), to]);
    }
  }
  return circlesOf(targets);
}

function circlesOf(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const files = [...targets.keys()];
  const reached = new Map(files.map((file) => [file, reachedFrom(file, targets)]));
  const circles = new Map<string, string[]>();
  for (const file of files) {
    const circle = files.filter(
      (other) => reached.get(file)?.has(other) && reached.get(other)?.has(file),
    );
    if (circle.length > 0) {
      circles.set(circle.join(), circle);
    }
  }
  return [...circles.values()];
}

/** Returns what a file or folder imports, directly or indirectly. What is in a circle imports itself. */
function reachedFrom(start: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const target of targets.get(file) ?? []) {
      if (!reached.has(target)) {
        reached.add(target);
        open.push(target);
      }
    }
  }
  return reached;
}
