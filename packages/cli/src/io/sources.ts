import {
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { appendAll } from '@kubesem/core/internal';
import { type JSONValue, type ManifestObjects, parseManifests } from '@kubesem/manifests';

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

// Recognizes files that another tool turns into manifests: charts, kustomizations, values and templates.

/** Why a file is not a manifest, and which command turns it into one; the message is for people. */
export class UnrenderedError extends Error {}

/** Larger files are neither kustomizations nor templates: Helm and etcd have similar limits. */
export const MAX_UNRENDERED_BYTES: number = 1024 * 1024;

/** Source: `sigs.k8s.io/kustomize/api/konfig`, `RecognizedKustomizationFileNames`. */
const KUSTOMIZATION = /^(?:kustomization\.ya?ml|Kustomization)$/;
const VALUES = /^(?:.*[-._])?values(?:[-._].*)?\.ya?ml$/;
/** What is wrong with values if they are read as manifests. */
const VALUES_CODES: ReadonlySet<string> = new Set([
  'NO_DOCUMENTS',
  'NOT_AN_OBJECT',
  'DUPLICATE_KEY',
]);
const CHART = 'Chart.yaml';

/** What Helm reads from the folder of a chart by a fixed name; the rest, such as `crds`, holds manifests. */
const PARTS_OF_CHART: ReadonlySet<string> = new Set([
  'charts',
  'requirements.yaml',
  'templates',
  'values.schema.json',
  'values.yaml',
]);

/** Whether Helm reads a file or folder as a part of a chart, given the names next to it. */
function isPartOfChart(name: string, siblings: readonly string[]): boolean {
  return PARTS_OF_CHART.has(name) && siblings.includes(CHART);
}

/** Whether Kustomize reads a file of this name. */
function isKustomization(path: string): boolean {
  return KUSTOMIZATION.test(basename(path));
}

/**
 * Recognizes a chart or a kustomization.
 *
 * @param path - of a file
 * @returns why the file is not a manifest; undefined if it may be one
 */
function unrenderedByName(path: string): string | undefined {
  const folder = shellWord(dirname(path));
  if (basename(path) === CHART) {
    return `a Helm chart, not a manifest; run helm template ${folder}`;
  }
  return isKustomization(path) && readKustomization(path) !== undefined
    ? `a kustomization, not a manifest; run kubectl kustomize ${folder}`
    : undefined;
}

/**
 * Lists the files that a kustomization reads besides manifests, such as patches.
 *
 * @param path - of the file
 * @returns the paths, some of which may not exist
 */
function inputsOfKustomization(path: string): string[] {
  const { resources: _, bases: __, ...rest } = readKustomization(path) ?? {};
  // An entry of a generator can be `key=path`.
  return textsIn(rest).map((text) => join(dirname(path), text.replace(/^[^=/]*=/, '')));
}

/** A kustomization; undefined for an object of another API in a file of that name, such as one of Flux. */
function readKustomization(path: string): { readonly [field: string]: JSONValue } | undefined {
  const value = parseManifests({ name: path, text: textOf(path) }).documents[0]?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {};
  }
  const fields = value as { readonly [field: string]: JSONValue };
  const { apiVersion = 'kustomize.config.k8s.io/' } = fields;
  return typeof apiVersion === 'string' && apiVersion.startsWith('kustomize.config.k8s.io/')
    ? fields
    : undefined;
}

/** Empty if the file is too large, or cannot be read. */
function textOf(path: string): string {
  try {
    return statSync(path).size > MAX_UNRENDERED_BYTES ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function textsIn(value: JSONValue): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Recognizes values and templates by what kubectl would read from them.
 *
 * @param path - of the file
 * @param text - of the file
 * @param read - what kubectl would read
 * @throws UnrenderedError if the file is not a manifest
 */
export function checkRendered(path: string, text: string, read: ManifestObjects): void {
  const hasNoObjects =
    read.objects.length === 0 && read.problems.every(({ code }) => VALUES_CODES.has(code));
  if (VALUES.test(basename(path)) && hasNoObjects) {
    const command = `helm template CHART -f ${shellWord(path)}`;
    throw new UnrenderedError(`values for a Helm chart, not a manifest; run ${command}`);
  }
  const lines = read.problems.some(({ code }) => code === 'SYNTAX') ? text.split('\n') : [];
  // Text in quotes may contain braces, as in manifests of Argo Workflows.
  const isAction = (line = '') => line.replace(/"[^"]*"|'[^']*'/g, '').includes('{{');
  const breaks = read.problems.some(
    ({ code, line }) => code === 'SYNTAX' && isAction(lines[line - 1]),
  );
  if (breaks || (text.includes('{{') && isInTemplates(resolve(path)))) {
    throw new UnrenderedError(
      'a template, not a manifest; render it first, for example with helm template CHART',
    );
  }
}

/** Whether a file is below the folder `templates` of a chart. */
function isInTemplates(path: string): boolean {
  const folder = dirname(path);
  const isOfChart = basename(folder) === 'templates' && existsSync(join(folder, '..', CHART));
  return isOfChart || (folder !== path && isInTemplates(folder));
}

/** A word as a shell reads it. */
function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}
