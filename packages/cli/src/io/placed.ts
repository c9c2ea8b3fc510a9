// The problems of objects, with their places.
import { attempt, type FieldError } from '@kubesem/core';
import type { Problem, ProblemCode } from '@kubesem/inspect';
import { type ObjectPlace, placeProblem } from '@kubesem/manifests/cluster';

/**
 * Computes something of an object, and collects why it cannot be computed.
 *
 * @param placed - the object
 * @param problems - receives the problem of the object
 * @param compute - what may throw a FieldError
 * @returns the result; undefined if there is a problem
 */
export function attemptOn<T>(
  placed: ObjectPlace,
  problems: Problem[],
  compute: () => T,
): T | undefined {
  const { value, error } = attempt(compute);
  if (error !== undefined) {
    const { problem } = error as FieldError<ProblemCode>;
    if (problem === undefined) {
      throw error;
    }
    problems.push(placeProblem(placed, 'error', problem));
  }
  return value;
}
