import {
  claimLimitRangeViolations,
  type LimitRangeViolation,
  limitRangeMessage,
} from '@kubesem/admission';
import { attempt, FieldError, type LimitRange, type PersistentVolumeClaim } from '@kubesem/core';
import type { FoundProblem } from '../problem.js';

/** A violation with the message of the API server and the LimitRange that it is from. */
export function limitRangeProblem(violation: LimitRangeViolation): FoundProblem {
  const { type, code, severity, segments, path, value, side, limitRange, limitType } = violation;
  const isTotal = limitType === 'Pod' && segments[segments.length - 1] === 'containers';
  const amount = side === 'requests' ? 'request' : 'limit';
  const total = isTotal ? `; the ${amount} of all containers together is ${value}` : '';
  const message = `${limitRangeMessage(violation)} (LimitRange ${limitRange}${total})`;
  return {
    ...{ type, code, severity, segments, path, message, apiServer: 'rejects' },
    ...(value !== undefined && { value }),
  };
}

/** Why LimitRanges reject a claim. */
export function claimRejections(
  claim: PersistentVolumeClaim,
  limitRanges: readonly LimitRange[],
): readonly FoundProblem[] {
  const { value = [], error } = attempt(() => claimLimitRangeViolations(claim, { limitRanges }));
  return [
    ...value.map(limitRangeProblem),
    ...(error instanceof FieldError ? [error.problem as FoundProblem] : []),
  ];
}
