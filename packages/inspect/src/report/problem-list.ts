import {
  childPath,
  type FieldPath,
  type FieldPathSegment,
  type FieldProblem,
  fieldProblem,
} from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import { type Problem, type ProblemCode, placeProblem } from '../problem.js';

/** A problem that a library found. */
export type FoundProblem = FieldProblem<ProblemCode> & Pick<Problem, 'apiServer'>;

/** Collects the problems of one object, with their places. */
export class ProblemList {
  readonly all: Problem[] = [];
  /** Segments of the fields of the wrong type, as JSON. */
  private readonly wrongTypes = new Set<string>();

  constructor(private readonly object: ManifestObject) {}

  /** Adds a problem of the object itself. */
  readonly addError = (problem: FoundProblem): void => this.add('error', problem, []);

  /**
   * Adds a problem of the Pod at `base`. Several libraries read the same fields, so a wrong type is added once.
   *
   * @param severity - severity of the problem
   * @param found - the problem
   * @param base - path of the Pod in the object
   */
  add(severity: Problem['severity'], found: FoundProblem, base: readonly FieldPathSegment[]): void {
    const problem = placeProblem(this.object, severity, withEffect(found, base), base);
    if (problem.code === 'INVALID_TYPE') {
      const field = JSON.stringify(problem.segments);
      if (this.wrongTypes.has(field)) {
        return;
      }
      this.wrongTypes.add(field);
    }
    this.all.push(problem);
  }

  /** Adds the error of a field that must be set. */
  addRequired(segments: readonly FieldPathSegment[], message: string): void {
    const path = fieldPathOf(segments);
    this.addError(fieldProblem({ type: 'FieldValueRequired', code: 'REQUIRED', path, message }));
  }
}

/** Returns the path with some segments. */
export function fieldPathOf(segments: readonly FieldPathSegment[]): FieldPath | undefined {
  return segments.reduce<FieldPath | undefined>(childPath, undefined);
}

/** Adds to the message that the API server rejects the Pod. It accepts some of that in a Pod template. */
export function withEffect(problem: FoundProblem, base: readonly FieldPathSegment[]): FoundProblem {
  if (problem.apiServer !== 'rejects') {
    return problem;
  }
  const what = base.length === 0 ? 'it' : 'a Pod with it';
  return { ...problem, message: `${problem.message}; the API server rejects ${what}` };
}
