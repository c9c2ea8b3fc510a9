// Reads fields of untrusted objects. Absent and null are the same, as in Go. The readers report a field of the wrong JSON
// type and treat it as absent; by default, reporting throws.
// Lenient readers of stored objects. What has the wrong JSON type counts as absent: one bad object must not hide the others.
import { displayText, isArray } from '../text/display-text.js';
import { MAX_INT64, MIN_INT64 } from '../text/int64.js';
import type { FieldPath } from './path.js';
import { FieldError, type FieldProblem, fieldProblem } from './problem.js';
import { type IntegerRange, mapAll } from './values.js';

/** Receives a problem: throws it as an error, or collects it. */
export type ReportProblem<Code extends string = string> = (problem: FieldProblem<Code>) => void;

/**
 * Throws a problem as an error.
 *
 * @param problem - what is wrong, and where
 * @returns never
 * @throws {@link FieldError} with the code of the problem, always
 *
 * @example
 * ```ts
 * import { raise } from '@kubesem/core/internal';
 *
 * const severity = 'error';
 * raise({ type: 'REQUIRED', code: 'NAME_MISSING', severity, segments: [], path: '', message: 'set a name' }) // throws NAME_MISSING
 * ```
 */
export function raise<Code extends string>(problem: FieldProblem<Code>): never {
  throw new FieldError(problem);
}

/**
 * Reads an object.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @param report - receives the problem; throws by default
 * @returns the value itself; undefined if it is absent or has the wrong type
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value is not an object
 *
 * @example
 * ```ts
 * import { readObject } from '@kubesem/core/internal';
 *
 * readObject({ cpu: 1 }, undefined) // => { cpu: 1 }
 * readObject(null, undefined) // => undefined
 * readObject([], undefined) // throws INVALID_TYPE
 * ```
 */
export function readObject<T extends object>(
  value: T | null | undefined,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): T | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    report(wrongType(value, path, 'an object'));
    return undefined;
  }
  return value;
}

/**
 * Reads a list.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @param report - receives the problem; throws by default
 * @returns the value itself; an empty list if it is absent or has the wrong type
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value is not a list
 *
 * @example
 * ```ts
 * import { readList } from '@kubesem/core/internal';
 *
 * readList(['a'], undefined) // => ['a']
 * readList(undefined, undefined) // => []
 * ```
 */
export function readList<T>(
  value: readonly T[] | null | undefined,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): readonly T[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    report(wrongType(value, path, 'a list'));
    return [];
  }
  return value;
}

/**
 * Reads what can be iterated: a list, or objects that a caller makes one by one.
 *
 * @param value - value of the field, a text or null
 * @param path - path of the field
 * @returns the value; an empty list if it is absent
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value cannot be iterated, or is a text
 *
 * @internal
 */
export function readIterable<T>(
  value: Iterable<T> | null | undefined,
  path: FieldPath | undefined,
): Iterable<T> {
  const isIterable = typeof value === 'object' && value !== null && Symbol.iterator in value;
  return isIterable ? value : readList(value as readonly T[] | null | undefined, path);
}

/**
 * Reads a string.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @param report - receives the problem; throws by default
 * @returns the value; an empty string if it is absent or has the wrong type
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value is not a string
 *
 * @example
 * ```ts
 * import { readString } from '@kubesem/core/internal';
 *
 * readString('web', undefined) // => 'web'
 * readString(null, undefined) // => ''
 * ```
 */
export function readString(
  value: unknown,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value !== 'string') {
    report(wrongType(value, path, 'a string'));
    return '';
  }
  return value;
}

/**
 * Reads a boolean.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @param report - receives the problem; throws by default
 * @returns the value; undefined if it is absent or has the wrong type
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value is not a boolean
 *
 * @example
 * ```ts
 * import { readBoolean } from '@kubesem/core/internal';
 *
 * readBoolean(false, undefined) // => false
 * readBoolean(undefined, undefined) // => undefined
 * ```
 */
export function readBoolean(
  value: unknown,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): boolean | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value !== 'boolean') {
    report(wrongType(value, path, 'a boolean'));
    return undefined;
  }
  return value;
}

/** The range of the `int32` fields of Kubernetes. */
export const INT32_RANGE: IntegerRange = { min: -2147483648, max: 2147483647 };

/** The range of the `int32` fields of Kubernetes that count something. */
export const COUNT_RANGE: IntegerRange = { min: 0, max: 2147483647 };

/** The range of the `int64` fields of Kubernetes. */
export const INT64_RANGE: IntegerRange<bigint> = { min: MIN_INT64, max: MAX_INT64 };

