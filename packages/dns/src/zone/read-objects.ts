import {
  childPath,
  type FieldPath,
  type ReportProblem,
  readObject,
  wrongType,
} from '@kubesem/core';
import type { ZoneObjects } from './zone.js';

/** Reads the objects of a list with their paths in {@link ZoneObjects}; reports and omits what is not an object. */
export function readObjects<T extends object>(
  objects: Iterable<T> | null | undefined,
  list: keyof ZoneObjects,
  report: ReportProblem<'INVALID_TYPE'>,
): readonly (readonly [object: T, path: FieldPath])[] {
  const listPath = childPath(undefined, list);
  return Array.from(objects ?? []).flatMap((entry, index) => {
    const path = childPath(listPath, index);
    const object = readObject(entry, path, report);
    if (object !== undefined) {
      return [[object, path] as const];
    }
    if (entry === null || entry === undefined) {
      report(wrongType(entry, path, 'an object'));
    }
    return [];
  });
}
