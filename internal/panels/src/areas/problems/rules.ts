import { CODES } from '@kubesem/inspect/codes';
import type { Rule } from '../area.js';

/**
 * Returns the rule that a problem violates.
 *
 * @param code - code of the problem
 * @returns the rule, its function and its documentation; of a code without a row, what the API server does with every field
 */
export function problemRule(code: string): Rule {
  const { summary, source, page = '' } = CODES[code] ?? (CODES.INVALID as (typeof CODES)[string]);
  return { text: summary, source, docs: page };
}
