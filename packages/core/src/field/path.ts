import { displayText } from '../text/display-text.js';

/** A name or key of a field, or an index into a list, counted from 0. */
export type FieldPathSegment = string | number;

/**
 * The path of a field while an object is read: its last segment, and the path of what holds it.
 *
 * Each segment is one small object, so reading stays fast. `undefined` is the path of the outermost object. Problems hold
 * the path as a list ({@link pathSegments}).
 */
export interface FieldPath {
  /** Path of the object or list that holds the field; undefined for the outermost object. */
  readonly parent: FieldPath | undefined;
  /** Name, key or index of the field in its parent. */
  readonly segment: FieldPathSegment;
}

/**
 * Returns the path of a field in an object or list.
 *
 * @param parent - path of the object or list; undefined for the outermost one
 * @param segment - name, key or index of the field
 * @returns the path of the field
 *
 * @example
 * ```ts
 * import { childPath, pathSegments } from '@kubesem/core';
 *
 * const containers = childPath(childPath(undefined, 'spec'), 'containers');
 * pathSegments(childPath(containers, 1)) // => ['spec', 'containers', 1]
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, `Path`, with `Child`, `Index` and `Key` in one.
 */
export function childPath(parent: FieldPath | undefined, segment: FieldPathSegment): FieldPath {
  return { parent, segment };
}

/**
 * Lists the segments of a path.
 *
 * @param path - the path; undefined for the outermost object
 * @returns names, keys and indexes from the outermost to the innermost; empty for the outermost object
 *
 * @example
 * ```ts
 * import { childPath, pathSegments } from '@kubesem/core';
 *
 * pathSegments(childPath(childPath(undefined, 'limits'), 'example.com/gpu')) // => ['limits', 'example.com/gpu']
 * pathSegments(undefined) // => []
 * ```
 */
export function pathSegments(path: FieldPath | undefined): FieldPathSegment[] {
  const segments: FieldPathSegment[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    segments.push(at.segment);
  }
  return segments.reverse();
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Writes the path of a field for error messages and reports.
 *
 * Plain names are joined by dots. List indexes, and map keys that are not plain names, are in brackets. Keys are
 * written as they are, without quotes or escapes, so do not parse the result: problems carry their segments.
 *
 * @param segments - names, keys and indexes from the outermost to the innermost
 * @returns the path; empty if there are no segments
 *
 * @example
 * ```ts
 * import { formatFieldPath } from '@kubesem/core';
 *
 * formatFieldPath(['spec', 'containers', 1, 'image']) // => 'spec.containers[1].image'
 * formatFieldPath(['resources', 'requests', 'example.com/gpu']) // => 'resources.requests[example.com/gpu]'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, `Path.String`, which brackets every map key.
 */
export function formatFieldPath(segments: readonly FieldPathSegment[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number' || !PLAIN_NAME.test(segment)) {
      path += `[${segment}]`;
    } else {
      path += path === '' ? segment : `.${segment}`;
    }
  }
  return path;
}

/**
 * Writes the path of a field like {@link formatFieldPath}, and shortens names and keys of more than 80 characters, so that
 * no message is as long as its input.
 *
 * @param segments - names, keys and indexes from the outermost to the innermost
 * @returns the path; empty if there are no segments
 *
 * @example
 * ```ts
 * import { displayFieldPath } from '@kubesem/core';
 *
 * displayFieldPath(['auths', 'quay.io']) // => 'auths[quay.io]'
 * displayFieldPath(['auths', 'a'.repeat(1000)]).length // => 88
 * ```
 */
export function displayFieldPath(segments: readonly FieldPathSegment[]): string {
  return formatFieldPath(
    segments.map((segment) => (typeof segment === 'number' ? segment : displayText(segment))),
  );
}
