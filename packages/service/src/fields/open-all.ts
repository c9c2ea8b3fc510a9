import { childPath, type Fields, fields, readList, THROW } from '@kubesem/core';

/**
 * Opens the objects of a list that was passed in, one after the other. Paths start with the index; a field of the wrong type
 * throws.
 */
export function* openAll<T extends object>(list: readonly T[]): Generator<Fields<T>> {
  for (const [index, object] of readList(list, undefined).entries()) {
    yield fields(object, THROW, childPath(undefined, index));
  }
}
