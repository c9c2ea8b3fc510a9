import { type FieldPathSegment, fieldPath } from '@kubesem/core';

/** Finds the names, keys and indexes that a written path stands for: a key may look like a path itself. */
export function segmentsOf(root: unknown, path: string): FieldPathSegment[] {
  const segments: FieldPathSegment[] = [];
  let value = root;
  while (typeof value === 'object' && value !== null) {
    const keys: readonly FieldPathSegment[] = Array.isArray(value)
      ? [...value.keys()]
      : Object.keys(value);
    const next = keys.find((key) => isWithin(path, fieldPath(...segments, key)));
    if (next === undefined) {
      break;
    }
    segments.push(next);
    value = (value as { [key: string]: unknown })[next];
  }
  return segments;
}

function isWithin(path: string, parent: string): boolean {
  const after = path[parent.length];
  return path.startsWith(parent) && (after === undefined || after === '.' || after === '[');
}
