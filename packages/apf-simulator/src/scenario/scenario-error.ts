import { KubesemError } from '@kubesem/core';

/**
 * What is wrong with a scenario.
 *
 * - `REQUIRED`: something has to be there
 * - `WRONG_TYPE`: a text where a number belongs, and the like; NaN is no number
 * - `OUT_OF_RANGE`: a number that is too low or too high
 * - `NOT_SUPPORTED`: none of the words that are known
 * - `UNKNOWN_FIELD`: a field that nobody reads
 * - `DUPLICATE`: two flows with one name
 * - `INVALID_REQUEST`: a URL that the API server would not read
 * - `NOT_SUBJECT`: a request that runs for long, which is not subject to priority and fairness
 * - `TOO_MANY_REQUESTS`: more requests than can be simulated
 */
export type ScenarioProblemCode =
  | 'REQUIRED'
  | 'WRONG_TYPE'
  | 'OUT_OF_RANGE'
  | 'NOT_SUPPORTED'
  | 'UNKNOWN_FIELD'
  | 'DUPLICATE'
  | 'INVALID_REQUEST'
  | 'NOT_SUBJECT'
  | 'TOO_MANY_REQUESTS';

/** Something for which a scenario cannot be simulated. */
export interface ScenarioProblem {
  /** Stable identifier of the rule. */
  readonly code: ScenarioProblemCode;
  /** Path of the field, such as `flows[0].arrival.perSecond`. */
  readonly path: string;
  /** The same path as its names and indexes. */
  readonly segments: readonly (string | number)[];
  /** What was expected, in a sentence. */
  readonly message: string;
}

/**
 * Thrown for a scenario that cannot be simulated.
 *
 * @example
 * ```ts
 * import { parseScenario } from '@kubesem/apf-simulator';
 *
 * parseScenario({ durationSeconds: -1, flows: [] }) // throws INVALID_SCENARIO
 * ```
 */
export class ScenarioError extends KubesemError<'INVALID_SCENARIO'> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ScenarioError';
  /** Path of the first problem. */
  readonly path: string | undefined;
  /** All that is wrong. */
  readonly problems: readonly ScenarioProblem[];

  /**
   * Makes an error of what is wrong.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly ScenarioProblem[]) {
    const message = problems.map((problem) => problem.message).join('\n');
    super({ code: 'INVALID_SCENARIO', message });
    this.path = problems[0]?.path;
    this.problems = problems;
  }
}
