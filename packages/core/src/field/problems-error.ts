import { KubesemError } from '../errors.js';
import { type FieldProblem, formatFieldProblem } from './problem.js';

/**
 * The base of errors that have all problems of their input. The message has a line for each.
 *
 * @example
 * ```ts
 * import { fieldProblem, ProblemsError } from '@kubesem/core';
 *
 * const problem = fieldProblem({
 *   type: 'FieldValueRequired',
 *   code: 'REQUIRED',
 *   path: { parent: undefined, segment: 'name' },
 *   value: undefined,
 *   message: 'must be set',
 * });
 * const error = new ProblemsError('INVALID_SHOP', [problem]);
 * error.code // => 'INVALID_SHOP'
 * error.message // => 'name: must be set'
 * error.problems.map(({ code, path }) => `${path} ${code}`) // => ['name REQUIRED']
 * ```
 */
export class ProblemsError<
  Code extends string = string,
  Problem extends FieldProblem = FieldProblem,
> extends KubesemError<Code> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'ProblemsError';
  /** All problems. */
  readonly problems: readonly Problem[];

  /**
   * Makes an error from problems.
   *
   * @param code - identifier of the error
   * @param problems - at least one
   * @param describe - writes a problem in one line; by default its path and its message
   */
  constructor(
    code: Code,
    problems: readonly Problem[],
    describe: (problem: Problem) => string = formatFieldProblem,
  ) {
    super({ code, message: problems.map(describe).join('\n') });
    this.problems = problems;
  }
}
