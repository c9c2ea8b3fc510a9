// Lenient readers of stored objects. What has the wrong JSON type counts as absent: one bad object must not hide the others.
import { type ReportProblem, readList, readObject, readString } from './read.js';

/**
 * Ignores a problem: a {@link ReportProblem} for callers that treat a field of the wrong type as absent.
 *
 * @example
 * ```ts
 * import { ignoreProblem, readString } from '@kubesem/core';
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
 * import { objectOf } from '@kubesem/core';
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
 * import { listOf } from '@kubesem/core';
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
 * import { objectsOf } from '@kubesem/core';
 *
 * objectsOf([{ name: 'web' }, null]) // => [{ name: 'web' }, {}]
 * ```
 */
export function objectsOf<T extends object>(
  value: readonly (T | null | undefined)[] | null | undefined,
): readonly Partial<T>[] {
  return listOf(value).map(objectOf);
}

/**
 * Reads a string, and never throws.
 *
 * @param value - value of the field
 * @returns the string; an empty one if it is absent or has the wrong type
 *
 * @example
 * ```ts
 * import { textOf } from '@kubesem/core';
 *
 * textOf('web') // => 'web'
 * textOf(5) // => ''
 * ```
 */
export function textOf(value: unknown): string {
  return readString(value, undefined, ignoreProblem);
}
