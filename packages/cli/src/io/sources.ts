import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What standard input is called in reports. */
export const STDIN_NAME = '<stdin>';

/** A file or standard input. */
export interface Source {
  readonly name: string;
  /** Size in bytes; 0 if it is not known beforehand. */
  readonly bytes: number;
}

/** Why something could not be read; the message is for people. */
export class InputError extends Error {}

/**
 * Lists the sources that paths name.
 *
 * @param paths - files, folders, `-` for standard input; empty means standard input
 * @returns the sources, those of a folder sorted by path, and an error message for each path that cannot be read
 */
export function findSources(paths: readonly string[]): { sources: Source[]; errors: string[] } {
  const sources: Source[] = [];
  const errors: string[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    if (path === '-') {
      // It can be read only once.
      if (!sources.some(({ name }) => name === STDIN_NAME)) {
        sources.push(fileSource(path));
      }
      continue;
    }
    try {
      if (!statSync(path).isDirectory()) {
        sources.push(fileSource(path));
        continue;
      }
      const found = [...manifestsBelow(path, errors)];
      sources.push(...found.map(fileSource));
      if (found.length === 0) {
        errors.push(`${path}: no *.yaml, *.yml or *.json files in this folder`);
      }
    } catch (error) {
      errors.push(`${path}: ${systemReason(error)}`);
    }
  }
  return { sources, errors };
}

/** The source for the path of one file; `-` is standard input. */
export function fileSource(path: string): Source {
  return path === '-' ? { name: STDIN_NAME, bytes: 0 } : { name: path, bytes: sizeOf(path) };
}

const MANIFEST = /\.(?:yaml|yml|json)$/;

/** Like kubectl, follows no links to folders: they could lead in circles. */
function* manifestsBelow(folder: string, errors: string[]): Generator<string, void> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    errors.push(`${folder}: ${systemReason(error)}`);
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') {
      continue;
    }
    if (entry.isDirectory()) {
      yield* manifestsBelow(path, errors);
    } else if (MANIFEST.test(entry.name)) {
      yield path;
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // Reading the file will report why.
    return 0;
  }
}

const REASONS: { readonly [code: string]: string | undefined } = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder, not a file',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
};

/** Why the system cannot read a file, for people. */
export function systemReason(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
