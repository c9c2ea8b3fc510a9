// Readers of a stored Pod. A field of the wrong type counts as absent, as in the rows of the table.
import {
  INT32_RANGE,
  ignoreProblem,
  type ObjectMeta,
  objectOf,
  readInteger,
  textOf,
} from '@kubesem/core';

/** The number; undefined if it is absent. */
export function countOf(value: unknown): number | undefined {
  return readInteger(value, undefined, INT32_RANGE, ignoreProblem);
}

/** The namespace and the name of an object: those that it has after `kubectl apply`. */
export function identityOf({ metadata }: { readonly metadata?: ObjectMeta | null | undefined }): {
  readonly namespace: string;
  readonly name: string;
} {
  const { namespace, name } = objectOf(metadata);
  return { namespace: textOf(namespace) || 'default', name: textOf(name) };
}
