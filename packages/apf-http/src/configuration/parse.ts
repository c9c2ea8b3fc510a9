import {
  type ApfConfiguration,
  type ConfigurationProblem,
  storableConfiguration,
  withBuiltInObjects,
} from '@kubesem/apf';
import {
  type FieldPathSegment,
  type FlowSchema,
  formatFieldPath,
  type PriorityLevelConfiguration,
} from '@kubesem/core';
import { fieldProblem, fields } from '@kubesem/core/internal';
import { FLOW_SCHEMA, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';
import {
  type ManifestDocument,
  type ManifestFile,
  type ManifestObject,
  type ManifestProblem,
  objectsIn,
  parseManifests,
} from '@kubesem/manifests';
import { safeLevelObjects } from '../levels/objects.js';
import { ConfigurationFileError, type ConfigurationFileProblem } from './error.js';

/** Options of {@link parseConfiguration}. */
export interface ConfigurationFileOptions {
  /** Number of seats, unless the file sets it; 600 by default, as that of the API server. */
  readonly seats?: number | undefined;
  /** Whether to add the built-in objects of Kubernetes that the file does not define; no by default. */
  readonly builtIn?: boolean | undefined;
}

/** The configuration of a gate. */
export interface FileConfiguration extends ApfConfiguration {
  /** Number of seats. */
  readonly serverConcurrencyLimit: number;
}

const DEFAULT_SEATS = 600;
const API_GROUP = 'flowcontrol.apiserver.k8s.io/';

type ReportPlaced = (problem: ConfigurationFileProblem) => void;
/** A document with levels. */
type LevelsDocument = { readonly levels?: unknown; readonly seats?: unknown };

/**
 * Reads the configuration of a gate: either levels with the fields of `Level`, or FlowSchemas and
 * PriorityLevelConfigurations of Kubernetes, as YAML or JSON.
 *
 * @param file - the text and its name. Levels are one document with `levels` and, if it sets the number of seats, `seats`
 * @param options - what the file does not say
 * @returns the configuration, for a `Gate` or its `reconfigure`
 * @throws {@link ConfigurationFileError} with code `INVALID_CONFIGURATION_FILE` and all problems if something is invalid
 *
 * @example
 * ```ts
 * import { Gate } from '@kubesem/apf-http';
 * import { parseConfiguration } from '@kubesem/apf-http/file';
 *
 * const text = `
 * seats: 20
 * levels:
 *   - { name: checkout, shares: 60, match: { paths: [/cart/*] } }
 *   - { name: others }
 * `;
 * const gate = new Gate(parseConfiguration({ name: 'apf.yaml', text }));
 * const entry = await gate.enter({ request: undefined, method: 'GET', url: '/cart/7' });
 * entry.priorityLevel // => 'checkout'
 * gate.close();
 * ```
 */
export function parseConfiguration(
  file: ManifestFile,
  options: ConfigurationFileOptions = {},
): FileConfiguration {
  const { documents, problems: found } = parseManifests(file);
  const problems: ConfigurationFileProblem[] = found.filter(isError);
  const report: ReportPlaced = (problem) => problems.push(problem);
  const levels = documents.find(({ value }) => isLevels(value));
  const configuration =
    levels === undefined
      ? readObjects(documents, options, report)
      : readLevels(levels, options, report);
  if (levels !== undefined && documents.length > 1) {
    const message = 'has levels, so it must not have other documents';
    report(ofFile(file, 'MIXED', message));
  }
  const isEmpty = [...configuration.flowSchemas, ...configuration.priorityLevels].length === 0;
  if (isEmpty && problems.length === 0) {
    const message = 'has no levels, FlowSchemas or PriorityLevelConfigurations';
    report(ofFile(file, 'NO_CONFIGURATION', message));
  }
  if (problems.length > 0) {
    throw new ConfigurationFileError(problems);
  }
  return options.builtIn === true && levels === undefined
    ? { ...configuration, ...withBuiltInObjects(configuration) }
    : configuration;
}

function isError({ severity }: ManifestProblem): boolean {
  return severity === 'error';
}

/** Objects of Kubernetes have a version; levels have none. */
function isLevels(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return (
    isObject && !Object.prototype.hasOwnProperty.call(value, 'apiVersion') && 'levels' in value
  );
}

function readLevels(
  document: ManifestDocument,
  { seats: fallback = DEFAULT_SEATS }: ConfigurationFileOptions,
  report: ReportPlaced,
): FileConfiguration {
  const content = fields<LevelsDocument, 'UNKNOWN_FIELD'>(document.value as LevelsDocument, {
    report: (problem) => report(placed(problem(), document)),
  });
  for (const name of Object.keys(content.value) as (keyof LevelsDocument)[]) {
    if (name !== 'levels' && name !== 'seats') {
      const message = 'unknown field; supported fields: seats, levels';
      content.forbidden(name, message, 'UNKNOWN_FIELD');
    }
  }
  const seats = content.integer('seats') ?? fallback;
  const { error, value } = safeLevelObjects(content.raw('levels'), seats);
  for (const each of error?.problems ?? []) {
    const owner = each.code === 'INVALID_SEATS' ? 'seats' : 'levels';
    report(placed(each, document, [owner]));
  }
  return {
    serverConcurrencyLimit: seats,
    ...(value ?? { priorityLevels: [], flowSchemas: [] }),
  };
}

function readObjects(
  documents: readonly ManifestDocument[],
  { seats = DEFAULT_SEATS }: ConfigurationFileOptions,
  report: ReportPlaced,
): FileConfiguration {
  const onProblem = (problem: ManifestProblem) => (isError(problem) ? report(problem) : undefined);
  const all = documents
    .flatMap((document) => [...objectsIn(document, { onProblem })])
    .filter(({ apiVersion }) => apiVersion.startsWith(API_GROUP));
  const levels = all.filter(({ kind }) => kind === PRIORITY_LEVEL_CONFIGURATION.kind);
  const schemas = all.filter(({ kind }) => kind === FLOW_SCHEMA.kind);
  const { problems, ...objects } = storableConfiguration({
    priorityLevels: levels.map(({ object }) => object as PriorityLevelConfiguration),
    flowSchemas: schemas.map(({ object }) => object as FlowSchema),
  });
  for (const { kind, name: _name, index, ...problem } of problems) {
    const owner = (kind === FLOW_SCHEMA.kind ? schemas : levels)[index];
    if (owner !== undefined) {
      report(placed(problem, owner));
    }
  }
  return { serverConcurrencyLimit: seats, ...objects };
}

/** Adds the place of a field, after the segments that lead to its owner. */
function placed(
  problem: Omit<ConfigurationProblem, 'kind' | 'name' | 'index' | 'code'> &
    Pick<ConfigurationFileProblem, 'code'>,
  owner: Pick<ManifestObject | ManifestDocument, 'file' | 'positionOf'>,
  parents: readonly FieldPathSegment[] = [],
): ConfigurationFileProblem {
  const segments = [...parents, ...problem.segments];
  const { file } = owner;
  return {
    ...problem,
    segments,
    path: formatFieldPath(segments),
    file,
    ...owner.positionOf(segments),
  };
}

function ofFile(
  { name: file }: ManifestFile,
  code: 'MIXED' | 'NO_CONFIGURATION',
  message: string,
): ConfigurationFileProblem {
  const type = code === 'MIXED' ? 'FORBIDDEN' : 'REQUIRED';
  return { ...fieldProblem({ type, code, path: undefined, message }), file, line: 0, column: 0 };
}
