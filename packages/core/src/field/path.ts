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
  /** How the API server writes the segment, with its separator, if it is not written as {@link formatFieldPath} does. */
  readonly written?: string | undefined;
}

/**
 * Returns the path of a field in an object or list.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, `Path`, with `Child`, `Index` and `Key` in one.
 */
export function childPath(parent: FieldPath | undefined, segment: FieldPathSegment): FieldPath {
  return { parent, segment };
}

/**
 * Returns the path of an argument, an option or a field that is known by its place, without an object that is read.
 *
 * @internal
 */
export function fieldPath(first: FieldPathSegment, ...below: FieldPathSegment[]): FieldPath {
  return below.reduce<FieldPath>(childPath, childPath(undefined, first));
}

/**
 * Returns the path that some segments lead to, for what walks through a value and needs a path only if something is wrong.
 *
 * @param parent - path of the value; undefined for the outermost object
 * @param segments - names, keys or indexes of the fields; the path of the value itself if there are none
 * @returns the path of the last one
 *
 * @example
 * ```ts
 * import { pathSegments } from '@kubesem/core';
 * import { pathBelow } from '@kubesem/core/internal';
 *
 * const containers = pathBelow(undefined, ['spec', 'containers']);
 * pathSegments(pathBelow(containers, [1])) // => ['spec', 'containers', 1]
 * ```
 */
export function pathBelow(
  parent: FieldPath | undefined,
  segments: readonly FieldPathSegment[],
): FieldPath | undefined {
  return segments.reduce<FieldPath | undefined>(childPath, parent);
}

/**
 * Returns the path of a field that the API server writes otherwise; undefined to write it as it is.
 *
 * @internal
 */
export function writtenPath(
  parent: FieldPath | undefined,
  segment: FieldPathSegment,
  written: string | undefined,
): FieldPath {
  return { parent, segment, written };
}

/**
 * Returns the path of an entry of a map, which the API server always writes in brackets.
 *
 * @internal
 */
export function keyPath(parent: FieldPath | undefined, key: string): FieldPath {
  return { parent, segment: key, written: `[${shown(key)}]` };
}

/**
 * Returns the path of a field that the API server does not write below one of its parents.
 *
 * @param parent - the last segment that the server writes
 * @param path - the path of the field, below the parent
 *
 * @internal
 */
export function unwrittenPath(parent: FieldPath, path: FieldPath): FieldPath {
  return unwritten(path, pathSegments(path).length - pathSegments(parent).length);
}

/** A path whose last segments are not written. */
function unwritten(path: FieldPath, count: number): FieldPath {
  const { parent, segment } = path;
  return parent === undefined || count <= 0
    ? path
    : { parent: unwritten(parent, count - 1), segment, written: '' };
}

/**
 * Writes a path as the API server does.
 *
 * @internal
 */
export function writeFieldPath(path: FieldPath | undefined): string {
  const nodes: FieldPath[] = [];
  let isOwn = false;
  for (let at = path; at !== undefined; at = at.parent) {
    nodes.push(at);
    isOwn ||= at.written !== undefined;
  }
  nodes.reverse();
  return isOwn
    ? nodes.reduce(
        (text, { segment, written }) => text + (written ?? segmentText(segment, text === '')),
        '',
      )
    : formatFieldPath(nodes.map(({ segment }) => segment));
}

/**
 * Lists the segments of a path.
 *
 * @param path - the path; undefined for the outermost object
 * @returns names, keys and indexes from the outermost to the innermost; empty for the outermost object
 *
 * @example
 * ```ts
 * import { fieldPath, pathSegments } from '@kubesem/core';
 *
 * pathSegments(fieldPath('limits', 'example.com/gpu')) // => ['limits', 'example.com/gpu']
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
/** No shorter than any qualified name: a prefix of 253 characters, a slash and 63 characters. */
const MAX_SHOWN_LENGTH = 317;

/**
 * Writes the path of a field for error messages and reports.
 *
 * Plain names are joined by dots. List indexes, and map keys that are not plain names, are in brackets. Keys are
 * written without quotes or escapes, and those longer than any valid name are cut, so do not parse the result: problems
 * carry their segments.
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
    path += segmentText(segment, path === '');
  }
  return path;
}

function segmentText(segment: FieldPathSegment, isFirst: boolean): string {
  if (typeof segment === 'number' || !PLAIN_NAME.test(segment)) {
    return `[${shown(segment)}]`;
  }
  return `${isFirst ? '' : '.'}${shown(segment)}`;
}

function shown(segment: FieldPathSegment): FieldPathSegment {
  return typeof segment === 'string' && segment.length > MAX_SHOWN_LENGTH
    ? `${segment.slice(0, MAX_SHOWN_LENGTH)}…`
    : segment;
}
