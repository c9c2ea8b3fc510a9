// Finds the places of problems that libraries name by a path. This is the only file that takes such paths apart.
import type { FilePosition, ManifestObject } from '@kubesem/manifests';
import type { AllocationProblem } from '@kubesem/nodes';
import { describeField, type PlacedProblem } from './problems.js';

/** A problem of an object, and where in which file it is. */
export interface LocatedProblem extends PlacedProblem {
  readonly code: string;
  /** Path of the field within the object; empty for all of it. */
  readonly path: string;
}

/** A problem as libraries report it. */
export type PathProblem = Pick<LocatedProblem, 'code' | 'path' | 'message'>;

/** Objects of files, gathered in lists. */
export interface ObjectLists {
  /** The place of something in these lists, such as `services[3].spec`. */
  placeOf(path: string): FilePosition | undefined;
}

/**
 * Finds the places of problems whose paths start with a list of objects.
 *
 * @param severity - of all of them
 * @param problems - with paths such as `services[3].spec`
 * @param lists - the objects
 * @returns the same problems, with paths within their objects
 */
export function locateInLists(
  severity: PlacedProblem['severity'],
  problems: readonly PathProblem[],
  lists: ObjectLists,
): readonly LocatedProblem[] {
  return problems.flatMap(({ code, path, message }) => {
    const place = lists.placeOf(path);
    const field = path.slice(path.indexOf(']') + 2);
    return place === undefined ? [] : [{ severity, code, message, ...place, path: field }];
  });
}

/** Where an object is, and its path in the list that its document is. */
export type ObjectPlace = Pick<ManifestObject, 'file' | 'line' | 'column' | 'item'>;

/** A problem of a node or a Pod, and where in which file the object is. */
export interface NodeProblem extends LocatedProblem {
  readonly severity: 'error';
  readonly value: string | undefined;
}

/**
 * Finds the place of a problem whose path starts with the number of a place.
 *
 * @param problem - with a path such as `3.spec.nodeName`
 * @param places - of all objects that were read
 * @returns the problem with the path in its document, such as `items[3].spec.nodeName`
 */
export function locateByNumber(
  problem: AllocationProblem,
  places: readonly ObjectPlace[],
): NodeProblem {
  const { code, value, path: numbered } = problem;
  const [number = ''] = numbered.split('.', 1);
  const field = numbered.slice(number.length + 1);
  const { item = '', file = '', line = 1, column = 1 } = places[Number(number)] ?? {};
  const path = [item, field].filter((part) => part !== '').join('.');
  const message = describeField({ path, value, message: problem.message });
  return { severity: 'error', code, path, value, message, file, line, column };
}

/** The last name of a path, as `subjects[0]` of `rules[1].subjects[0]`. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
