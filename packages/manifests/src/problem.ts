/**
 * What is wrong with a text, or worth knowing.
 *
 * - `NO_DOCUMENTS`: the file holds nothing but white space and comments
 * - `SYNTAX`: a document is not YAML or JSON as kubectl reads it, or is nested too deep
 * - `TOO_LARGE`: a document is longer than the limit
 * - `DUPLICATE_KEY`: an object has the same key twice
 * - `IGNORED_TEXT`: text that kubectl does not read
 * - `NOT_AN_OBJECT`: a document that is a list or a scalar, or lacks `apiVersion` or `kind`
 * - `INVALID_TYPE`: the `items` of a list have the wrong JSON type
 */
export type ManifestProblemCode =
  | 'NO_DOCUMENTS'
  | 'SYNTAX'
  | 'TOO_LARGE'
  | 'DUPLICATE_KEY'
  | 'IGNORED_TEXT'
  | 'NOT_AN_OBJECT'
  | 'INVALID_TYPE';

/** Something that is wrong with a file, a document or an object, or worth knowing. */
export interface ManifestProblem<Code extends string = ManifestProblemCode> {
  /** `error` if Kubernetes would reject it, or it could not be read; `warning` if it is accepted as it is. */
  readonly severity: 'error' | 'warning';
  /** Stable identifier. */
  readonly code: Code;
  /** What was expected and what was found, for people. */
  readonly message: string;
  /** Name of the file. */
  readonly file: string;
  /** Line in the file, counted from 1. */
  readonly line: number;
  /** Column in UTF-16 code units, counted from 1. */
  readonly column: number;
  /** Path of the field within its object, such as `spec.containers[1].resources.limits.memory`. */
  readonly path?: string | undefined;
  /** The value that is wrong, shortened for display. */
  readonly value?: string | undefined;
}
