import type { ObjectReference } from '../api/core/references.js';
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
  | 'DUPLICATE'
  | 'FORBIDDEN'
  | 'INTERNAL'
  | 'INVALID'
  | 'NOT_FOUND'
  | 'NOT_SUPPORTED'
  | 'REQUIRED'
  | 'TOO_FEW'
  | 'TOO_LONG'
  | 'TOO_MANY'
  | 'TOO_SHORT'
  | 'TYPE_INVALID';

/** How bad a problem is: Kubernetes rejects it or it cannot work, or it only deserves a look. */
export type Severity = 'error' | 'warning';

/**
 * What is wrong with an input.
 *
 * `code` and `segments` are stable; the message may change in any release. Who finds a problem sets its severity.
 */
export interface Problem<Code extends string = string> {
  /** Stable identifier of what is wrong; programs and tests match on this. */
  readonly code: Code;
  /** `error` if Kubernetes rejects the input, or it cannot work; else `warning`. */
  readonly severity: Severity;
  /** Names, keys and indexes that lead to the field in the object that was passed in; empty for the object itself. */
  readonly segments: readonly FieldPathSegment[];
  /**
   * The field as text, such as `spec.containers[1].resources.limits[memory]`: the segments, or the field that the API server names in
   * its answer, which can be written otherwise or be a parent. Do not parse it.
   */
  readonly path: string;
  /** The value as a string of at most 81 characters; absent if there is none or it may hold a secret. */
  readonly value?: string | undefined;
  /** Index of the first invalid character of the value, in UTF-16 code units from 0, if the value is a string. */
  readonly offset?: number | undefined;
  /** What is wrong, without the path. */
  readonly message: string;
  /** What to do about it; absent if there is nothing to advise. */
  readonly advice?: string | undefined;
  /** The object that has the problem, if several were passed in. */
  readonly object?: ObjectReference | undefined;
}

/**
 * A problem with one field of an object, of a kind that Kubernetes itself knows.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation/field` v0.37.1, type `Error`.
 */
export interface FieldProblem<Code extends string = string> extends Problem<Code> {
  /** Kind of the problem. */
  readonly type: FieldErrorType;
}

/** The parts of a {@link Problem} that a check knows. */
export interface ProblemDetails<Code extends string = string>
  extends Pick<Problem<Code>, 'code' | 'offset' | 'message' | 'advice' | 'object'> {
  /** `error` by default. */
  readonly severity?: Severity | undefined;
  /** Path of the field; undefined for the outermost object. */
  readonly path?: FieldPath | undefined;
  /** The invalid value. Omit it, or pass undefined, if it is absent or may hold a secret. */
  readonly value?: unknown;
  /** The field as the API server names it, if the path is not written so. */
  readonly field?: string | undefined;
}

/** The parts of a {@link FieldProblem} that a check knows. */
export interface FieldProblemDetails<Code extends string = string>
  extends Omit<ProblemDetails<Code>, 'code'> {
  /** Kind of the problem. */
  readonly type: FieldErrorType;
  /** The type by default, as for what the API server rejects. */
  readonly code?: Code | undefined;
}

/**
 * Makes a problem from what a check knows: lists the segments, writes the path and shortens the value.
 *
 * @param details - the parts
 * @returns the problem as plain data
 *
 * @example
 * ```ts
 * import { fieldPath } from '@kubesem/core';
 * import { problemOf } from '@kubesem/core/internal';
 *
 * const path = fieldPath('spec', 'replicas');
 * const message = 'no Pod is left while a node is drained';
 * problemOf({ code: 'REPLICAS_TOO_FEW', severity: 'warning', path, value: 1, message }) // => {
 * //   code: 'REPLICAS_TOO_FEW',
 * //   severity: 'warning',
 * //   segments: ['spec', 'replicas'],
 * //   path: 'spec.replicas',
 * //   value: '1',
 * //   message: 'no Pod is left while a node is drained',
 * // }
 * ```
 */
export function problemOf<Code extends string>(details: ProblemDetails<Code>): Problem<Code> {
  const { code, severity = 'error', path, value, offset, message, advice, object, field } = details;
  return {
    code,
    severity,
    segments: pathSegments(path),
    path: field ?? writeFieldPath(path),
    ...(value !== undefined && { value: displayText(value) }),
    ...(offset !== undefined && { offset }),
    message,
    ...(advice !== undefined && { advice }),
    ...(object !== undefined && { object }),
  };
}

/**
 * Makes a problem of a kind that Kubernetes knows, as {@link problemOf} makes one of ours.
 *
 * @param details - the parts
 * @returns the problem as plain data
 *
 * @example
 * ```ts
 * import { fieldPath } from '@kubesem/core';
 * import { fieldProblem } from '@kubesem/core/internal';
 *
 * const path = fieldPath('spec', 'replicas');
 * const message = 'must be greater than or equal to 0';
 * fieldProblem({ type: 'INVALID', path, value: -1, message }) // => {
 * //   type: 'INVALID',
 * //   code: 'INVALID',
 * //   severity: 'error',
 * //   segments: ['spec', 'replicas'],
 * //   path: 'spec.replicas',
 * //   value: '-1',
 * //   message: 'must be greater than or equal to 0',
 * // }
 * ```
 */
export function fieldProblem<Code extends string = FieldErrorType>({
  type,
  // Without a code of its own, `Code` has the types.
  code = type as string as Code,
  ...details
}: FieldProblemDetails<Code>): FieldProblem<Code> {
  return { type, ...problemOf({ ...details, code }) };
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
export function movedProblem<P extends Problem>(
  problem: P,
  base: readonly FieldPathSegment[],
  dropped = 0,
): P {
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
export function formatFieldProblem({ path, message }: Pick<Problem, 'path' | 'message'>): string {
  return path === '' ? message : `${path}: ${message}`;
}

/**
 * Thrown if a field of an object is invalid. `problem` holds the parts, `message` is the problem in one line.
 *
 * @example
 * ```ts
 * import { FieldError } from '@kubesem/core';
 * import { readString } from '@kubesem/core/internal';
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
 * import { ProblemsError } from '@kubesem/core';
 * import { fieldProblem } from '@kubesem/core/internal';
 *
 * const problem = fieldProblem({
 *   type: 'REQUIRED',
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
  P extends Problem = FieldProblem,
> extends KubesemError<Code> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'ProblemsError';
  /** All problems. */
  readonly problems: readonly P[];

  /**
   * Makes an error from problems.
   *
   * @param code - identifier of the error
   * @param problems - at least one
   * @param describe - writes a problem in one line; by default its path and its message
   */
  constructor(
    code: Code,
    problems: readonly P[],
    describe: (problem: P) => string = formatFieldProblem,
  ) {
    super({ code, message: problems.map(describe).join('\n') });
    this.problems = problems;
  }
}
