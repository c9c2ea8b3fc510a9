import { type FieldErrorType, type FieldProblem, ProblemsError } from '@kubesem/core';

/**
 * The rule that a {@link Level} breaks.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `UNKNOWN_FIELD`: a field is unknown
 * - `OUT_OF_RANGE`: a number is too low or too high
 * - `RESERVED`: a level has the name of a built-in one
 * - `DUPLICATE`: two levels have the same name
 * - `NO_OTHERS`: no level receives the requests that match no level, because each has `match`
 * - `SEVERAL_OTHERS`: more than one level has no `match`
 * - `INVALID_SEATS`: there are fewer seats than levels, or too many
 * - all others: the {@link @kubesem/core!FieldErrorType | type} of the problem, in the words of the API server for what it
 *   would reject in the objects of the level
 */
export type LevelProblemCode =
  | FieldErrorType
  | 'INVALID_TYPE'
  | 'UNKNOWN_FIELD'
  | 'OUT_OF_RANGE'
  | 'RESERVED'
  | 'NO_OTHERS'
  | 'SEVERAL_OTHERS'
  | 'INVALID_SEATS';

/** Why levels are invalid. The segments start with the index of the level. */
export type LevelProblem = FieldProblem<LevelProblemCode>;

/**
 * Thrown if levels are invalid.
 *
 * @example
 * ```ts
 * import { safeLevelObjects } from '@kubesem/apf-http';
 *
 * const { error } = safeLevelObjects([{ name: 'search', match: { paths: ['search'] } }, { name: 'others' }], 10);
 * error?.code // => 'INVALID_LEVELS'
 * error?.problems.map(({ path, message }) => `${path}: ${message}`) // => ['[0].match.paths[0]: must start with slash']
 * ```
 */
export class LevelsError extends ProblemsError<'INVALID_LEVELS', LevelProblem> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'LevelsError';

  /**
   * Creates an error from problems.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly LevelProblem[]) {
    super('INVALID_LEVELS', problems);
  }
}
