import type { FieldProblem } from '@kubesem/core';
import type { Comparison } from './comparison.js';
import type { Json } from './json.js';
import type { Answer, FieldError } from './operation.js';

/** Which errors of the API server kubesem knows; as narrow as possible. */
type IsOurs = (refusal: FieldError) => boolean;

/** The errors in an answer of the API server that kubesem knows. */
export function refusalsOf(out: Json | undefined, isOurs: IsOurs = () => true): FieldError[] {
  return (out as unknown as { refusals: readonly FieldError[] }).refusals.filter(isOurs);
}

/** An answer without the errors that kubesem does not know. */
export function trimRefusals(out: Json, isOurs: IsOurs): Json {
  return { refusals: refusalsOf(out, isOurs) } as unknown as Json;
}

/** What the API server prints where it has no detail. */
const BODIES: { readonly [type: string]: string | undefined } = {
  REQUIRED: 'Required value',
  FORBIDDEN: 'Forbidden',
  DUPLICATE: 'Duplicate value: ',
  NOT_FOUND: 'Not found: ',
};

/** Compares the type, the field and the detail of all errors. Both lists are sorted: the server reads maps in any order. */
export function compareRefusals(
  comparison: Comparison,
  theirs: Answer,
  problems: readonly FieldProblem[],
  isOurs?: IsOurs,
): void {
  const expected = refusalsOf(theirs.out, isOurs).map(lineOf);
  const found = problems.map(({ type, path, message }) => {
    // The value that follows is not in the answer of the oracle.
    const body = BODIES[type];
    const detail = body !== undefined && message.startsWith(body) ? '' : message;
    return lineOf({ type, field: path, detail });
  });
  comparison.field('problems', expected.sort().join('\n'), found.sort().join('\n'));
}

function lineOf({ type, field, detail }: FieldError): string {
  return `${type} ${field} ${detail}`;
}
