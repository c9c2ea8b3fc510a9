import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendAll } from '@kubesem/core';
import {
  inputsOfKustomization,
  isKustomization,
  isPartOfChart,
  unrenderedByName,
} from './unrendered.js';

/** What standard input is called in reports. */
export const STDIN_NAME = '<stdin>';

/** A file or standard input. */
export interface Source {
  readonly name: string;
  /** Real path: the same for all paths that lead to the file. */
  readonly file: string;
  /** Size in bytes; 0 if it is not known beforehand. */
  readonly bytes: number;
  /** Whether it was found in a folder, and not named itself. */
  readonly isFound: boolean;
  /** Why it is not a manifest, and is not read. */
  readonly unrendered?: string;
}

/** Why something could not be read; the message is for people. */
export class InputError extends Error {}

/**
 * Lists the sources that paths name, each file once.
 *
 * @param paths - files, folders, `-` for standard input; empty means standard input
 * @returns the sources, those of a folder sorted by path, and an error message for each path that cannot be read
 */
export function findSources(paths: readonly string[]): { sources: Source[]; errors: string[] } {
  const sources: Source[] = [];
  const errors: string[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    try {
      if (path === '-' || !statSync(path).isDirectory()) {
        sources.push(manifestSource(path));
        continue;
      }
      const found = [...manifestsBelow(path, errors)];
      appendAll(
        sources,
        withoutInputs(found).map((file) => ({ ...file, isFound: true })),
      );
      if (found.length === 0) {
        errors.push(`${path}: no *.yaml, *.yml or *.json files in this folder`);
      }
    } catch (error) {
      errors.push(`${path || "''"}: ${isUrl(path) ? URL_ADVICE : systemReason(error)}`);
    }
  }
  return { sources: eachOnce(sources), errors };
}

function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

const URL_ADVICE = 'a URL, not a file; pipe its content to standard input, such as with curl -sSL';

/** The source for the path of a file that may be a chart or a kustomization. */
function manifestSource(path: string): Source {
  const unrendered = path === '-' ? undefined : unrenderedByName(path);
  return { ...fileSource(path), ...(unrendered !== undefined && { unrendered }) };
}

/** Leaves out what kustomizations read besides manifests. */
function withoutInputs(paths: readonly string[]): Source[] {
  const sources = paths.map(manifestSource);
  const kustomizations = sources.filter(
    ({ name, unrendered }) => unrendered !== undefined && isKustomization(name),
  );
  const inputs = new Set(kustomizations.flatMap(({ name }) => inputsOfKustomization(name)));
  return sources.filter(({ name }) => !inputs.has(join(name)));
}

/** The sources for the paths of files, each file once. */
export function sourcesOf(paths: readonly string[]): Source[] {
  return eachOnce(paths.map(fileSource));
}

/** Each file at its first place; as found only if it is not also named. */
function eachOnce(sources: readonly Source[]): Source[] {
  const byFile = new Map<string, Source>();
  for (const source of sources) {
    const first = byFile.get(source.file) ?? source;
    byFile.set(source.file, { ...first, isFound: first.isFound && source.isFound });
  }
  return [...byFile.values()];
}

/** The source for the path of one file; `-` is standard input. */
export function fileSource(path: string): Source {
  return path === '-'
    ? { name: STDIN_NAME, file: STDIN_NAME, bytes: 0, isFound: false }
    : { name: path, file: realPath(path), bytes: sizeOf(path), isFound: false };
}

/** What the folder of a Node project has next to its manifests. */
const OF_NPM: ReadonlySet<string> = new Set(['node_modules', 'package.json', 'package-lock.json']);

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
  const names = entries.map(({ name }) => name);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const isHidden = entry.name.startsWith('.') || OF_NPM.has(entry.name);
    if (isHidden || isPartOfChart(entry.name, names)) {
      continue;
    }
    if (entry.isDirectory()) {
      yield* manifestsBelow(path, errors);
    } else if (MANIFEST.test(entry.name) || isKustomization(path)) {
      yield path;
    }
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A pipe has no real path. If the file is missing, reading it will report so.
    return path;
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
