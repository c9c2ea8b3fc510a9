import { KubesemError, type KubesemErrorDetails } from '../errors.js';
import { type FieldProblem, formatFieldProblem } from './problem.js';

/**
 * Thrown if a field of an object is invalid. `problem` holds the parts, `message` is the problem in one line.
 *
 * @example
 * ```ts
 * import { FieldError, readString } from '@kubesem/core';
 *
 * let error: FieldError | undefined;
 * try {
 *   readString(80, { parent: undefined, segment: 'name' });
 * } catch (caught) {
 *   error = caught as FieldError;
 * }
 * error?.code // => 'INVALID_TYPE'
 * error?.problem.segments // => ['name']
 * error?.message // => 'name: expected a string, found 80'
 * ```
 */
export class FieldError<Code extends string = string> extends KubesemError<Code> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'FieldError';
  /** What is wrong, and where. */
  readonly problem: FieldProblem<Code>;

  /**
   * Makes an error from a problem.
   *
   * @param problem - what is wrong, and where
   * @param options - the error that led to this one
   */
  constructor(problem: FieldProblem<Code>, options: Pick<KubesemErrorDetails, 'cause'> = {}) {
    const { code, offset } = problem;
    super({ ...options, code, offset, message: formatFieldProblem(problem) });
    this.problem = problem;
  }
}
