import { FieldError, type FieldPath, type FieldPathSegment, type Problem } from '@kubesem/core';
import { fieldProblem, keyPath, movedProblem } from '@kubesem/core/internal';
import type { Amounts } from '@kubesem/resources/internal';
import type { NODE_CODES } from '../codes.js';

/** What can be wrong with nodes and Pods. */
export type AllocationProblemCode =
  | keyof typeof NODE_CODES
  | 'NAME_DUPLICATE'
  | 'NEGATIVE'
  | 'NOT_A_POD'
  | 'INVALID_QUANTITY'
  | 'INVALID_TYPE';

/** A problem with a node or a Pod, which does not stop the computation. Its segments start with the place of the object. */
export type AllocationProblem = Problem<AllocationProblemCode>;

/** Receives the problems of one object. */
export interface AllocationPolicy {
  report(problem: () => Problem): void;
}

/** Adds the place of an object before the segments of a problem. */
export function placed<P extends Problem>(place: readonly FieldPathSegment[], problem: P): P {
  return movedProblem(problem, place);
}

/** Collects the problems of the object at a place. */
export function placedIn(
  problems: AllocationProblem[],
  place: readonly FieldPathSegment[],
): AllocationPolicy {
  return {
    report: (problem) => {
      problems.push(placed(place, problem() as AllocationProblem));
    },
  };
}

/** Runs a computation on the object at a place; the errors that it throws start with the place. */
export function atPlace<Result>(place: readonly FieldPathSegment[], run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof FieldError ? new FieldError(placed(place, error.problem)) : error;
  }
}

/** Runs a computation; reports the field error that it throws, and returns undefined instead. */
export function orReport<Result>(run: () => Result, policy: AllocationPolicy): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    policy.report(() => error.problem);
    return undefined;
  }
}

/** Reports the amounts below zero in a resource list. Its path is not made for every Pod of a large cluster. */
export function reportNegatives(
  amounts: Amounts,
  pathOf: () => FieldPath,
  policy: AllocationPolicy,
): void {
  for (const [name, amount] of amounts) {
    if (amount.sign() < 0) {
      policy.report(() =>
        fieldProblem({
          type: 'INVALID',
          code: 'NEGATIVE',
          path: keyPath(pathOf(), name),
          value: amount.toString(),
          message: 'must not be below zero',
        }),
      );
    }
  }
}
