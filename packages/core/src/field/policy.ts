import { FieldError } from './error.js';
import { formatFieldPath } from './path.js';
import type { FieldProblem } from './problem.js';

/**
 * What becomes of a field that has the wrong JSON type or breaks a rule. It is chosen once, where an object enters.
 *
 * @internal
 */
export interface FieldPolicy<Code extends string = string> {
  /** Receives a problem. The problem, and the path in it, is made when the policy calls the function. */
  report(problem: () => FieldProblem<Code | 'INVALID_TYPE'>): void;
}

/**
 * Throws the first problem as a {@link FieldError}: for functions whose answer would be wrong.
 *
 * @internal
 */
export const THROW: FieldPolicy = {
  report(problem) {
    throw new FieldError(problem());
  },
};

/**
 * Takes a field of the wrong type as absent and says nothing: for what prints stored objects, where one bad object must not
 * hide the others.
 *
 * @internal
 */
export const ABSENT: FieldPolicy = { report() {} };

/**
 * Collects the problems and goes on, the policy `COLLECT`: for validation and reports. Each problem appears once, however
 * often its field is read.
 *
 * @internal
 */
export class FieldProblems<Code extends string = string> implements FieldPolicy<Code> {
  private readonly found = new Map<string, FieldProblem<Code | 'INVALID_TYPE'>>();

  /** How many problems were found so far. */
  get count(): number {
    return this.found.size;
  }

  report(problem: () => FieldProblem<Code | 'INVALID_TYPE'>): void {
    const made = problem();
    const { code, segments, message, value } = made;
    const isWrongType = code === 'INVALID_TYPE';
    const key = JSON.stringify(isWrongType ? [code, segments] : [code, segments, message, value]);
    if (!this.found.has(key)) {
      this.found.set(key, made);
    }
  }

  /** The problems, without those of fields that could not be read or that hold such a field. */
  list(): readonly FieldProblem<Code | 'INVALID_TYPE'>[] {
    const all = [...this.found.values()];
    const isWrongType = ({ code }: FieldProblem) => code === 'INVALID_TYPE';
    const unreadable = new Set(
      all
        .filter(isWrongType)
        .flatMap(({ segments }) =>
          segments.map((_, index) => formatFieldPath(segments.slice(0, index + 1))),
        ),
    );
    return all.filter(
      (problem) => isWrongType(problem) || !unreadable.has(formatFieldPath(problem.segments)),
    );
  }
}
