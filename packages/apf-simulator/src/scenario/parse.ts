import { attempt, type KubesemError, type Result } from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';
import { ScenarioError, type ScenarioProblem } from './error.js';
import { contradictions } from './rules.js';
import type { Scenario } from './scenario.js';
import { parseWith, SCENARIO } from './schema.js';

/**
 * Checks a scenario that may be invalid.
 *
 * Checks structure and ranges first, and the combination of fields only if those are valid.
 *
 * @param value - any value, such as the content of a file; not changed
 * @returns a checked copy of the scenario without null fields, or the error with all problems
 *
 * @example
 * ```ts
 * import { safeParseScenario } from '@kubesem/apf-simulator';
 *
 * safeParseScenario({ durationSeconds: 60, flows: [], seed: null }).value // => { durationSeconds: 60, flows: [] }
 * const { error } = safeParseScenario({ durationSeconds: 60, flows: [{ name: 7 }], speed: 2 });
 * error?.problems.slice(0, 3).map(({ segments, code }) => [...segments, code]) // => [
 * //   ['speed', 'UNKNOWN_FIELD'],
 * //   ['flows', 0, 'name', 'INVALID_TYPE'],
 * //   ['flows', 0, 'request', 'REQUIRED'],
 * // ]
 * ```
 */
export function safeParseScenario(value: unknown): Result<Scenario, ScenarioError> {
  const { error, value: parsed } = attempt(() => parseWith(SCENARIO, value));
  if (error !== undefined) {
    return { ok: false, error: new ScenarioError([unreadable(error)]) };
  }
  const problems = parsed.problems ?? contradictions(parsed.value);
  return parsed.value === undefined || problems.length > 0
    ? { ok: false, error: new ScenarioError(problems) }
    : { ok: true, value: parsed.value };
}

/** A getter or a proxy in the value throws. */
function unreadable({ message }: KubesemError): ScenarioProblem {
  const code = 'UNREADABLE_INPUT';
  return fieldProblem({ type: 'INVALID', code, path: undefined, message });
}

/**
 * Checks a scenario.
 *
 * @param value - any value, such as the content of a file; not changed
 * @returns a checked copy of the scenario without null fields
 * @throws {@link ScenarioError} with code `INVALID_SCENARIO` and all problems if it cannot be simulated
 *
 * @example
 * ```ts
 * import { parseScenario } from '@kubesem/apf-simulator';
 *
 * parseScenario({ durationSeconds: 60, flows: [] }).durationSeconds // => 60
 * parseScenario({ durationSeconds: Number.NaN, flows: [] }) // throws INVALID_SCENARIO
 * ```
 */
export function parseScenario(value: unknown): Scenario {
  const { error, value: scenario } = safeParseScenario(value);
  if (error !== undefined) {
    throw error;
  }
  return scenario;
}
