import type { PriorityLevelConfiguration } from '../api/flowcontrol/priority-level-configuration.js';
import { fields } from '../field/fields.js';
import type { FieldPath } from '../field/path.js';
import { ABSENT, reportTo } from '../field/policy.js';
import type { ReportProblem } from '../field/read.js';

/**
 * Checks the JSON type of `assuredConcurrencyShares`, which the table of `v1` does not have: it is in `v1beta1` and `v1beta2`,
 * which the release no longer serves.
 *
 * @param level - a PriorityLevelConfiguration in any version
 * @param path - its path
 * @param report - receives the problem
 *
 * @internal
 */
export function checkAssuredShares(
  level: unknown,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'>,
): void {
  // The table has reported the types of what holds it.
  const given = fields(level as PriorityLevelConfiguration, ABSENT, path);
  const limited = given.at('spec').at('limited');
  fields(limited.value, reportTo(report), limited.path).integer('assuredConcurrencyShares');
}
