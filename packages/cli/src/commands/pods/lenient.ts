// Readers of a stored Pod. A field of the wrong type counts as absent, as in the rows of the table.
import {
  INT32_RANGE,
  type ObjectMeta,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core';

/** Ignores a problem. */
export const ignore = (): void => {};

/** The object; empty if it is absent. */
export function objectOf<T extends object>(value: T | null | undefined): Partial<T> {
  return readObject(value, undefined, ignore) ?? {};
}

/** The list; empty if it is absent. */
export function listOf(value: unknown): readonly unknown[] {
  return readList(value as readonly unknown[] | undefined, undefined, ignore);
}

/** The objects of a list; empty ones for entries that are not. */
export function objectsOf<T extends object>(value: unknown): readonly Partial<T>[] {
  return listOf(value).map((each) => objectOf(each as T));
}

/** The string; empty if it is absent. */
export function textOf(value: unknown): string {
  return readString(value, undefined, ignore);
}

/** The number; undefined if it is absent. */
export function countOf(value: unknown): number | undefined {
  return readInteger(value, undefined, INT32_RANGE, ignore);
}

/** The namespace and the name of an object: those that it has after `kubectl apply`. */
export function identityOf({ metadata }: { readonly metadata?: ObjectMeta | null | undefined }): {
  readonly namespace: string;
  readonly name: string;
} {
  const { namespace, name } = objectOf(metadata);
  return { namespace: textOf(namespace) || 'default', name: textOf(name) };
}
