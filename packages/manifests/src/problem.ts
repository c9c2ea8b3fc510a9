import { type FieldPathSegment, formatFieldPath, type Problem } from '@kubesem/core';
import { movedProblem } from '@kubesem/core/internal';
import type { MANIFEST_CODES } from './codes.js';
import type { FilePosition, ObjectPlace } from './position.js';

/** What is wrong with a file, a document or an object. */
export type ManifestProblemCode = keyof typeof MANIFEST_CODES | 'INVALID_TYPE';

/**
 * A problem with a file, a document or an object, and its place in the file.
 *
 * `segments` lead from the document to the object, such as `['items', 3]`; they are empty for a whole document.
 */
export interface ManifestProblem<Code extends string = ManifestProblemCode>
  extends Problem<Code>,
    FilePosition {}

/** What is known of a problem of a text. */
export interface ManifestProblemDetails
  extends Pick<ManifestProblem, 'severity' | 'code' | 'message' | 'object'> {
  readonly segments?: readonly FieldPathSegment[];
}

/** Makes a problem. It has no value: the text may be a Secret. */
export function manifestProblem(
  { severity, code, message, segments = [], object }: ManifestProblemDetails,
  { file, line, column }: FilePosition,
): ManifestProblem {
  const path = formatFieldPath(segments);
  const place = { file, line, column };
  return { severity, code, segments, path, message, ...(object && { object }), ...place };
}

/** A problem of any kind, and its place in a file. */
export type PlacedProblem<P extends Problem = Problem> = P & FilePosition;

/**
 * Adds the place in the file to a problem.
 *
 * @param object - the object with the problem
 * @param problem - the problem, found in a part of the object
 * @param base - path of that part; empty if it is the object
 *
 * @internal
 */
export function placeProblem<P extends Problem>(
  object: ObjectPlace,
  problem: P,
  base: readonly FieldPathSegment[] = [],
): PlacedProblem<P> {
  const moved = movedProblem(problem, base);
  const { line, column } = object.positionOf(moved.segments);
  return { ...moved, file: object.file, line, column };
}
