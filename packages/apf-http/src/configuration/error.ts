import type { ApfProblemCode } from '@kubesem/apf';
import { type FieldProblem, KubesemError } from '@kubesem/core';
import type { FilePosition, ManifestProblemCode } from '@kubesem/manifests';
import type { LevelProblemCode } from '../levels/error.js';

/**
 * What is wrong with a configuration in a file.
 *
 * - `NO_CONFIGURATION`: the file has neither levels nor FlowSchemas nor PriorityLevelConfigurations
 * - `MIXED`: the file has levels and other documents
 * - all others: see {@link LevelProblemCode}, {@link @kubesem/apf!ApfProblemCode | ApfProblemCode} and
 *   {@link @kubesem/manifests!ManifestProblemCode | ManifestProblemCode}
 */
export type ConfigurationFileCode =
  | LevelProblemCode
  | ApfProblemCode
  | ManifestProblemCode
  | 'NO_CONFIGURATION'
  | 'MIXED';

/** What is wrong with a configuration, and its place in the file. */
export interface ConfigurationFileProblem
  extends FieldProblem<ConfigurationFileCode>,
    FilePosition {}

/**
 * Thrown if the configuration in a file is invalid. The message has a line for each problem, with its place in the file.
 *
 * @example
 * ```ts
 * import { parseConfiguration } from '@kubesem/apf-http/file';
 *
 * parseConfiguration({ name: 'apf.yaml', text: 'seats: 10\nlevels: [{ name: A }]' }) // throws INVALID_CONFIGURATION_FILE
 * ```
 */
export class ConfigurationFileError extends KubesemError<'INVALID_CONFIGURATION_FILE'> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ConfigurationFileError';
  /** All problems. */
  readonly problems: readonly ConfigurationFileProblem[];

  /**
   * Creates an error from problems.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly ConfigurationFileProblem[]) {
    const lines = problems.map(({ file, line, column, path, message }) => {
      const place = line > 0 ? `${file}:${line}:${column}` : file;
      return `${place}: ${path === '' ? '' : `${path}: `}${message}`;
    });
    super({ code: 'INVALID_CONFIGURATION_FILE', message: lines.join('\n') });
    this.problems = problems;
  }
}
