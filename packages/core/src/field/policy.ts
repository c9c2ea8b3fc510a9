import { type FieldPathSegment, formatFieldPath } from './path.js';
import { FieldError, type FieldProblem } from './problem.js';
import type { ReportProblem } from './read.js';

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
 * The policy of a function that still takes a callback: what it does with a problem, or `THROW`.
 *
 * @internal
 */
export function reportTo(report: ReportProblem<'INVALID_TYPE'> | undefined): FieldPolicy<never> {
  return report === undefined ? THROW : { report: (problem) => report(problem()) };
}

/**
 * Collects the problems and goes on, the policy `COLLECT`: for validation and reports. A field of the wrong type appears once,
 * however often it is read; a broken rule appears as often as it is reported, as in the answer of the API server.
 *
 * @internal
 */
export class FieldProblems<Code extends string = string> implements FieldPolicy<Code> {
  private readonly found: FieldProblem<Code | 'INVALID_TYPE'>[] = [];
  /** Paths of the fields of the wrong type. */
  private readonly unreadable = new Set<string>();

  /** How many problems were found so far. */
  get count(): number {
    return this.found.length;
  }

  report(problem: () => FieldProblem<Code | 'INVALID_TYPE'>): void {
    const made = problem();
    const path = made.code === 'INVALID_TYPE' ? formatFieldPath(made.segments) : undefined;
    if (path !== undefined && this.unreadable.has(path)) {
      return;
    }
    if (path !== undefined) {
      this.unreadable.add(path);
    }
    this.found.push(made);
  }

  /** The problems, without those of fields that could not be read, that hold such a field or that are in one. */
  list(): readonly FieldProblem<Code | 'INVALID_TYPE'>[] {
    const isWrongType = ({ code }: FieldProblem) => code === 'INVALID_TYPE';
    const holders = new Set(
      this.found
        .filter(isWrongType)
        .flatMap(({ segments }) =>
          segments.map((_, index) => formatFieldPath(segments.slice(0, index + 1))),
        ),
    );
    const isIn = (segments: readonly FieldPathSegment[]): boolean =>
      segments.some((_, index) => this.unreadable.has(formatFieldPath(segments.slice(0, index))));
    return holders.size === 0
      ? this.found
      : this.found.filter(
          (problem) =>
            isWrongType(problem) ||
            !(holders.has(formatFieldPath(problem.segments)) || isIn(problem.segments)),
        );
  }
}
