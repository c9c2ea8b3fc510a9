// Recognizes files that another tool turns into manifests: charts, kustomizations, values and templates.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type JSONValue, type ManifestObjects, parseManifests } from '@kubesem/manifests';

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
export function isPartOfChart(name: string, siblings: readonly string[]): boolean {
  return PARTS_OF_CHART.has(name) && siblings.includes(CHART);
}

/** Whether Kustomize reads a file of this name. */
export function isKustomization(path: string): boolean {
  return KUSTOMIZATION.test(basename(path));
}

/**
 * Recognizes a chart or a kustomization.
 *
 * @param path - of a file
 * @returns why the file is not a manifest; undefined if it may be one
 */
export function unrenderedByName(path: string): string | undefined {
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
export function inputsOfKustomization(path: string): string[] {
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
