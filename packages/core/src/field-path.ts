/** A name or key of a field, or an index into a list, counted from 0. */
export type FieldPathSegment = string | number;

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Writes the path of a field, for error messages and reports.
 *
 * Plain names are joined by dots. List indexes, and map keys that are not plain names, stand in brackets;
 * keys are written as they are, without quotes or escapes, so the path is for people and not to be parsed.
 *
 * @param segments - names, keys and indexes from the outermost to the innermost
 * @returns the path, empty if there are no segments
 *
 * @example
 * ```ts
 * import { fieldPath } from '@kubesem/core';
 *
 * fieldPath('spec', 'containers', 1, 'resources', 'limits', 'memory') // => 'spec.containers[1].resources.limits.memory'
 * fieldPath('resources', 'requests', 'example.com/gpu') // => 'resources.requests[example.com/gpu]'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, `Path.String`, which brackets every map key.
 */
export function fieldPath(...segments: readonly FieldPathSegment[]): string {
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