/**
 * Reads an integer.
 *
 * `@kubesem/manifests` reads integers beyond 2^53 as `bigint`.
 *
 * @param value - value of the field, a number or a `bigint`
 * @param path - path of the field
 * @param range - the bounds
 * @param report - receives the problem; throws by default
 * @returns the value, rounded beyond 2^53; undefined if it is absent, has the wrong type or is out of range
 * @throws {@link FieldError} with code `INVALID_TYPE` if the value is not an integer in the range
 *
 * @example
 * ```ts
 * import { INT32_RANGE, readInteger } from '@kubesem/core/internal';
 *
 * readInteger(3, undefined, INT32_RANGE) // => 3
 * readInteger('3', undefined, INT32_RANGE) // throws INVALID_TYPE
 * ```
 */
export function readInteger(
  value: unknown,
  path: FieldPath | undefined,
  range: IntegerRange<number | bigint>,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): number | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  const integer = value as number | bigint;
  const isInteger = typeof value === 'bigint' || Number.isInteger(value);
  if (!isInteger || integer < range.min || integer > range.max) {
    report(wrongType(value, path, `an integer from ${range.min} to ${range.max}`));
    return undefined;
  }
  return Number(integer);
}

/**
 * Makes the problem of a field that has the wrong JSON type.
 *
 * The message shows only numbers and booleans. It shows the type of any other value, which may be huge or a secret.
 *
 * @param value - value of the field
 * @param path - path of the field
 * @param expected - what belongs there, with its article: `a list`
 * @returns the problem, with code `INVALID_TYPE`
 *
 * @example
 * ```ts
 * import { wrongType } from '@kubesem/core/internal';
 *
 * wrongType('web', undefined, 'a list').message // => 'expected a list, found a string'
 * ```
 */
export function wrongType(
  value: unknown,
  path: FieldPath | undefined,
  expected: string,
): FieldProblem<'INVALID_TYPE'> {
  const message = `expected ${expected}, found ${describeJSON(value)}`;
  return fieldProblem({
    type: 'TYPE_INVALID',
    code: 'INVALID_TYPE',
    path,
    // A string may be a secret.
    ...(typeof value !== 'string' && { value }),
    message,
  });
}

/** Numbers and booleans as they are, and the type of anything else, which may be huge or a secret. */
function describeJSON(value: unknown): string {
  if (
    value === null ||
    value === undefined ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  ) {
    return displayText(value);
  }
  if (isArray(value)) {
    return 'a list';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Ignores a problem: a {@link ReportProblem} for callers that treat a field of the wrong type as absent.
 *
 * @example
 * ```ts
 * import { ignoreProblem, readString } from '@kubesem/core/internal';
 *
 * readString(5, undefined, ignoreProblem) // => ''
 * ```
 */
export const ignoreProblem: ReportProblem = () => {};

/**
 * Reads an object, and never throws.
 *
 * @param value - value of the field
 * @returns the value itself; an empty object if it is absent or has the wrong type
 *
 * @example
 * ```ts
 * import { objectOf } from '@kubesem/core/internal';
 *
 * const pod = { metadata: { name: 'web' }, status: undefined };
 * objectOf(pod.metadata) // => { name: 'web' }
 * objectOf(pod.status) // => {}
 * ```
 */
export function objectOf<T extends object>(value: T | null | undefined): Partial<T> {
  return readObject(value, undefined, ignoreProblem) ?? {};
}

/**
 * Reads a list, and never throws.
 *
 * @param value - value of the field
 * @returns the value itself; an empty list if it is absent or has the wrong type
 *
 * @example
 * ```ts
 * import { listOf } from '@kubesem/core/internal';
 *
 * listOf(['a', 'b']) // => ['a', 'b']
 * listOf(undefined) // => []
 * ```
 */
export function listOf<T>(value: readonly T[] | null | undefined): readonly T[] {
  return readList(value, undefined, ignoreProblem);
}

/**
 * Reads a list of objects, and never throws.
 *
 * @param value - value of the field
 * @returns the objects; an empty object for each entry of the wrong type
 *
 * @example
 * ```ts
 * import { objectsOf } from '@kubesem/core/internal';
 *
 * objectsOf([{ name: 'web' }, null]) // => [{ name: 'web' }, {}]
 * ```
 */
export function objectsOf<T extends object>(
  value: readonly (T | null | undefined)[] | null | undefined,
): readonly Partial<T>[] {
  return mapAll(listOf(value), objectOf);
}

/**
 * Reads a string, and never throws.
 *
 * @param value - value of the field
 * @returns the string; an empty one if it is absent or has the wrong type
 *
 * @example
 * ```ts
 * import { textOf } from '@kubesem/core/internal';
 *
 * textOf('web') // => 'web'
 * textOf(5) // => ''
 * ```
 */
export function textOf(value: unknown): string {
  return readString(value, undefined, ignoreProblem);
}
