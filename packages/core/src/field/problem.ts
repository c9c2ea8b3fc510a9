import { KubesemError, type KubesemErrorDetails } from '../errors.js';
import { displayText } from '../text/display-text.js';
import {
  type FieldPath,
  type FieldPathSegment,
  formatFieldPath,
  pathSegments,
  writeFieldPath,
} from './path.js';

/**
 * The kind of a problem with a field, in the words of Kubernetes.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, type `ErrorType`.
 */
export type FieldErrorType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooFew'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTooShort'
  | 'FieldValueTypeInvalid';

/**
 * A problem with one field of an object.
 *
 * `code` and `segments` are stable; the message may change in any release.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, type `Error`.
 */
export interface FieldProblem<Code extends string = string> {
  /** Kind of the problem. */
  readonly type: FieldErrorType;
  /** Stable identifier of the broken rule; programs and tests match on this. */
  readonly code: Code;
  /** Names, keys and indexes that lead to the field in the object that was passed in; empty for the object itself. */
  readonly segments: readonly FieldPathSegment[];
  /**
   * The field as text, such as `spec.containers[1].resources.limits[memory]`: the segments, or the field that the API server names in
   * its answer, which can be written otherwise or be a parent. Do not parse it.
   */
  readonly path: string;
  /** The invalid value as a string of at most 81 characters; absent if there is none or it may hold a secret. */
  readonly value?: string | undefined;
  /** Index of the first invalid character of the value, in UTF-16 code units from 0, if the value is a string. */
  readonly offset?: number | undefined;
  /** What is wrong and what to do about it, without the path. */
  readonly message: string;
}

/** The parts of a {@link FieldProblem} that a check knows. */
export interface FieldProblemDetails<Code extends string = string> {
  /** Kind of the problem. */
  readonly type: FieldErrorType;
  /** Stable identifier of the broken rule. */
  readonly code: Code;
  /** Path of the field; undefined for the outermost object. */
  readonly path: FieldPath | undefined;
  /** The invalid value. Omit it, or pass undefined, if it is absent or may hold a secret. */
  readonly value?: unknown;
  /** Index of the first invalid character of the value. */
  readonly offset?: number | undefined;
  /** What is wrong and what to do about it, without the path. */
  readonly message: string;
  /** The field as the API server names it, if the path is not written so. */
  readonly field?: string | undefined;
}

/**
 * Makes a problem from what a check knows: lists the segments, writes the path and shortens the value.
 *
 * @param details - the parts
 * @returns the problem as plain data
 *
 * @example
 * ```ts
 * import { fieldPath, fieldProblem } from '@kubesem/core';
 *
 * const path = fieldPath('spec', 'replicas');
 * const message = 'must be 0 or more';
 * fieldProblem({ type: 'FieldValueInvalid', code: 'NEGATIVE', path, value: -1, message }) // => {
 * //   type: 'FieldValueInvalid',
 * //   code: 'NEGATIVE',
 * //   segments: ['spec', 'replicas'],
 * //   path: 'spec.replicas',
 * //   value: '-1',
 * //   message: 'must be 0 or more',
 * // }
 * ```
 */
export function fieldProblem<Code extends string>(
  details: FieldProblemDetails<Code>,
): FieldProblem<Code> {
  const { type, code, path, value, offset, message, field } = details;
  return {
    type,
    code,
    segments: pathSegments(path),
    path: field ?? writeFieldPath(path),
    ...(value !== undefined && { value: displayText(value) }),
    ...(offset !== undefined && { offset }),
    message,
  };
}

/**
 * Moves a problem to another object. Its path keeps the spelling of the API server.
 *
 * @param problem - the problem
 * @param base - where the object is in the other one
 * @param dropped - how many segments led to the object until now
 * @returns the problem with segments and path from the other object
 *
 * @internal
 */
export function movedProblem<Problem extends FieldProblem>(
  problem: Problem,
  base: readonly FieldPathSegment[],
  dropped = 0,
): Problem {
  const before = formatFieldPath(problem.segments.slice(0, dropped));
  const after = formatFieldPath(base);
  const path = problem.path.startsWith(before)
    ? problem.path.slice(before.length).replace(/^\./, '')
    : problem.path;
  const isJoined = after === '' || path === '' || path.startsWith('[');
  return {
    ...problem,
    segments: [...base, ...problem.segments.slice(dropped)],
    path: isJoined ? after + path : `${after}.${path}`,
  };
}

/**
 * Writes a problem in one line, as it appears in error messages: the path, a colon and the message.
 *
 * @param problem - the problem
 * @returns the line; the message alone if the problem concerns the whole object
 *
 * @example
 * ```ts
 * import { formatFieldProblem } from '@kubesem/core';
 *
 * formatFieldProblem({ path: 'spec.replicas', message: 'must be 0 or more' }) // => 'spec.replicas: must be 0 or more'
 * ```
 */
export function formatFieldProblem({
  path,
  message,
}: Pick<FieldProblem, 'path' | 'message'>): string {
  return path === '' ? message : `${path}: ${message}`;
}

/**
 * Thrown if a field of an object is invalid. `problem` holds the parts, `message` is the problem in one line.
 *
 * @example
 * ```ts
 * import { FieldError, readString } from '@kubesem/core';
 *
 * let error: FieldError | undefined;
 * try {
 *   readString(80, { parent: undefined, segment: 'name' });
 * } catch (caught) {
 *   error = caught as FieldError;
 * }
 * error?.code // => 'INVALID_TYPE'
 * error?.problem.segments // => ['name']
 * error?.message // => 'name: expected a string, found 80'
 * ```
 */
export class FieldError<Code extends string = string> extends KubesemError<Code> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'FieldError';
  /** What is wrong, and where. */
  readonly problem: FieldProblem<Code>;

  /**
   * Makes an error from a problem.
   *
   * @param problem - what is wrong, and where
   * @param options - the error that led to this one
   */
  constructor(problem: FieldProblem<Code>, options: Pick<KubesemErrorDetails, 'cause'> = {}) {
    const { code, offset } = problem;
    super({ ...options, code, offset, message: formatFieldProblem(problem) });
    this.problem = problem;
  }
}

/**
 * The base of errors that have all problems of their input. The message has a line for each.
 *
 * @example
 * ```ts
 * import { fieldProblem, ProblemsError } from '@kubesem/core';
 *
 * const problem = fieldProblem({
 *   type: 'FieldValueRequired',
 *   code: 'REQUIRED',
 *   path: { parent: undefined, segment: 'name' },
 *   value: undefined,
 *   message: 'must be set',
 * });
 * const error = new ProblemsError('INVALID_SHOP', [problem]);
 * error.code // => 'INVALID_SHOP'
 * error.message // => 'name: must be set'
 * error.problems.map(({ code, path }) => `${path} ${code}`) // => ['name REQUIRED']
 * ```
 */
export class ProblemsError<
  Code extends string = string,
  Problem extends FieldProblem = FieldProblem,
> extends KubesemError<Code> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'ProblemsError';
  /** All problems. */
  readonly problems: readonly Problem[];

  /**
   * Makes an error from problems.
   *
   * @param code - identifier of the error
   * @param problems - at least one
   * @param describe - writes a problem in one line; by default its path and its message
   */
  constructor(
    code: Code,
    problems: readonly Problem[],
    describe: (problem: Problem) => string = formatFieldProblem,
  ) {
    super({ code, message: problems.map(describe).join('\n') });
    this.problems = problems;
  }
}
