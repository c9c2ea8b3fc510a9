import {
  checkAssuredShares,
  checkTypes,
  type FieldProblem,
  movedProblem,
  type StructType,
} from '@kubesem/core';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import type { ManifestObject, ManifestProblem } from '@kubesem/manifests';
import { type PlacedProblem, type Problem, placeProblem } from '../problem.js';
import { severityOf } from '../severity.js';

/** The list of each kind, by version and kind, such as `v1 Pod`. */
type ListsByType<List extends string> = { readonly [type: string]: List | undefined };

/**
 * Finds the object of a problem whose segments start with a list and an index, such as `['services', 3, 'spec']`.
 *
 * @param problem - the problem
 * @returns the problem with its severity, segments from the object on, and its place in the file; undefined if the object is
 * not in a file
 */
export type PlaceInLists = <P extends FieldProblem>(problem: P) => PlacedProblem<P> | undefined;

/** What is kept of an object: its fields, and their places. */
export interface KeptObject extends Pick<ManifestObject, 'file' | 'positionOf'> {
  readonly object: object;
}

/** Collects the objects of some kinds, each kind in a list of its own. */
export class ObjectLists<List extends string> {
  /** What is wrong with the files and these objects; objects with errors are not in the lists. */
  readonly problems: Problem[] = [];
  private readonly lists = new Map<string, KeptObject[]>();

  /**
   * @param listsByType - the list of each kind
   * @param keep - returns what to keep of an object; all by default
   * @param types - the type of each kind
   */
  constructor(
    private readonly listsByType: ListsByType<List>,
    private readonly keep: (placed: ManifestObject) => KeptObject = (placed) => placed,
    private readonly types: typeof BUILT_IN_TYPES = BUILT_IN_TYPES,
  ) {}

  /** Adds an object, unless it is of another kind or has fields of the wrong type. */
  readonly add = (placed: ManifestObject): void => {
    const { apiVersion, kind, object } = placed;
    const type = `${apiVersion} ${kind}`;
    const list = Object.prototype.hasOwnProperty.call(this.listsByType, type)
      ? this.listsByType[type]
      : undefined;
    if (list === undefined) {
      return;
    }
    const problemsBefore = this.problems.length;
    const report = (problem: FieldProblem<'INVALID_TYPE'>) => {
      this.problems.push(placeProblem(placed, severityOf(problem), problem));
    };
    checkTypes(object, this.types[type] as StructType, undefined, report);
    checkAssuredShares(object, undefined, report);
    if (this.problems.length === problemsBefore) {
      const objects = this.lists.get(list) ?? [];
      objects.push(this.keep(placed));
      this.lists.set(list, objects);
    }
  };

  /** Adds a problem of a file. */
  readonly addProblem = (problem: ManifestProblem): void => {
    this.problems.push(problem);
  };

  /** Returns the objects of a list. */
  objectsOf<T>(list: List): readonly T[] {
    return (this.lists.get(list) ?? []).map(({ object }) => object as T);
  }

  /** Finds the object of a problem. */
  readonly place: PlaceInLists = (problem) => {
    const [list, index] = problem.segments;
    const placed = this.lists.get(String(list))?.[Number(index)];
    return placed && placeProblem(placed, severityOf(problem), movedProblem(problem, [], 2));
  };
}
