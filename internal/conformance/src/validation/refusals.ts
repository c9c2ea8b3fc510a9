import type { FieldProblem } from '@kubesem/core';
import type { Comparison } from '../harness/comparison.js';
import type { Json } from '../harness/json.js';
import type { Answer, FieldError } from '../harness/operation.js';

/** What the API server prints instead of a detail if an error has none. */
const NO_DETAIL = /^(Required value$|Forbidden$|Duplicate value: |Not found: )/;

/** The rejections in an answer of the oracle that kubesem checks. */
export function checkedRefusals(
  { out }: Answer,
  isChecked: (refusal: FieldError) => boolean,
): readonly FieldError[] {
  return ((out ?? { refusals: [] }) as unknown as Refused).refusals.filter(isChecked);
}

/** The rejections of the oracle, as far as they are in its answer. */
interface Refused {
  readonly refusals: readonly FieldError[];
}

/** An answer of the oracle without the rejections that kubesem does not check. */
export function trimRefusals(out: Json, isChecked: (refusal: FieldError) => boolean): Json {
  return { refusals: checkedRefusals({ out }, isChecked) } as unknown as Json;
}

/** A rejection in one line: type, field and detail. */
export function refusalLine({ type, field, detail }: FieldError): string {
  return `${type} ${field}: ${detail}`;
}

/** The same of our problem. */
export function problemLine({ type, path, message }: FieldProblem): string {
  return `${type} ${path}: ${NO_DETAIL.test(message) ? '' : message}`;
}

/** Compares all rejections, each as often as it occurs, in any order. */
export function compareRefusals(
  theirs: readonly FieldError[],
  ours: readonly FieldProblem[],
  comparison: Comparison,
): void {
  const wanted = theirs.map(refusalLine).sort();
  const found = ours.map(problemLine).sort();
  comparison.field('rejections', wanted.join('\n'), found.join('\n'));
}
