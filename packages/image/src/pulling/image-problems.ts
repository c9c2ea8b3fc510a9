/**
 * What kind of problem it is, in the words of Kubernetes.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, type `ErrorType`.
 */
export type ImageProblemType =
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden';

/** Something that is wrong with a field, or worth knowing. */
export interface ImageProblem<Code extends string = string> {
  /** What kind of problem it is. */
  readonly type: ImageProblemType;
  /** Path of the field in the object that was passed in, such as `spec.containers[1].image`. */
  readonly path: string;
  /** The value as text, shortened for display. */
  readonly value: string;
  /** Stable identifier; programs and tests match on this. */
  readonly code: Code;
  /** What was expected and what was found instead, for people; without the path. */
  readonly message: string;
}

const MAX_DISPLAY_LENGTH = 80;

/** Writes a value that may be anything for a problem: at most 80 characters and `…`. */
export function shorten(value: unknown): string {
  const text = typeof value === 'object' ? '[object]' : String(value);
  return text.length > MAX_DISPLAY_LENGTH ? `${text.slice(0, MAX_DISPLAY_LENGTH)}…` : text;
}
