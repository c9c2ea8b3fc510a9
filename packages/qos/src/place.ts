import {
  type FieldPath,
  type FieldPathSegment,
  formatFieldPath,
  pathSegments,
} from '@kubesem/core';

/** A path in the two forms in which results show it. */
export function placeOf(path: FieldPath | undefined): {
  readonly segments: readonly FieldPathSegment[];
  readonly path: string;
} {
  const segments = pathSegments(path);
  return { segments, path: formatFieldPath(segments) };
}
