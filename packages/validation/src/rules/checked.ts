import { checkTypes, type FieldErrorType, type FieldProblem, type StructType } from '@kubesem/core';
import { FieldProblems, type Fields } from '@kubesem/core/internal';

/** Collects problems. As in the answer of the API server, each appears once, however often a value is repeated. */
export class UniqueProblems extends FieldProblems<FieldErrorType> {
  private readonly texts = new Set<string>();

  override report(problem: () => FieldProblem<FieldErrorType | 'INVALID_TYPE'>): void {
    const made = problem();
    const text = JSON.stringify(made);
    // Long values are cut, so two of them can differ although they look the same.
    if (made.value?.endsWith('…') || !this.texts.has(text)) {
      this.texts.add(text);
      super.report(() => made);
    }
  }
}

/** Lists the fields of an object that have the wrong JSON type. The API server then checks nothing else. */
export function typeProblems(
  object: object,
  type: StructType,
): readonly FieldProblem<'INVALID_TYPE'>[] {
  const problems = new FieldProblems<never>();
  checkTypes(object, type, undefined, (problem) => problems.report(() => problem), {
    nullItems: true,
  });
  return problems.list();
}

/** Adds a value to those that were seen; returns whether it was one of them. */
export function isRepeated(seen: Set<string>, value: string): boolean {
  const { size } = seen;
  return seen.add(value).size === size;
}

/**
 * Reports a list that has too many entries; returns whether it has.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, `TooMany`.
 */
export function checkCount<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
  most: number,
): boolean {
  const { length } = object.list(field);
  if (length > most) {
    object.problem(field, 'TOO_MANY', `must have at most ${most} items`, length);
  }
  return length <= most;
}
