import type { PriorityLevelConfiguration } from '../api/flowcontrol/priority-level-configuration.js';
import { objectOf } from '../field/lenient.js';
import { childPath, type FieldPath } from '../field/path.js';
import { INT32_RANGE, type ReportProblem, readInteger } from '../field/read.js';

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
  const { spec } = objectOf(level as PriorityLevelConfiguration);
  const { limited } = objectOf(spec);
  const { assuredConcurrencyShares } = objectOf(limited);
  const limitedPath = childPath(childPath(path, 'spec'), 'limited');
  const sharesPath = childPath(limitedPath, 'assuredConcurrencyShares');
  readInteger(assuredConcurrencyShares, sharesPath, INT32_RANGE, report);
}
