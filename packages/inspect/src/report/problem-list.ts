import { type FieldPathSegment, formatFieldProblem } from '@kubesem/core';
import { movedProblem, pathBelow, problemOf } from '@kubesem/core/internal';
import type { JSONObject, JSONValue } from '@kubesem/manifests';
import {
  type FoundProblem,
  type Place,
  type Problem,
  placeProblem,
  problemIn,
} from '../problem.js';

/** A problem of an object whose place in the file is not looked up yet. */
export interface UnplacedProblem {
  readonly problem: FoundProblem;
  /** Path of the part of the object in which it was found. */
  readonly base: readonly FieldPathSegment[];
}

/** Looks up where the problems of an object are. */
export function placeProblems(
  place: Place,
  problems: readonly UnplacedProblem[],
): readonly Problem[] {
  return problems.map(({ problem, base }) => placeProblem(place, problem, base));
}

/** What the API server rejects: the object itself, the Pods that a controller creates for it, or their claims. */
export type Rejected = 'object' | 'pods' | 'claims';

/** Why the API server rejects an object, its Pods or their claims before it asks quotas. */
export type Rejections = { readonly [what in Rejected]?: string };

/** Most objects have no errors. */
const NOTHING_REJECTED: Rejections = {};

/** Collects the problems of one object. */
export class ProblemList {
  readonly all: UnplacedProblem[] = [];
  /** The first error about each; absent if there is none. */
  rejections: Rejections = NOTHING_REJECTED;
  /** The code, value and field of each problem, as JSON. */
  private known: Set<string> | undefined;

  constructor(
    private readonly object: JSONObject,
    private readonly isStored: boolean,
  ) {}

  /** Adds a problem of the object itself. */
  readonly addOwn = (problem: FoundProblem): void => this.add(problem, []);

  /**
   * Adds a problem of the Pod at `base`. Several libraries read the same fields, so a wrong type is added once; and a value
   * that the defaults copy has the problem of its original, which is added alone.
   *
   * @param found - the problem
   * @param base - path of the Pod in the object
   * @param rejected - what the API server rejects if the problem is an error
   */
  add(found: FoundProblem, base: readonly FieldPathSegment[], rejected: Rejected = 'object'): void {
    const { object, isStored } = this;
    const segments = [...base, ...found.segments];
    const isFilledIn = found.value !== undefined && !isWritten(object, segments);
    if (this.isRepeated(found, segments, isFilledIn)) {
      return;
    }
    const told = isFilledIn ? withOrigin(found) : found;
    const shown =
      rejected === 'claims'
        ? withClaimEffect(told)
        : withEffect(told, isStored, base.length > 0 && rejected === 'pods');
    const problem = problemIn(shown, isStored);
    this.all.push({ problem, base });
    if (problem.severity === 'error') {
      const message = formatFieldProblem(movedProblem(told, base));
      this.rejections = { [rejected]: message, ...this.rejections };
    }
  }

  private isRepeated(
    { code, value, message }: FoundProblem,
    segments: readonly FieldPathSegment[],
    isFilledIn: boolean,
  ): boolean {
    const known = (this.known ??= new Set());
    // A field of the wrong type has no other problem.
    const wrongType = JSON.stringify([null, ...segments]);
    if (known.has(wrongType)) {
      return true;
    }
    // A copy has the name of its original, in the list next to it: `requests` and `limits`.
    const list = segments.length - 2;
    const field = segments.filter((_, index) => index !== list);
    const key =
      code === 'INVALID_TYPE' ? wrongType : JSON.stringify([code, value, message, ...field]);
    const isKnown = known.has(key);
    known.add(key);
    return isKnown && isFilledIn;
  }

  /** Adds the error of a field that must be set. */
  addRequired(segments: readonly FieldPathSegment[], message: string): void {
    const path = pathBelow(undefined, segments);
    // Without a type of the server: a stored object without the field cannot be read either.
    this.addOwn(problemOf({ code: 'REQUIRED', path, message }));
  }
}

const hasOwn = (object: object, key: FieldPathSegment): boolean =>
  Object.prototype.hasOwnProperty.call(object, key);

/** Reports whether an object has a field. */
function isWritten(object: JSONValue, segments: readonly FieldPathSegment[]): boolean {
  let value: JSONValue | undefined = object;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !hasOwn(value, segment)) {
      return false;
    }
    value = (value as { readonly [key: string]: JSONValue | undefined })[segment];
  }
  return value !== undefined && value !== null;
}

/** Adds to the message that the object does not have the value. */
function withOrigin(problem: FoundProblem): FoundProblem {
  const origin = `(the API server fills in ${problem.value} by default)`;
  return { ...problem, message: `${problem.message} ${origin}` };
}

/** Adds to the message that the API server rejects a claim that a controller creates. */
function withClaimEffect(problem: FoundProblem): FoundProblem {
  return problem.apiServer === 'rejects'
    ? { ...problem, message: `${problem.message}; the API server rejects the claim` }
    : problem;
}

/** Adds to the message what the API server rejects: the object, or the Pods of the template that it accepts. */
export function withEffect(
  problem: FoundProblem,
  isStored: boolean,
  isOnlyInPods: boolean,
): FoundProblem {
  if (problem.apiServer !== 'rejects') {
    return problem;
  }
  const what = isStored ? 'new Pods with it' : isOnlyInPods ? 'a Pod with it' : 'it';
  return { ...problem, message: `${problem.message}; the API server rejects ${what}` };
}
