import { type FieldProblem, ProblemsError } from '@kubesem/core';

/**
 * The rule that a scenario breaks.
 *
 * - `REQUIRED`: a field must be set
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `OUT_OF_RANGE`: a number is too low or too high, or not whole
 * - `NOT_SUPPORTED`: a value is not one of the supported values
 * - `UNKNOWN_FIELD`: a field is unknown
 * - `DUPLICATE`: two flows have the same name
 * - `INVALID_REQUEST`: the API server cannot read the URL
 * - `NOT_SUBJECT`: a long-running request is not subject to API Priority and Fairness
 * - `TOO_MANY_REQUESTS`: there are more requests than can be simulated
 * - `UNREADABLE_INPUT`: an object throws when it is read
 */
export type ScenarioProblemCode =
  | 'REQUIRED'
  | 'INVALID_TYPE'
  | 'OUT_OF_RANGE'
  | 'NOT_SUPPORTED'
  | 'UNKNOWN_FIELD'
  | 'DUPLICATE'
  | 'INVALID_REQUEST'
  | 'NOT_SUBJECT'
  | 'TOO_MANY_REQUESTS'
  | 'UNREADABLE_INPUT';

/** Why a scenario cannot be simulated. */
export type ScenarioProblem = FieldProblem<ScenarioProblemCode>;

/**
 * Thrown if a scenario cannot be simulated.
 *
 * @example
 * ```ts
 * import { safeParseScenario } from '@kubesem/apf-simulator';
 *
 * const { error } = safeParseScenario({ durationSeconds: -1, flows: [] });
 * error?.code // => 'INVALID_SCENARIO'
 * error?.problems.map(({ path, code }) => `${path} ${code}`) // => ['durationSeconds OUT_OF_RANGE']
 * ```
 */
export class ScenarioError extends ProblemsError<'INVALID_SCENARIO', ScenarioProblem> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ScenarioError';

  /**
   * Creates an error from problems.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly ScenarioProblem[]) {
    super('INVALID_SCENARIO', problems);
  }
}
