import { type LimitRangeViolation, limitRangeMessage } from '@kubesem/admission';
import type { FoundProblem } from '../report/problem-list.js';

/** A violation with the message of the API server and the LimitRange that it is from. */
export function limitRangeProblem(violation: LimitRangeViolation): FoundProblem {
  const { type, code, segments, path, value, limitRange } = violation;
  const message = `${limitRangeMessage(violation)} (LimitRange ${limitRange})`;
  return {
    ...{ type, code, segments, path, message, apiServer: 'rejects' },
    ...(value !== undefined && { value }),
  };
}
