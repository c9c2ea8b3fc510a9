/**
 * Which rule an object breaks.
 *
 * - `REQUIRED`: something has to be there
 * - `FORBIDDEN`: something must not be there, beside what else is
 * - `NOT_SUPPORTED`: none of the words that are known
 * - `OUT_OF_RANGE`: a number that is too low or too high
 * - `INVALID_NAME`: no name of the syntax that is wanted
 * - `RESERVED`: what only the object named `exempt` may have, or has to have
 * - `WILDCARD_NOT_ALONE`: a `*` beside others in a list
 * - `INVALID_PATH`: no path of a URL, or a `*` elsewhere than behind the last slash
 * - `HAND_BEYOND_QUEUES`: a hand of more queues than there are
 * - `TOO_MANY_BITS`: a hand that would need more than 60 bits of the hash
 * - `FIXED`: the spec of a mandatory object, which cannot be changed
 */
export type ApfProblemCode =
  | 'REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_SUPPORTED'
  | 'OUT_OF_RANGE'
  | 'INVALID_NAME'
  | 'RESERVED'
  | 'WILDCARD_NOT_ALONE'
  | 'INVALID_PATH'
  | 'HAND_BEYOND_QUEUES'
  | 'TOO_MANY_BITS'
  | 'FIXED';

/** Something in an object for which the API server would not store it. */
export interface ApfProblem {
  /** What kind of problem it is, in the words of Kubernetes. */
  readonly type:
    | 'FieldValueForbidden'
    | 'FieldValueInvalid'
    | 'FieldValueNotSupported'
    | 'FieldValueRequired';
  /** Path of the field, such as `spec.rules[0].subjects`. */
  readonly path: string;
  /** The value of the field; of a missing one it is undefined. */
  readonly value: unknown;
  /** Stable identifier of the rule; programs and tests match on this. */
  readonly code: ApfProblemCode;
  /** What was expected, in a sentence. */
  readonly message: string;
}
