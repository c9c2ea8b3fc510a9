import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { root } from './workspace.js';

/** An import, and the file with it. */
export interface Import {
  /** The file, from the root of the workspace. */
  readonly file: string;
  /** What it imports, as written. */
  readonly name: string;
}

/**
 * Lists the imports of files, dynamic imports and `require` included.
 *
 * @param files - from the root of the workspace
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
 * Finds the TypeScript file that a relative import means.
 *
 * @param imported - an import by a relative path
 * @returns the file, from the root of the workspace
 */
export function targetOf({ file, name }: Import): string {
  return posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts');
}

/**
 * Finds the npm package in the name of an import.
 *
 * @param name - such as `@scope/name/path` or `name`
 * @returns the package: `@scope/name` or `name`
 */
export function packageIn(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Finds import circles among files. Imports of types count too: a circle makes files hard to read, whatever is left of
 * it in the build.
 *
 * @param files - from the root of the workspace
 * @returns groups of files of which each imports every other, directly or through others in the group
 */
export function importCircles(files: readonly string[]): string[][] {
  const targets = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const imported of importsOf(files).filter(({ name }) => name.startsWith('.'))) {
    targets.get(imported.file)?.push(targetOf(imported));
  }
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

/** The files that a file imports, directly or through others; itself only if it is part of a circle. */
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
