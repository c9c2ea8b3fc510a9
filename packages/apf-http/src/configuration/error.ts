import { formatFieldProblem, type Problem, ProblemsError } from '@kubesem/core';
import type { FilePosition, ManifestProblemCode } from '@kubesem/manifests';
import type { LevelProblemCode } from '../levels/error.js';

/**
 * What is wrong with a configuration in a file.
 *
 * - `NO_CONFIGURATION`: the file has neither levels nor FlowSchemas nor PriorityLevelConfigurations
 * - `MIXED`: the file has levels and other documents
 * - all others: see {@link LevelProblemCode} and {@link @kubesem/manifests!ManifestProblemCode | ManifestProblemCode}
 */
export type ConfigurationFileCode =
  | LevelProblemCode
  | ManifestProblemCode
  | 'NO_CONFIGURATION'
  | 'MIXED';

/** What is wrong with a configuration, and its place in the file. */
export interface ConfigurationFileProblem extends Problem<ConfigurationFileCode>, FilePosition {}

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
export class ConfigurationFileError extends ProblemsError<
  'INVALID_CONFIGURATION_FILE',
  ConfigurationFileProblem
> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ConfigurationFileError';

  /**
   * Creates an error from problems.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly ConfigurationFileProblem[]) {
    super('INVALID_CONFIGURATION_FILE', problems, (problem) => {
      const { file, line, column } = problem;
      const place = line > 0 ? `${file}:${line}:${column}` : file;
      return `${place}: ${formatFieldProblem(problem)}`;
    });
  }
}
